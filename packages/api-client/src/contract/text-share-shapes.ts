import { z } from 'zod';
import type { InputOf, OutputOf } from '../schema.ts';
import {
  bit,
  ids,
  lenientBoolean,
  maxViews,
  note,
  optionalPassword,
  optionalSlug,
  queryInteger,
  queryNumber,
  remark,
  shareListOrder,
  timestamp,
} from './fields.ts';
import { TEXT_KINDS, TEXT_SHARE_SORTS } from './limits.ts';
import type { slugParams, unlockBody, viewQuery } from './share-visits.ts';

const content = z.string().min(1, { error: 'text_shares.content_empty' });

/** Says which share is meant, as visitors do. */
export interface TextShareSlug extends InputOf<typeof slugParams> {}

export const idParams = z.object({
  /** The share's id, or its slug. */
  id: z.string().min(1).max(64),
});

/** Says which share is meant, as its owner does. */
export interface TextShareId extends InputOf<typeof idParams> {}

const expiresAt = timestamp.nullish();

/** The name of a programming language, such as `typescript` or `c++`. */
const language = z.string().regex(/^[a-z0-9][a-z0-9+#._-]{0,39}$/);

/** Fields that the owner of a share sets beside its text. Add a new field here and in `textShare`. */
const ownerFields = {
  /** The title, up to 2000 characters. Visitors see it, too, with a password only after that. */
  remark,
  /** A private note, up to 2000 characters, which nobody but the owner sees. */
  note,
  /** How often the text may be read; 0 or null for as often as anybody likes. */
  maxViews,
  /** When the share ends: ISO 8601 with `Z` or an offset; null for never. */
  expiresAt,
  /** In clear, up to 1024 characters; null or `''` for none. */
  password: optionalPassword,
  /** How the text is shown: as it is, rendered as Markdown, or as code. A new one is Markdown. */
  kind: z.enum(TEXT_KINDS).optional(),
  /** Language of code for highlighting, such as `typescript`; null for any. */
  language: language.nullish(),
};

export const newTextShare = z.object({
  /** The text: at least a character, at most 10 MiB of UTF-8. */
  content,
  /** The end of the link: up to 50 letters, digits, `_` or `-`. Absent, null or `''` for a random one. */
  slug: optionalSlug,
  ...ownerFields,
});

/** A text to be shared. */
export interface NewTextShare extends InputOf<typeof newTextShare> {}

export const textShareChanges = z.object({
  /** The text: at least a character, at most 10 MiB of UTF-8. */
  content,
  ...ownerFields,
  /**
   * Whether the views start at 0 again. Absent, they do; false keeps the count, so that a share of
   * 10 views with 3 spent still has 7.
   */
  resetViews: lenientBoolean.optional(),
  /** True to take the password away. */
  clearPassword: lenientBoolean.optional(),
  /** A new end of the link: up to 50 letters, digits, `_` or `-`; null or `''` for a random one. */
  newSlug: optionalSlug,
  /**
   * The `updated_at` that the share must still have, such as of the version that was edited: otherwise
   * `text_shares.changed`, and nothing is changed. Absent, the last change holds.
   */
  expectedUpdatedAt: timestamp.optional(),
});

/** Changes of a text share; absent fields keep their values. */
export interface TextShareChanges extends InputOf<typeof textShareChanges> {}

/** A share in replies whose names are in snake case. */
const textShare = z.object({
  id: z.string(),
  slug: z.string(),
  remark: z.string().nullable(),
  /** How the text is shown. */
  kind: z.enum(TEXT_KINDS),
  /** Language of code; null if none was given. */
  language: z.string().nullable(),
  /** ISO 8601, UTC; null for never. */
  expires_at: timestamp.nullable(),
  /** Null for as many as anybody likes. */
  max_views: z.int().nullable(),
  /** How often it was read. */
  views: z.int(),
  /** Creator: `apikey:` and the key's id, or the administrator's id. */
  created_by: z.string().nullable(),
  /** Name of the key that made it. */
  key_name: z.string().nullable(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC. */
  updated_at: timestamp,
});

/** Text share with the fields that only its owner sees. */
const ownTextShare = textShare.extend({
  /** Null if there is none. */
  note: z.string().nullable(),
});

/** A share in replies whose names are in camel case. */
const publicTextShare = textShare
  .pick({ slug: true, remark: true, kind: true, language: true, views: true, created_by: true })
  .extend({
    /** ISO 8601, UTC; null for never. */
    expiresAt: timestamp.nullable(),
    /** Null for as many as anybody likes. */
    maxViews: z.int().nullable(),
    /** ISO 8601, UTC. */
    createdAt: timestamp,
    hasPassword: z.boolean(),
  });

/** Public facts before reading; with a password `remark` and `created_by` are null. */
export const textShareSummary = publicTextShare.extend({
  /** Whether `unlock` is needed to read it. */
  requiresPassword: z.boolean(),
});

/** Public facts of a text before it is read. */
export interface TextShareSummary extends OutputOf<typeof textShareSummary> {}

export const textShareContent = publicTextShare.extend({
  content: z.string(),
  /** Whether this was the last view that was left. */
  isLastView: z.boolean(),
  /** ISO 8601, UTC. */
  updatedAt: timestamp.optional(),
});

/** A text that was opened. */
export interface OpenedTextShare extends OutputOf<typeof textShareContent> {}

export const createdTextShare = publicTextShare.omit({ views: true, created_by: true }).extend({
  id: z.string(),
  /** Absolute address for visitors, same as `share_url`, which every new share has. */
  url: z.string(),
  share_url: z.string(),
  authorizedBy: z.enum(['admin', 'apikey']),
});

/** A text that is shared now. */
export interface CreatedTextShare extends OutputOf<typeof createdTextShare> {}

/** How a share is looked at. */
export interface TextShareViewQuery extends InputOf<typeof viewQuery> {}

/** Password of a text. */
export interface TextSharePassword extends InputOf<typeof unlockBody> {}

export const rawQuery = z.object({
  /** In clear. Better sent as the header `X-Share-Password`, which stands in no log. */
  password: z.string().max(1024).optional(),
});

/** How the text alone is asked for. */
export interface RawTextShareQuery extends InputOf<typeof rawQuery> {}

export const textShareRow = ownTextShare.extend({
  has_password: bit,
  view_count: z.int(),
  /** Length of the whole text in characters. */
  content_length: z.int(),
  /** How the text begins. */
  content_preview: z.string(),
  /** For holders of keys, up to 64 KiB of it. */
  content: z.string().optional(),
});

/** A text share in a list. */
export interface TextShareRow extends OutputOf<typeof textShareRow> {}

export const listQuery = z.object({
  /** From 1, with `limit`; `offset` goes before it. Default 1. */
  page: queryInteger(1, 1, 1_000_000),
  /** Rows of a page, 1 to 1000. */
  limit: queryNumber.min(1).max(1000).optional(),
  /** Rows before this page. */
  offset: queryNumber.min(0).max(1_000_000_000).optional(),
  /** Only shares with this in their slug, title, note or the beginning of their text. */
  search: z.string().max(200).optional(),
  /** Only shares of this creator; for administrators. */
  created_by: z.string().max(100).optional(),
  ...shareListOrder,
  /** Sort key; default `created`. */
  sort: z.enum(TEXT_SHARE_SORTS).optional(),
});

/** Which shares are listed. */
export interface TextShareListQuery extends InputOf<typeof listQuery> {}

export const wholeTextShare = ownTextShare.extend({
  content: z.string(),
  has_password: z.boolean(),
});

/** A text share as its owner sees it. */
export interface TextShare extends OutputOf<typeof wholeTextShare> {}

export const changedTextShare = textShare.pick({ id: true, slug: true }).extend({
  /** ISO 8601, UTC: the version that came of it. For calls that say which version they expect. */
  updated_at: timestamp.optional(),
});

/** Address of the changed share. */
export interface ChangedTextShare extends OutputOf<typeof changedTextShare> {}

export const deletion = z.object({
  /** 1 to 1000 ids. */
  ids,
});

/** Which shares are deleted. */
export interface TextShareIds extends InputOf<typeof deletion> {}

export const cleared = z.object({
  /** How many. */
  deleted: z.int(),
});

/** Result of a deletion. */
export interface ClearedTextShares extends OutputOf<typeof cleared> {}

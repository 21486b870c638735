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

/** Identifies a share for visitors. */
export interface TextShareSlug extends InputOf<typeof slugParams> {}

export const idParams = z.object({
  /** Id of the share, or its slug. */
  id: z.string().min(1).max(64),
});

/** Identifies a share for its owner. */
export interface TextShareId extends InputOf<typeof idParams> {}

const expiresAt = timestamp.nullish();

/** Name of a programming language, such as `typescript` or `c++`. */
const language = z.string().regex(/^[a-z0-9][a-z0-9+#._-]{0,39}$/);

/** Fields that the owner of a share sets besides its text. Add a new field here and in `textShare`. */
const ownerFields = {
  /** Title, up to 2000 characters. Visitors see it, too; with a password only after giving it. */
  remark,
  /** Private note, up to 2000 characters, which only the owner sees. */
  note,
  /** Maximum number of views; 0 or null for unlimited. */
  maxViews,
  /** Expiry: ISO 8601 with `Z` or an offset; null for never. */
  expiresAt,
  /** Password in plain text, up to 1024 characters; null or `''` for none. */
  password: optionalPassword,
  /**
   * Form in which the text is displayed: as it is, rendered as Markdown, or as code. Default Markdown.
   */
  kind: z.enum(TEXT_KINDS).optional(),
  /** Language of code for highlighting, such as `typescript`; null for none. */
  language: language.nullish(),
};

export const newTextShare = z.object({
  /** Text: at least one character, at most 10 MiB of UTF-8. */
  content,
  /** Slug: up to 50 letters, digits, `_` or `-`. Absent, null or `''` for a random one. */
  slug: optionalSlug,
  ...ownerFields,
});

/** New text share. */
export interface NewTextShare extends InputOf<typeof newTextShare> {}

export const textShareChanges = z.object({
  /** Text: at least one character, at most 10 MiB of UTF-8. */
  content,
  ...ownerFields,
  /**
   * Whether to reset the views to 0. Default true; false keeps the count, so that a share of 10 views
   * with 3 spent still has 7.
   */
  resetViews: lenientBoolean.optional(),
  /** True to remove the password. */
  clearPassword: lenientBoolean.optional(),
  /** New slug: up to 50 letters, digits, `_` or `-`; null or `''` for a random one. */
  newSlug: optionalSlug,
  /**
   * `updated_at` that the share must still have, such as that of the edited version. Otherwise the call
   * fails with `text_shares.changed`. Absent, the change overwrites newer ones.
   */
  expectedUpdatedAt: timestamp.optional(),
});

/** Changes of a text share; absent fields keep their values. */
export interface TextShareChanges extends InputOf<typeof textShareChanges> {}

/** Text share in replies with snake-case names. */
const textShare = z.object({
  id: z.string(),
  slug: z.string(),
  remark: z.string().nullable(),
  /** Form in which the text is displayed. */
  kind: z.enum(TEXT_KINDS),
  /** Language of code; null if none was given. */
  language: z.string().nullable(),
  /** ISO 8601, UTC; null for never. */
  expires_at: timestamp.nullable(),
  /** Maximum number of views; null for unlimited. */
  max_views: z.int().nullable(),
  /** Number of views. */
  views: z.int(),
  /** Creator: `apikey:` and the key's id, or the administrator's id. */
  created_by: z.string().nullable(),
  /** Name of the API key that created it. */
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

/** Text share in replies with camel-case names. */
const publicTextShare = textShare
  .pick({ slug: true, remark: true, kind: true, language: true, views: true, created_by: true })
  .extend({
    /** ISO 8601, UTC; null for never. */
    expiresAt: timestamp.nullable(),
    /** Maximum number of views; null for unlimited. */
    maxViews: z.int().nullable(),
    /** ISO 8601, UTC. */
    createdAt: timestamp,
    hasPassword: z.boolean(),
  });

/** Public facts before reading; with a password `remark` and `created_by` are null. */
export const textShareSummary = publicTextShare.extend({
  /** True if `unlock` is needed to read it. */
  requiresPassword: z.boolean(),
});

/** Public facts of a text before it is read. */
export interface TextShareSummary extends OutputOf<typeof textShareSummary> {}

export const textShareContent = publicTextShare.extend({
  content: z.string(),
  /** True if this was the last view. */
  isLastView: z.boolean(),
  /** ISO 8601, UTC. */
  updatedAt: timestamp.optional(),
});

/** Text that was opened. */
export interface OpenedTextShare extends OutputOf<typeof textShareContent> {}

export const createdTextShare = publicTextShare.omit({ views: true, created_by: true }).extend({
  id: z.string(),
  /** Absolute URL for visitors; same as `share_url`, which every new share has. */
  url: z.string(),
  share_url: z.string(),
  authorizedBy: z.enum(['admin', 'apikey']),
});

/** Created text share. */
export interface CreatedTextShare extends OutputOf<typeof createdTextShare> {}

/** Options of viewing a share. */
export interface TextShareViewQuery extends InputOf<typeof viewQuery> {}

/** Password of a text. */
export interface TextSharePassword extends InputOf<typeof unlockBody> {}

export const rawQuery = z.object({
  /** Password in plain text. Prefer the header `X-Share-Password`, which is never logged. */
  password: z.string().max(1024).optional(),
});

/** Query of a request for the text alone. */
export interface RawTextShareQuery extends InputOf<typeof rawQuery> {}

export const textShareRow = ownTextShare.extend({
  has_password: bit,
  view_count: z.int(),
  /** Length of the whole text in characters. */
  content_length: z.int(),
  /** Beginning of the text. */
  content_preview: z.string(),
  /** Up to 64 KiB of the text; only for holders of API keys. */
  content: z.string().optional(),
});

/** Text share in a list. */
export interface TextShareRow extends OutputOf<typeof textShareRow> {}

export const listQuery = z.object({
  /** Page number from 1, used with `limit`; `offset` takes precedence. Default 1. */
  page: queryInteger(1, 1, 1_000_000),
  /** Rows of a page, 1 to 1000. */
  limit: queryNumber.min(1).max(1000).optional(),
  /** Rows before this page. */
  offset: queryNumber.min(0).max(1_000_000_000).optional(),
  /** Only shares whose slug, title, note or beginning of the text contains this. */
  search: z.string().max(200).optional(),
  /** Only shares of this creator; for administrators. */
  created_by: z.string().max(100).optional(),
  ...shareListOrder,
  /** Sort key; default `created`. */
  sort: z.enum(TEXT_SHARE_SORTS).optional(),
});

/** Filter, order and page of the list. */
export interface TextShareListQuery extends InputOf<typeof listQuery> {}

export const wholeTextShare = ownTextShare.extend({
  content: z.string(),
  has_password: z.boolean(),
});

/** Text share as its owner sees it. */
export interface TextShare extends OutputOf<typeof wholeTextShare> {}

export const changedTextShare = textShare.pick({ id: true, slug: true }).extend({
  /** ISO 8601, UTC: the new version. Only in calls with `expectedUpdatedAt`. */
  updated_at: timestamp.optional(),
});

/** Address of the changed share. */
export interface ChangedTextShare extends OutputOf<typeof changedTextShare> {}

export const deletion = z.object({
  /** 1 to 1000 ids. */
  ids,
});

/** Shares to delete. */
export interface TextShareIds extends InputOf<typeof deletion> {}

export const cleared = z.object({
  /** Number of deleted shares. */
  deleted: z.int(),
});

/** Result of a deletion. */
export interface ClearedTextShares extends OutputOf<typeof cleared> {}

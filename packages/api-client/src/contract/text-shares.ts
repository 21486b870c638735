import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import {
  batchResult,
  bit,
  ids,
  lenientBoolean,
  listKeyInfo,
  maxViews,
  optionalPassword,
  optionalSlug,
  pagination,
  queryInteger,
  queryNumber,
  remark,
  TEXT_CONTENT_MAX_BYTES,
  timestamp,
} from './fields.ts';

const feature = 'text-shares';

/** JSON escapes can make a body up to six times as long as its text. */
const CONTENT_BODY_LIMIT_BYTES = 6 * TEXT_CONTENT_MAX_BYTES + 64 * 1024;

const content = z.string().min(1, { error: 'text_shares.content_empty' });
const slugParams = z.object({ slug: z.string().min(1).max(64) });
const idParams = z.object({ id: z.string().min(1).max(64) });
const expiresAt = timestamp.nullish();

/** What the owner of a share sets beside its text. A new field is added here and in `textShare`. */
const ownerFields = { remark, maxViews, expiresAt, password: optionalPassword };

/** A share in replies whose names are in snake case. */
const textShare = z.object({
  id: z.string(),
  slug: z.string(),
  remark: z.string().nullable(),
  expires_at: timestamp.nullable(),
  max_views: z.int().nullable(),
  views: z.int(),
  created_by: z.string().nullable(),
  key_name: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** A share in replies whose names are in camel case. */
const publicTextShare = textShare
  .pick({ slug: true, remark: true, views: true, created_by: true })
  .extend({
    expiresAt: timestamp.nullable(),
    maxViews: z.int().nullable(),
    createdAt: timestamp,
    hasPassword: z.boolean(),
  });

/** What anybody may know before reading; with a password `remark` and `created_by` are null. */
const textShareSummary = publicTextShare.extend({ requiresPassword: z.boolean() });

const textShareContent = publicTextShare.extend({
  content: z.string(),
  isLastView: z.boolean(),
  updatedAt: timestamp.optional(),
});

/** Shares a text. A `text/plain` body is the content itself, with the options in the query. */
export const createTextShare = endpoint({
  method: 'POST',
  path: '/api/paste',
  access: 'text',
  feature,
  summary: 'Share a text',
  status: 201,
  bodyLimitBytes: CONTENT_BODY_LIMIT_BYTES,
  body: z.object({ content, slug: optionalSlug, ...ownerFields }),
  data: publicTextShare.omit({ views: true, created_by: true }).extend({
    id: z.string(),
    /** Absolute, and the same as `share_url`, which every call that makes a share replies with. */
    url: z.string(),
    share_url: z.string(),
    authorizedBy: z.enum(['admin', 'apikey']),
  }),
  errors: [
    'shares.slug_invalid',
    'shares.slug_reserved',
    'shares.slug_taken',
    'shares.expiry_invalid',
    'shares.max_views_invalid',
    'text_shares.content_empty',
    'text_shares.content_too_large',
  ],
});

/** Opens a share. It costs a view, unless the share has a password or `peek` is set. */
export const viewTextShare = endpoint({
  method: 'GET',
  path: '/api/paste/:slug',
  access: 'public',
  feature,
  summary: 'View a text share',
  flat: true,
  params: slugParams,
  query: z.object({ peek: lenientBoolean.optional() }),
  data: z.union([textShareContent, textShareSummary]),
  errors: ['text_shares.not_found', 'text_shares.expired', 'text_shares.used_up'],
});

/** Opens a share with its password; a right one costs a view. */
export const unlockTextShare = endpoint({
  method: 'POST',
  path: '/api/paste/:slug',
  access: 'public',
  feature,
  summary: 'View a text share that has a password',
  flat: true,
  params: slugParams,
  body: z.object({ password: z.string().min(1).max(1024) }),
  data: textShareContent,
  errors: [
    'text_shares.not_found',
    'text_shares.expired',
    'text_shares.used_up',
    'text_shares.wrong_password',
    'text_shares.no_password',
    'auth.throttled',
    'auth.busy',
  ],
});

/** The text alone. The password comes in the header `X-Share-Password`, or in the query. */
export const rawTextShare = streamEndpoint({
  method: 'GET',
  path: '/api/raw/:slug',
  access: 'public',
  feature,
  summary: 'The bare text of a share',
  sends: 'reply',
  params: slugParams,
  query: z.object({ password: z.string().max(1024).optional() }),
  errors: [
    'text_shares.not_found',
    'text_shares.expired',
    'text_shares.used_up',
    'text_shares.password_required',
    'text_shares.wrong_password',
    'auth.throttled',
    'auth.busy',
  ],
});

/** One row of a list. `content` is there for key holders, up to 64 KiB of it. */
const textShareRow = textShare.extend({
  has_password: bit,
  view_count: z.int(),
  content_preview: z.string(),
  content: z.string().optional(),
});

/** Own shares of a key holder, all shares of an administrator, newest first. */
export const listTextShares = endpoint({
  method: 'GET',
  path: '/api/pastes',
  access: 'text',
  feature,
  summary: 'List text shares',
  query: z.object({
    page: queryInteger(1, 1, 1_000_000),
    limit: queryNumber.min(1).max(1000).optional(),
    offset: queryNumber.min(0).max(1_000_000_000).optional(),
    search: z.string().max(200).optional(),
    created_by: z.string().max(100).optional(),
  }),
  data: z.array(textShareRow),
  extras: z.object({ pagination, key_info: listKeyInfo.optional() }),
  errors: [],
});

/** One share with its whole text, by id or else by slug. */
export const getTextShare = endpoint({
  method: 'GET',
  path: '/api/pastes/:id',
  access: 'text',
  feature,
  summary: 'One text share',
  params: idParams,
  data: textShare.extend({ content: z.string(), has_password: z.boolean() }),
  errors: ['text_shares.not_found'],
});

/** Changes a share, by id or else by slug; absent fields keep their values, the views are reset. */
export const updateTextShare = endpoint({
  method: 'PUT',
  path: '/api/pastes/:id',
  access: 'text',
  feature,
  summary: 'Change a text share',
  bodyLimitBytes: CONTENT_BODY_LIMIT_BYTES,
  params: idParams,
  body: z.object({
    content,
    ...ownerFields,
    clearPassword: lenientBoolean.optional(),
    newSlug: optionalSlug,
  }),
  data: textShare.pick({ id: true, slug: true }),
  errors: [
    'text_shares.not_found',
    'shares.slug_invalid',
    'shares.slug_reserved',
    'shares.slug_taken',
    'shares.expiry_invalid',
    'shares.max_views_invalid',
    'text_shares.content_empty',
    'text_shares.content_too_large',
  ],
});

const batchDelete = {
  path: '/api/pastes/batch-delete',
  access: 'text',
  feature,
  summary: 'Delete text shares',
  body: z.object({ ids }),
  data: batchResult,
  errors: [],
} as const;

/** Deletes shares; ids that are unknown or another's are listed as failed. */
export const deleteTextShares = endpoint({ method: 'DELETE', ...batchDelete });

/** Deletes shares, too: the offline queue of older clients sends POST. */
export const deleteTextSharesByPost = endpoint({ method: 'POST', ...batchDelete });

/** Deletes every expired share. */
export const clearExpiredTextShares = endpoint({
  method: 'POST',
  path: '/api/pastes/clear-expired',
  access: 'admin',
  feature,
  summary: 'Delete expired text shares',
  data: z.object({ deleted: z.int() }),
  errors: [],
});

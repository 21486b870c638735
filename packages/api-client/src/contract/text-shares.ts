import { z } from 'zod';
import { endpoint, streamEndpoint } from '../endpoint.ts';
import { gives, takes } from '../schema.ts';
import { batchResult, listKeyInfo, pagination } from './fields.ts';
import { TEXT_CONTENT_MAX_BYTES } from './limits.ts';
import { textShares } from './routes.ts';
import { shareFieldErrors, slugParams, unlockBody, viewQuery } from './share-visits.ts';
import {
  type ChangedTextShare,
  type ClearedTextShares,
  type CreatedTextShare,
  changedTextShare,
  cleared,
  createdTextShare,
  deletion,
  idParams,
  listQuery,
  type NewTextShare,
  newTextShare,
  type OpenedTextShare,
  type RawTextShareQuery,
  rawQuery,
  type TextShare,
  type TextShareChanges,
  type TextShareId,
  type TextShareIds,
  type TextShareListQuery,
  type TextSharePassword,
  type TextShareRow,
  type TextShareSlug,
  type TextShareSummary,
  type TextShareViewQuery,
  textShareChanges,
  textShareContent,
  textShareRow,
  textShareSummary,
  wholeTextShare,
} from './text-share-shapes.ts';

const feature = 'text-shares';

/** JSON escapes can make a body up to six times as long as its text. */
const CONTENT_BODY_LIMIT_BYTES = 6 * TEXT_CONTENT_MAX_BYTES + 64 * 1024;

/** Shares a text. A `text/plain` body is the content itself, with the options in the query. */
export const createTextShare = endpoint({
  ...textShares.create,
  access: 'text',
  feature,
  summary: 'Share a text',
  status: 201,
  honoursIdempotencyKey: true,
  bodyLimitBytes: CONTENT_BODY_LIMIT_BYTES,
  body: takes<NewTextShare>()(newTextShare),
  data: gives<CreatedTextShare>(createdTextShare),
  errors: [...shareFieldErrors, 'text_shares.content_empty', 'text_shares.content_too_large'],
});

/** Opens a share. It costs a view, unless the share has a password or `peek` is set. */
export const viewTextShare = endpoint({
  ...textShares.view,
  access: 'public',
  feature,
  summary: 'View a text share',
  params: takes<TextShareSlug>()(slugParams),
  query: takes<TextShareViewQuery>()(viewQuery),
  data: gives<OpenedTextShare | TextShareSummary>(z.union([textShareContent, textShareSummary])),
  errors: ['text_shares.not_found', 'text_shares.expired', 'text_shares.used_up'],
});

/** Opens a share with its password; a right one costs a view. */
export const unlockTextShare = endpoint({
  ...textShares.unlock,
  access: 'public',
  feature,
  summary: 'View a text share that has a password',
  params: takes<TextShareSlug>()(slugParams),
  body: takes<TextSharePassword>()(unlockBody),
  data: gives<OpenedTextShare>(textShareContent),
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

/** Sends the text alone. The password comes in the header `X-Share-Password`, or in the query. */
export const rawTextShare = streamEndpoint({
  ...textShares.raw,
  access: 'public',
  feature,
  summary: 'The bare text of a share',
  sends: 'reply',
  params: takes<TextShareSlug>()(slugParams),
  query: takes<RawTextShareQuery>()(rawQuery),
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

/** Lists the own shares of a key holder, or all shares for an administrator; newest first by default. */
export const listTextShares = endpoint({
  ...textShares.list,
  access: 'text',
  feature,
  summary: 'List text shares',
  query: takes<TextShareListQuery>()(listQuery),
  data: gives<TextShareRow[]>(z.array(textShareRow)),
  extras: z.object({ pagination, key_info: listKeyInfo.optional() }),
  errors: [],
});

/** Returns one share with its whole text, by id or else by slug. */
export const getTextShare = endpoint({
  ...textShares.get,
  access: 'text',
  feature,
  summary: 'One text share',
  params: takes<TextShareId>()(idParams),
  data: gives<TextShare>(wholeTextShare),
  errors: ['text_shares.not_found'],
});

/**
 * Changes a share, by id or else by slug; absent fields keep their values; see `resetViews` and
 * `expectedUpdatedAt`.
 */
export const updateTextShare = endpoint({
  ...textShares.update,
  access: 'text',
  feature,
  summary: 'Change a text share',
  honoursIdempotencyKey: true,
  bodyLimitBytes: CONTENT_BODY_LIMIT_BYTES,
  params: takes<TextShareId>()(idParams),
  body: takes<TextShareChanges>()(textShareChanges),
  data: gives<ChangedTextShare>(changedTextShare),
  errors: [
    'text_shares.not_found',
    ...shareFieldErrors,
    'text_shares.content_empty',
    'text_shares.content_too_large',
    'text_shares.changed',
  ],
});

const batchDelete = {
  access: 'text',
  feature,
  summary: 'Delete text shares',
  honoursIdempotencyKey: true,
  body: takes<TextShareIds>()(deletion),
  data: batchResult,
  errors: [],
} as const;

/** Deletes shares; reports ids that are unknown or of another owner as failed. */
export const deleteTextShares = endpoint({ ...textShares.delete, ...batchDelete });

/** Deletes shares, too; the offline queue of older clients sends POST. */
export const deleteTextSharesByPost = endpoint({ ...textShares.deleteByPost, ...batchDelete });

/** Deletes every expired share. */
export const clearExpiredTextShares = endpoint({
  ...textShares.clearExpired,
  access: 'admin',
  feature,
  summary: 'Delete expired text shares',
  honoursIdempotencyKey: true,
  data: gives<ClearedTextShares>(cleared),
  errors: [],
});

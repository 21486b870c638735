import { z } from 'zod';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { SHARE_STATES, SLUG_MAX_LENGTH } from './limits.ts';

/** Earliest time allowed, because PostgreSQL has no year 0. */
const EARLIEST_TIME = Date.parse('0001-01-01T00:00:00.000Z');
/** Latest time allowed. Databases compare times as strings, which needs years of four digits. */
const LATEST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** ISO 8601 time with `Z` or an offset, passed on as a string; of the years 1 to 9999 in UTC. */
export const timestamp = z.iso
  .datetime({ offset: true })
  .refine((text) => !(Date.parse(text) < EARLIEST_TIME || Date.parse(text) > LATEST_TIME));

/** End of the share's link. The server also refuses words that its own paths use. */
export const slug = z
  .string()
  .max(SLUG_MAX_LENGTH, { error: 'shares.slug_invalid' })
  .regex(/^[A-Za-z0-9_-]+$/, { error: 'shares.slug_invalid' });

/** Optional slug: absent, null and '' all ask for a random one. */
export const optionalSlug = slug.or(z.literal('')).nullish();

/** Password in plain text. Null and '' mean none. */
export const optionalPassword = z.string().max(1024).nullish();

/** Title of a share for visitors; null means none. */
export const remark = z.string().max(2000).nullish();

/** Private note of the owner; null means none. */
export const note = z.string().max(2000).nullish();

/** Filters and sorts a list of shares. Equal values are sorted by id. */
export const shareListOrder = {
  /** Only shares in this state. */
  state: z.enum(SHARE_STATES).optional(),
  /** Sort direction; default `desc`. Shares without an end come after those with one. */
  order: z.enum(['asc', 'desc']).optional(),
};

/** Integer, or a numeric string, which older clients send. */
export const lenientInteger = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);

/** Number of bytes. */
export const byteCount = lenientInteger.refine((value) => value >= 0);

/** Maximum number of views. 0 means unlimited, and so does the empty field of a form. */
export const maxViews = z
  .union([lenientInteger, z.literal('').transform(() => 0)])
  .refine((value) => value >= 0 && value <= 2_147_483_647, { error: 'shares.max_views_invalid' })
  .nullish();

/** Hours until expiry, 0 for never, at most 100 years; also as the string that older forms send. */
export const expiresInHours = z
  .union([
    z.number().meta({ examples: [24] }),
    z
      .string()
      .regex(/^\d{1,7}(\.\d{1,6})?$/)
      .transform(Number),
    z.literal(''),
  ])
  .transform((value) => (value === '' ? 0 : value))
  .refine((value) => value >= 0 && value <= 876_000, { error: 'shares.expiry_invalid' })
  .nullish();

/** Boolean, or 0, 1, or any of these as a string, which older clients send. */
export const lenientBoolean = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.enum(['0', '1', 'true', 'false'])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** Flag in replies, as 0 or 1 because older clients expect numbers. */
export const bit = z.union([z.literal(0), z.literal(1)]);

/** Ids for a batch, 1 to 1000. */
export const ids = z.array(z.string().min(1).max(64)).min(1).max(1000);

/** Number in the query. It arrives as text, but the client's type requires a number. */
export const queryNumber = z.coerce.number<number | `${number}`>().int();

/** Number in the query with a default and limits. */
export const queryInteger = (fallback: number, minimum: number, maximum: number) =>
  queryNumber.min(minimum).max(maximum).default(fallback);

/** Page and order of a list of links, and whose they are. */
export const linkListQuery = {
  /** Rows of a page, 1 to 1000. Default 50. */
  limit: queryInteger(50, 1, 1000),
  /** Rows before this page. Default 0. */
  offset: queryInteger(0, 0, 1_000_000_000),
  /** Only rows of this creator; for administrators. */
  created_by: z.string().max(100).optional(),
  ...shareListOrder,
};

/** Conditions of a write. If one does not hold, the call fails with 412 `file_system.changed`. */
export const conditionFields = {
  /** ETag that the file must still have. */
  if_match: z.string().min(1).max(1024).nullish(),
  /** `*`: the name must be free. */
  if_none_match: z.literal('*').nullish(),
};

/**
 * True to get a URL whose PUT also commits the upload, for a file of up to 5 MiB in the embedded store. Without
 * effect elsewhere and in a batch.
 */
export const commitOnPut = z.boolean().nullish();

/** Name of a file, 1 to 1,024 characters. */
export const fileName = z.string().min(1).max(1024);

/** Id that S3 gives a multipart upload. */
export const uploadId = z.string().min(1).max(1024);
/** Number of a part of a multipart upload: 1 to 10,000. */
export const partNumber = lenientInteger.refine((value) => value >= 1 && value <= 10_000);

const signedPart = z.object({
  /** From 1. */
  partNumber: z.int(),
  /** URL for the PUT of the part. */
  url: z.string(),
  /** True if the PUT also commits the upload, and has the reply of the commit. */
  commits: z.literal(true).optional(),
});

/** Part of an upload, and the URL for its bytes. */
export interface SignedPart extends OutputOf<typeof signedPart> {}

/** Schema of {@link SignedPart}s. */
export const signedParts = gives<SignedPart[]>(z.array(signedPart));

const completedPart = z.object({
  /** 1 to 10,000. */
  PartNumber: partNumber,
  /** ETag from the storage's answer. */
  ETag: z.string().min(1).max(200),
});

/** Uploaded part. */
export interface CompletedPart extends InputOf<typeof completedPart> {}

export const completedParts = z.array(takes<CompletedPart>()(completedPart)).min(1).max(10_000);

/** Position of a page within the list. */
export const pageFields = {
  /** Number of rows on all pages. */
  total: z.int(),
  /** Maximum number of rows on a page. */
  limit: z.int(),
  /** Number of rows before this page. */
  offset: z.int(),
  /** True if there is a page after this one. */
  hasMore: z.boolean(),
};

const paginationFields = z.object({
  ...pageFields,
  /** From 1. */
  page: z.int(),
  totalPages: z.int(),
});

/** Position of a page within the list. */
export interface Pagination extends OutputOf<typeof paginationFields> {}

export const pagination = gives<Pagination>(paginationFields);

const batchFields = z.object({
  /** Number of changed items. */
  success: z.int(),
  /** Items that were not changed, with the reason in the language of the call. */
  failed: z.array(z.object({ id: z.string(), error: z.string() })),
});

/** Result of a batch: the number of changed items, and the failed ones. */
export interface BatchResult extends OutputOf<typeof batchFields> {}

export const batchResult = gives<BatchResult>(batchFields);

const listKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Masked key, never the key itself. */
  key: z.string(),
  /** Directory of the mounts that the key is restricted to. */
  basicPath: z.string(),
  /** Bits: {@link PERMISSION_FLAGS} of `@satchel/permissions`. */
  permissions: z.int(),
  role: z.string(),
  isGuest: bit,
});

/** API key of the caller, in lists for holders of API keys, where older clients expect it. */
export interface ListKey extends OutputOf<typeof listKey> {}

export const listKeyInfo = gives<ListKey>(listKey);

/** Errors of a download that takes ranges and conditions (RFC 9110 13.1, 14.2). */
export const rangeErrors = ['request.range_not_satisfiable', 'file_system.changed'] as const;

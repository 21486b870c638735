import { z } from 'zod';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { SHARE_STATES, SLUG_MAX_LENGTH } from './limits.ts';

/** The latest time allowed. Databases compare times as strings, which needs years of four digits. */
const LATEST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** An ISO 8601 time with `Z` or an offset, kept as a string; with the offset it is at most 9999 too. */
export const timestamp = z.iso
  .datetime({ offset: true })
  .refine((text) => !(Date.parse(text) > LATEST_TIME));

/** The end of a share's link. The server also refuses words that it uses in paths of its own. */
export const slug = z
  .string()
  .max(SLUG_MAX_LENGTH, { error: 'shares.slug_invalid' })
  .regex(/^[A-Za-z0-9_-]+$/, { error: 'shares.slug_invalid' });

/** A slug that may be left out: absent, null and '' all ask for a random one. */
export const optionalSlug = slug.or(z.literal('')).nullish();

/** Password in clear, as typed. Null and '' mean none. */
export const optionalPassword = z.string().max(1024).nullish();

/** Title of a share for visitors; null means none. */
export const remark = z.string().max(2000).nullish();

/** A private note of the owner's. Null means none. */
export const note = z.string().max(2000).nullish();

/** Narrows and orders a list of shares. Of equal values the order is that of their ids. */
export const shareListOrder = {
  /** Only shares in this state. */
  state: z.enum(SHARE_STATES).optional(),
  /** Default `desc`. Shares without an end come after those with one. */
  order: z.enum(['asc', 'desc']).optional(),
};

/** An integer, also as a numeric string, which older clients send. */
export const lenientInteger = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);

/** A number of bytes. */
export const byteCount = lenientInteger.refine((value) => value >= 0);

/** How often a share may be viewed. 0 means unlimited, and so does the empty field of a form. */
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

/** A boolean, also as 0, 1, or any of these as a string, which older clients send. */
export const lenientBoolean = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.enum(['0', '1', 'true', 'false'])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** A flag in replies, as 0 or 1 because older clients expect numbers. */
export const bit = z.union([z.literal(0), z.literal(1)]);

/** Ids of what a batch changes, 1 to 1000. */
export const ids = z.array(z.string().min(1).max(64)).min(1).max(1000);

/** A number in the query. It arrives as text, but the client's type demands a number. */
export const queryNumber = z.coerce.number<number | `${number}`>().int();

/** A number in the query that has a default and limits. */
export const queryInteger = (fallback: number, minimum: number, maximum: number) =>
  queryNumber.min(minimum).max(maximum).default(fallback);

/** The name of an uploaded file. */
/** Conditions of a write. If one does not hold, the call fails with 412 `file_system.changed`. */
export const conditionFields = {
  /** The ETag that the file still has to have. */
  if_match: z.string().min(1).max(1024).nullish(),
  /** `*`: the name has to be free. */
  if_none_match: z.literal('*').nullish(),
};

/** Name of a file, 1 to 1,024 characters. */
export const fileName = z.string().min(1).max(1024);

/** The id that S3 gives a multipart upload. */
export const uploadId = z.string().min(1).max(1024);
/** A part of a multipart upload: 1 to 10,000. */
export const partNumber = lenientInteger.refine((value) => value >= 1 && value <= 10_000);

const signedPart = z.object({
  /** From 1. */
  partNumber: z.int(),
  /** Address for the PUT of the part. */
  url: z.string(),
});

/** A part of an upload, and where its bytes go. */
export interface SignedPart extends OutputOf<typeof signedPart> {}

/** The schema of {@link SignedPart}s. */
export const signedParts = gives<SignedPart[]>(z.array(signedPart));

const completedPart = z.object({
  /** 1 to 10,000. */
  PartNumber: partNumber,
  /** ETag from the storage's answer. */
  ETag: z.string().min(1).max(200),
});

/** An uploaded part. */
export interface CompletedPart extends InputOf<typeof completedPart> {}

export const completedParts = z.array(takes<CompletedPart>()(completedPart)).min(1).max(10_000);

/** Position of a page within the list. */
export const pageFields = {
  /** Rows in all pages. */
  total: z.int(),
  /** The most rows of a page. */
  limit: z.int(),
  /** Rows before this page. */
  offset: z.int(),
  /** Whether there is a page after this one. */
  hasMore: z.boolean(),
};

const paginationFields = z.object({
  ...pageFields,
  /** From 1. */
  page: z.int(),
  totalPages: z.int(),
});

/** Tells where a page lies in the whole list. */
export interface Pagination extends OutputOf<typeof paginationFields> {}

export const pagination = gives<Pagination>(paginationFields);

const batchFields = z.object({
  /** How many were changed. */
  success: z.int(),
  /** Which were not, and why, in the language of the call. */
  failed: z.array(z.object({ id: z.string(), error: z.string() })),
});

/** The result of a batch: how many were changed, and which could not be. */
export interface BatchResult extends OutputOf<typeof batchFields> {}

export const batchResult = gives<BatchResult>(batchFields);

const listKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The key's mask, never the key itself. */
  key: z.string(),
  /** The directory of the mounts to which the key is confined. */
  basicPath: z.string(),
  /** Bits: {@link PERMISSION_FLAGS} of `@satchel/permissions`. */
  permissions: z.int(),
  role: z.string(),
  isGuest: bit,
});

/** The key that asked, in lists for holders of keys, where older clients look for it. */
export interface ListKey extends OutputOf<typeof listKey> {}

export const listKeyInfo = gives<ListKey>(listKey);

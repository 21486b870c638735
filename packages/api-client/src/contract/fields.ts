import { z } from 'zod';

/** SPEC 5: longest slug in characters. */
export const SLUG_MAX_LENGTH = 50;

/** CONTRACT A3: largest text content in bytes of UTF-8 (10 MiB). */
export const TEXT_CONTENT_MAX_BYTES = 10 * 1024 * 1024;

/** The last moment whose year has four digits, as ISO-8601 and both databases compare them. */
const LATEST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** ISO-8601 UTC with `Z` in, kept as a string. An offset may not lead into the year 10000. */
export const timestamp = z.iso
  .datetime({ offset: true })
  .refine((text) => !(Date.parse(text) > LATEST_TIME));

/** A slug as SPEC 5 allows it; reserved words are refused by the server. */
export const slug = z
  .string()
  .max(SLUG_MAX_LENGTH, { error: 'shares.slug_invalid' })
  .regex(/^[A-Za-z0-9_-]+$/, { error: 'shares.slug_invalid' });

/** A slug that may be left out: absent, null and '' all ask for a random one. */
export const optionalSlug = slug.or(z.literal('')).nullish();

/** Password in clear, as typed. Null and '' mean none. */
export const optionalPassword = z.string().max(1024).nullish();

export const remark = z.string().max(2000).nullish();

/** A number that older clients also send as a numeric string (CONTRACT A1). */
export const lenientInteger = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);

/** How many bytes. */
export const byteCount = lenientInteger.refine((value) => value >= 0);

/** SPEC 5: 0 or more; 0 means unlimited, as does an empty field of a form. */
export const maxViews = z
  .union([lenientInteger, z.literal('').transform(() => 0)])
  .refine((value) => value >= 0 && value <= 2_147_483_647, { error: 'shares.max_views_invalid' })
  .nullish();

/** Hours until expiry, 0 for never, at most 100 years; also as a numeric string (CONTRACT F4). */
export const expiresInHours = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,7}(\.\d{1,6})?$/)
      .transform(Number),
    z.literal(''),
  ])
  .transform((value) => (value === '' ? 0 : value))
  .refine((value) => value >= 0 && value <= 876_000, { error: 'shares.expiry_invalid' })
  .nullish();

/** A boolean, also as 0 or 1 or their names (CONTRACT A1). */
export const lenientBoolean = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.enum(['0', '1', 'true', 'false'])])
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** A flag as older clients read it. */
export const bit = z.union([z.literal(0), z.literal(1)]);

export const ids = z.array(z.string().min(1).max(64)).min(1).max(1000);

/** A number of the query: text when it arrives, but no other text may be sent. */
export const queryNumber = z.coerce.number<number | `${number}`>().int();

export const queryInteger = (fallback: number, minimum: number, maximum: number) =>
  queryNumber.min(minimum).max(maximum).default(fallback);

/** Of an uploaded file: a download says it in a header. */
export const fileName = z.string().min(1).max(1024);

/** The names under which S3 knows an upload in parts, and one of its parts. */
export const uploadId = z.string().min(1).max(1024);
export const partNumber = lenientInteger.refine((value) => value >= 1 && value <= 10_000);

/** Where to PUT parts to. */
export const signedParts = z.array(z.object({ partNumber: z.int(), url: z.string() }));

/** What the store said of each part, spelled as S3 does. */
export const completedParts = z
  .array(z.object({ PartNumber: partNumber, ETag: z.string().min(1).max(200) }))
  .min(1)
  .max(10_000);

/** The row that tells a page's place in the whole list. */
export const pagination = z.object({
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  hasMore: z.boolean(),
  page: z.int(),
  totalPages: z.int(),
});

/** What a batch did: how many it changed and which it could not. */
export const batchResult = z.object({
  success: z.int(),
  failed: z.array(z.object({ id: z.string(), error: z.string() })),
});

/** Who asked, in lists that a key holder sees (CONTRACT F3, F4). */
export const listKeyInfo = z.object({
  id: z.string(),
  name: z.string(),
  /** Its mask. */
  key: z.string(),
  basicPath: z.string(),
  permissions: z.int(),
  role: z.string(),
  isGuest: bit,
});

import { z } from 'zod';
import type { InputOf, OutputOf } from '../schema.ts';
import { bit, lenientBoolean, lenientInteger, timestamp } from './fields.ts';

export const idParams = z.object({
  /** Id of the configuration. */
  id: z.string().min(1).max(64),
});

/** Identifies a storage configuration. */
export interface StorageConfigId extends InputOf<typeof idParams> {}

/** Http or https address without credentials and query, or one of the strings in `others`. */
const webAddress = (...others: readonly string[]) =>
  z
    .string()
    .trim()
    .max(1024)
    .refine((text) => others.includes(text) || isWebAddress(text), {
      error: 'storage.endpoint_invalid',
    })
    .transform((text) => (others.includes(text) ? text : text.replace(/\/+$/, '')));

const isWebAddress = (text: string) => /^https?:\/\/[^\s?#@\\]+$/i.test(text) && URL.canParse(text);

const optionalAddress = webAddress('').nullish();
const credential = z.string().trim().max(1024);
/** Id of printable ASCII, because the header of a signed request can hold nothing else. */
const accessKeyId = credential.regex(/^[!-~]*$/);

/** Maximum lifetime of a signed URL, in seconds: S3 allows seven days. */
const signatureExpiresIn = lenientInteger.refine((value) => value >= 1 && value <= 604_800);

const fields = {
  /** 1 to 100 characters. */
  name: z.string().trim().min(1).max(100),
  /** Name of the provider as free text, such as `Cloudflare R2`. */
  provider_type: z.string().trim().min(1).max(64),
  /** Address at which the server reaches the storage. */
  endpoint_url: webAddress(),
  /** Name of an existing bucket. */
  bucket_name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/),
  /** Up to 1024 characters. */
  access_key_id: accessKeyId.min(1),
  /** Up to 1024 characters. Stored encrypted, and never returned. */
  secret_access_key: credential.min(1),
};

const optionalFields = {
  /** Address in URLs for browsers, if it differs from `endpoint_url`. */
  public_endpoint_url: optionalAddress,
  /** Region such as `us-east-1`; absent, null or `''` for the provider's default. */
  region: z
    .string()
    .trim()
    .regex(/^[\w.:-]{0,64}$/)
    .nullish(),
  /** Whether the bucket's name is in the path of URLs instead of the host. */
  path_style: lenientBoolean.optional(),
  /** Folder for uploads; null or `''` for none. */
  default_folder: z.string().max(512).nullish(),
  /** Whether holders of API keys may use it, too. */
  is_public: lenientBoolean.optional(),
  /** Quota for all objects of the bucket, in bytes; null or 0 for none. */
  total_storage_bytes: lenientInteger
    .refine((value) => value >= 0 && value <= Number.MAX_SAFE_INTEGER)
    .nullish(),
  /**
   * Address at which the bucket is publicly readable, for links without a signature; null or `''` for
   * none.
   */
  custom_host: optionalAddress,
  /** Lifetime of signed URLs in seconds, 1 to 604,800 (7 days). */
  signature_expires_in: signatureExpiresIn.nullish(),
};

export const newStorageConfig = z.object({ ...fields, ...optionalFields });

/** New storage configuration. */
export interface NewStorageConfig extends InputOf<typeof newStorageConfig> {}

export const storageConfigChanges = z.object({
  ...z.object(fields).partial().shape,
  /** Address at which the server reaches the storage; `/s3` is the built-in store. */
  endpoint_url: webAddress('/s3').optional(),
  /** Empty, or the mask from replies, keeps the key id. */
  access_key_id: accessKeyId.nullish(),
  /** Empty keeps the secret. */
  secret_access_key: credential.nullish(),
  ...optionalFields,
});

/** Changes of a storage configuration; absent fields keep their values. */
export interface StorageConfigChanges extends InputOf<typeof storageConfigChanges> {}

export const storageConfig = z.object({
  id: z.string(),
  name: z.string(),
  provider_type: z.string(),
  endpoint_url: z.string(),
  public_endpoint_url: z.string().nullable(),
  bucket_name: z.string(),
  region: z.string(),
  /** Masked key id. Sending the mask back keeps the key id. */
  access_key_id: z.string(),
  /** Always null, because the secret is never returned. */
  secret_access_key: z.null(),
  has_secret: z.boolean(),
  path_style: bit,
  default_folder: z.string(),
  is_public: bit,
  is_default: bit,
  /** True for the server's built-in store, which cannot be deleted or moved to another address. */
  is_embedded: bit,
  /** Quota for all objects of the bucket; null for none. */
  total_storage_bytes: z.int().nullable(),
  custom_host: z.string().nullable(),
  /** Lifetime of signed URLs in seconds. */
  signature_expires_in: z.int(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC. */
  updated_at: timestamp,
  /** ISO 8601; null before the first use. */
  last_used: timestamp.nullable(),
  admin_id: z.string().nullable(),
});

/** Bucket that files are stored in. */
export interface StorageConfig extends OutputOf<typeof storageConfig> {}

export const appliedCors = z.object({
  /** Origins whose pages may use the bucket now. */
  allowed_origins: z.array(z.string()),
});

/** CORS rule that was set. */
export interface AppliedCors extends OutputOf<typeof appliedCors> {}

const check = z.object({
  success: z.boolean(),
  /** Error text; null if the step succeeded. */
  error: z.string().nullable(),
  /** Meaning and fix, in the caller's language. */
  note: z.string(),
  /** True if nothing was checked, because an earlier check failed. */
  skipped: z.boolean().optional(),
});

/** Step of a check, with its `duration` in milliseconds. */
const step = check.extend({ name: z.string(), duration: z.int() });

export const storageTest = z.object({
  /** True if every check passed. */
  success: z.boolean(),
  result: z.object({
    read: check.extend({
      code: z.string().optional(),
      prefix: z.string().optional(),
      objectCount: z.int().optional(),
      firstObjects: z
        .array(z.object({ key: z.string(), size: z.int(), lastModified: timestamp.nullable() }))
        .optional(),
    }),
    write: check.extend({
      code: z.string().optional(),
      testFile: z.string().optional(),
      /** Milliseconds. */
      uploadTime: z.int().optional(),
      cleaned: z.boolean().optional(),
    }),
    /** Whether CORS allows this server's web page to PUT to the bucket. */
    cors: check.extend({
      statusCode: z.int().optional(),
      allowOrigin: z.string().nullable().optional(),
      allowMethods: z.string().nullable().optional(),
      allowHeaders: z.string().nullable().optional(),
      maxAge: z.string().nullable().optional(),
      uploadSupported: z.boolean(),
    }),
    /** Upload and download by presigned URLs, like in a browser. */
    frontendSim: check.extend({
      steps: z.object({ step1: step, step2: step.optional(), step3: step.optional() }),
      testFile: z.string().optional(),
      /** Milliseconds. */
      totalDuration: z.int(),
      failedAt: z.enum(['step1', 'step2', 'step3']).optional(),
    }),
    range: check,
    multipart: check,
    /** Whether the clocks of storage and server agree, as signatures require. */
    clock: check.extend({ skewSeconds: z.int().nullable() }),
    /**
     * Whether the storage itself checks the conditions of writes, so that not even another program can
     * write between the check and the write.
     */
    conditionalWrites: z.boolean(),
    connectionInfo: z.object({
      bucket: z.string(),
      endpoint: z.string(),
      region: z.string(),
      pathStyle: z.boolean(),
      provider: z.string(),
      defaultFolder: z.string(),
      customHost: z.string().nullable(),
      /** Seconds. */
      signatureExpiresIn: z.int(),
    }),
    globalNote: z.string(),
  }),
});

/** Result of testing a bucket. */
export interface StorageTest extends OutputOf<typeof storageTest> {}

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { bit, lenientBoolean, lenientInteger, timestamp } from './fields.ts';

const feature = 'storage-configs';

const idParams = z.object({ id: z.string().min(1).max(64) });

/** An http or https address without credentials and query, or one of the strings in `others`. */
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

/** The longest life of a signed URL, in seconds: S3 allows seven days. */
const signatureExpiresIn = lenientInteger.refine((value) => value >= 1 && value <= 604_800);

const fields = {
  name: z.string().trim().min(1).max(100),
  provider_type: z.string().trim().min(1).max(64),
  /** The address by which the server reaches the storage. */
  endpoint_url: webAddress(),
  bucket_name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/),
  access_key_id: credential.min(1),
  secret_access_key: credential.min(1),
};

const optionalFields = {
  /** The address in URLs for browsers, if they reach the storage by another than `endpoint_url`. */
  public_endpoint_url: optionalAddress,
  region: z
    .string()
    .trim()
    .regex(/^[\w.:-]{0,64}$/)
    .nullish(),
  path_style: lenientBoolean.optional(),
  default_folder: z.string().max(512).nullish(),
  is_public: lenientBoolean.optional(),
  /** The limit for all objects of the bucket, in bytes; null or 0 for none. */
  total_storage_bytes: lenientInteger
    .refine((value) => value >= 0 && value <= Number.MAX_SAFE_INTEGER)
    .nullish(),
  custom_host: optionalAddress,
  signature_expires_in: signatureExpiresIn.nullish(),
};

const storageConfig = z.object({
  id: z.string(),
  name: z.string(),
  provider_type: z.string(),
  endpoint_url: z.string(),
  public_endpoint_url: z.string().nullable(),
  bucket_name: z.string(),
  region: z.string(),
  /** A mask. Sending the mask back leaves the key as it is. */
  access_key_id: z.string(),
  /** Always null: no reply shows the secret. */
  secret_access_key: z.null(),
  has_secret: z.boolean(),
  path_style: bit,
  default_folder: z.string(),
  is_public: bit,
  is_default: bit,
  /** True for the server's built-in store, which cannot be deleted or given another address. */
  is_embedded: bit,
  total_storage_bytes: z.int().nullable(),
  custom_host: z.string().nullable(),
  signature_expires_in: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
  last_used: timestamp.nullable(),
  admin_id: z.string().nullable(),
});

/** All storage configurations, the default first; a key sees only the public ones. */
export const listStorageConfigs = endpoint({
  method: 'GET',
  path: '/api/s3-configs',
  access: 'file_share',
  feature,
  summary: 'List storage configurations',
  data: z.array(storageConfig),
  errors: [],
});

/** One storage configuration. */
export const getStorageConfig = endpoint({
  method: 'GET',
  path: '/api/s3-configs/:id',
  access: 'file_share',
  feature,
  summary: 'One storage configuration',
  params: idParams,
  data: storageConfig,
  errors: ['storage.not_found'],
});

/** Adds a bucket. Its secret is encrypted when stored and never shown again. */
export const createStorageConfig = endpoint({
  method: 'POST',
  path: '/api/s3-configs',
  access: 'admin',
  feature,
  summary: 'Add a storage configuration',
  status: 201,
  body: z.object({ ...fields, ...optionalFields }),
  data: storageConfig,
  errors: ['storage.endpoint_invalid', 'storage.folder_invalid'],
});

/** Changes a configuration; absent fields, and empty or masked credentials, keep their values. */
export const updateStorageConfig = endpoint({
  method: 'PUT',
  path: '/api/s3-configs/:id',
  access: 'admin',
  feature,
  summary: 'Change a storage configuration',
  params: idParams,
  body: z.object({
    ...z.object(fields).partial().shape,
    /** Also the path that stands for the built-in store, so that its row can be sent back unchanged. */
    endpoint_url: webAddress('/s3').optional(),
    access_key_id: credential.nullish(),
    secret_access_key: credential.nullish(),
    ...optionalFields,
  }),
  data: z.null(),
  errors: [
    'storage.not_found',
    'storage.endpoint_invalid',
    'storage.folder_invalid',
    'storage.embedded_fixed',
  ],
});

/** Removes a configuration; the bucket keeps its objects. Refused while a mount or file share uses it. */
export const deleteStorageConfig = endpoint({
  method: 'DELETE',
  path: '/api/s3-configs/:id',
  access: 'admin',
  feature,
  summary: 'Delete a storage configuration',
  params: idParams,
  data: z.null(),
  errors: ['storage.not_found', 'storage.in_use', 'storage.embedded_fixed'],
});

/** Makes this the default, which takes the uploads that name no storage. */
export const setDefaultStorageConfig = endpoint({
  method: 'PUT',
  path: '/api/s3-configs/:id/set-default',
  access: 'admin',
  feature,
  summary: 'Make a storage configuration the default',
  params: idParams,
  data: z.null(),
  errors: ['storage.not_found'],
});

/** `error` says what failed, `note` what it means and how to fix it. */
const check = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  note: z.string(),
});

/** `duration` in milliseconds. */
const step = check.extend({ name: z.string(), duration: z.int() });

/**
 * Tests a bucket as the server and as a browser would use it, and says in the caller's language what
 * is wrong and how to fix it. Small probe objects are written and deleted again.
 */
export const testStorageConfig = endpoint({
  method: 'POST',
  path: '/api/s3-configs/:id/test',
  access: 'admin',
  feature,
  summary: 'Test a storage configuration',
  params: idParams,
  data: z.object({
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
        uploadTime: z.int().optional(),
        cleaned: z.boolean().optional(),
      }),
      /** Whether CORS lets this server's web page PUT to the bucket. */
      cors: check.extend({
        statusCode: z.int().optional(),
        allowOrigin: z.string().nullable().optional(),
        allowMethods: z.string().nullable().optional(),
        allowHeaders: z.string().nullable().optional(),
        maxAge: z.string().nullable().optional(),
        uploadSupported: z.boolean(),
      }),
      /** Upload and download by presigned URLs, as browsers make them. */
      frontendSim: check.extend({
        steps: z.object({ step1: step, step2: step.optional(), step3: step.optional() }),
        testFile: z.string().optional(),
        totalDuration: z.int(),
        failedAt: z.enum(['step1', 'step2', 'step3']).optional(),
      }),
      range: check,
      multipart: check,
      /** Whether the clocks of storage and server agree, as signatures need. */
      clock: check.extend({ skewSeconds: z.int().nullable() }),
      connectionInfo: z.object({
        bucket: z.string(),
        endpoint: z.string(),
        region: z.string(),
        pathStyle: z.boolean(),
        provider: z.string(),
        defaultFolder: z.string(),
        customHost: z.string().nullable(),
        signatureExpiresIn: z.int(),
      }),
      globalNote: z.string(),
    }),
  }),
  errors: ['storage.not_found'],
});

/**
 * Sets the CORS rule by which the web page of this server, and those of the configured origins, may
 * use the bucket. Other CORS rules of the bucket are kept.
 */
export const applyStorageCors = endpoint({
  method: 'POST',
  path: '/api/s3-configs/:id/apply-cors',
  access: 'admin',
  feature,
  summary: "Set a bucket's CORS rules",
  params: idParams,
  data: z.object({ allowed_origins: z.array(z.string()) }),
  errors: ['storage.not_found', 'storage.cors_refused', 'storage.unavailable', 'storage.timeout'],
});

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { bit, lenientBoolean, lenientInteger, timestamp } from './fields.ts';
import { apiKeys } from './routes.ts';

const feature = 'api-keys';

const keyId = z.object({
  /** Id of the key, not the key itself. */
  id: z.string().min(1).max(64),
});

/** Identifies an API key. */
export interface ApiKeyId extends InputOf<typeof keyId> {}

const name = z.string().trim().min(1, { error: 'api_keys.name_empty' }).max(100);
const permissions = lenientInteger.refine((value) => value >= 0 && value <= 0x7fffffff);
const role = z.string().trim().min(1).max(32);
const basicPath = z.string().max(1024);
/** Time, or null or 'never' for a key that does not expire. Forms send `''` for an empty field. */
const expiresAt = z
  .union([timestamp, z.literal('never'), z.literal(''), z.null()])
  .transform((value) => (value === '' ? undefined : value));

/**
 * Key chosen by the caller: letters, digits, underscore and hyphen; at least 12, so that it is hard to
 * guess.
 */
const customKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{12,128}$/, { error: 'api_keys.custom_key_invalid' })
  .or(z.literal(''))
  .nullish();

const apiKeyRow = z.object({
  id: z.string(),
  /** Unique name. */
  name: z.string(),
  /** Masked key; only the reply that creates the key has it in full. */
  key: z.string(),
  key_masked: z.string(),
  /** Permission bits; `permission_names` has them as words. */
  permissions: z.int(),
  permission_names: z.array(z.string()),
  role: z.string(),
  /** Directory of the mounts that the key is restricted to. */
  basic_path: z.string(),
  is_guest: bit,
  /** ISO 8601; null before the first use. */
  last_used: timestamp.nullable(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC; the end of the year 9999 for a key that does not expire. */
  expires_at: timestamp,
  is_expired: z.boolean(),
});

/** API key as administrators see it. */
export interface ApiKey extends OutputOf<typeof apiKeyRow> {}

const createdApiKey = apiKeyRow.omit({ last_used: true, is_expired: true });

/** New key. Only here `key` is the key itself. */
export interface CreatedApiKey extends OutputOf<typeof createdApiKey> {}

/** Fields set when a key is created; they can be changed later. */
const ownFields = {
  /** 1 to 100 characters, unique. */
  name,
  /** Expiry, ISO 8601; null or `'never'` for none. By default a new key lasts a day. */
  expires_at: expiresAt.optional(),
};

const newApiKey = z.object({
  ...ownFields,
  /**
   * Permission bits: the sum of `PERMISSION_FLAGS` of `@satchel/permissions`. Default 0, which permits
   * nothing.
   */
  permissions: permissions.default(0),
  /** Role as free text. Default `GENERAL`. */
  role: role.default('GENERAL'),
  /** Key itself: 12 to 128 letters, digits, `_` or `-`. By default a random one. */
  custom_key: customKey,
  /** Directory of the mounts that the key is restricted to. Default `/`. */
  basic_path: basicPath.default('/'),
  /** Marks the key of a guest, without effect on its rights. Default false. */
  is_guest: lenientBoolean.default(false),
});

/** New API key. */
export interface NewApiKey extends InputOf<typeof newApiKey> {}

const apiKeyChanges = z
  .object({
    ...ownFields,
    /** Permission bits: the sum of `PERMISSION_FLAGS` of `@satchel/permissions`. */
    permissions,
    /** Role as free text. */
    role,
    /** Directory of the mounts that the key is restricted to. */
    basic_path: basicPath,
    /** Marks the key of a guest, without effect on its rights. */
    is_guest: lenientBoolean,
  })
  .partial()
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'api_keys.nothing_to_change',
  });

/** Changes of a key; absent fields keep their values. */
export interface ApiKeyChanges extends InputOf<typeof apiKeyChanges> {}

/** Lists all keys, newest first; expired ones stay until they are deleted. */
export const listApiKeys = endpoint({
  ...apiKeys.list,
  access: 'admin',
  feature,
  summary: 'List API keys',
  data: gives<ApiKey[]>(z.array(apiKeyRow)),
  errors: [],
});

/** Creates a key. Without `expires_at` it lasts a day. Only this reply contains the key itself. */
export const createApiKey = endpoint({
  ...apiKeys.create,
  access: 'admin',
  feature,
  summary: 'Create an API key',
  status: 201,
  honoursIdempotencyKey: true,
  body: takes<NewApiKey>()(newApiKey),
  data: gives<CreatedApiKey>(createdApiKey),
  errors: [
    'api_keys.name_empty',
    'api_keys.name_taken',
    'api_keys.key_taken',
    'api_keys.custom_key_invalid',
    'api_keys.expiry_invalid',
    'api_keys.path_invalid',
  ],
});

/** Changes a key; absent fields keep their values. */
export const updateApiKey = endpoint({
  ...apiKeys.update,
  access: 'admin',
  feature,
  summary: 'Change an API key',
  params: takes<ApiKeyId>()(keyId),
  body: takes<ApiKeyChanges>()(apiKeyChanges),
  data: z.null(),
  errors: [
    'api_keys.not_found',
    'api_keys.name_empty',
    'api_keys.name_taken',
    'api_keys.expiry_invalid',
    'api_keys.path_invalid',
    'api_keys.nothing_to_change',
  ],
});

/** Deletes a key; calls with it are refused from then on. */
export const deleteApiKey = endpoint({
  ...apiKeys.delete,
  access: 'admin',
  feature,
  summary: 'Delete an API key',
  params: takes<ApiKeyId>()(keyId),
  data: z.null(),
  errors: ['api_keys.not_found'],
});

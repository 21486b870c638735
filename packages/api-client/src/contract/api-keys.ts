import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { bit, lenientBoolean, lenientInteger, timestamp } from './fields.ts';

const feature = 'api-keys';

const idParams = z.object({ id: z.string().min(1).max(64) });

const name = z.string().trim().min(1, { error: 'api_keys.name_empty' }).max(100);
const permissions = lenientInteger.refine((value) => value >= 0 && value <= 0x7fffffff);
const role = z.string().trim().min(1).max(32);
const basicPath = z.string().max(1024);
/** A time, or null or 'never' for a key that does not expire. Forms send `''` for an empty field. */
const expiresAt = z
  .union([timestamp, z.literal('never'), z.literal(''), z.null()])
  .transform((value) => (value === '' ? undefined : value));

/** Chosen by the caller: letters, digits, underscore and hyphen; at least 12, so that nobody guesses it. */
const customKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{12,128}$/, { error: 'api_keys.custom_key_invalid' })
  .or(z.literal(''))
  .nullish();

const apiKeyRow = z.object({
  id: z.string(),
  name: z.string(),
  /** A mask of the key, which is shown in full only by the reply that creates it. */
  key: z.string(),
  key_masked: z.string(),
  permissions: z.int(),
  permission_names: z.array(z.string()),
  role: z.string(),
  basic_path: z.string(),
  is_guest: bit,
  last_used: timestamp.nullable(),
  created_at: timestamp,
  expires_at: timestamp,
  is_expired: z.boolean(),
});

/** All keys, newest first; expired ones stay until they are deleted. */
export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/admin/api-keys',
  access: 'admin',
  feature,
  summary: 'List API keys',
  data: z.array(apiKeyRow),
  errors: [],
});

/** Makes a key. Without `expires_at` it lasts a day. Only this reply ever has the key itself. */
export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/admin/api-keys',
  access: 'admin',
  feature,
  summary: 'Create an API key',
  status: 201,
  body: z.object({
    name,
    expires_at: expiresAt.optional(),
    permissions: permissions.default(0),
    role: role.default('GENERAL'),
    custom_key: customKey,
    basic_path: basicPath.default('/'),
    is_guest: lenientBoolean.default(false),
  }),
  data: apiKeyRow.omit({ last_used: true, is_expired: true }),
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
  method: 'PUT',
  path: '/api/admin/api-keys/:id',
  access: 'admin',
  feature,
  summary: 'Change an API key',
  params: idParams,
  body: z
    .object({
      name,
      permissions,
      role,
      basic_path: basicPath,
      is_guest: lenientBoolean,
      expires_at: expiresAt,
    })
    .partial()
    .refine((body) => Object.values(body).some((value) => value !== undefined), {
      error: 'api_keys.nothing_to_change',
    }),
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
  method: 'DELETE',
  path: '/api/admin/api-keys/:id',
  access: 'admin',
  feature,
  summary: 'Delete an API key',
  params: idParams,
  data: z.null(),
  errors: ['api_keys.not_found'],
});

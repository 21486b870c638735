import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { bit, lenientBoolean, lenientInteger, remark, timestamp } from './fields.ts';

const feature = 'mounts';

/** SPEC 5: longest time for which a listing is remembered, in seconds. */
export const CACHE_TTL_MAX_SECONDS = 86_400;

const idParams = z.object({ id: z.string().min(1).max(64) });
const int32 = (minimum: number) =>
  lenientInteger.refine((value) => value >= minimum && value <= 2_147_483_647);

const fields = {
  /** SPEC 5: 1 to 50 characters. */
  name: z
    .string()
    .trim()
    .min(1, { error: 'mounts.name_invalid' })
    .max(50, { error: 'mounts.name_invalid' }),
  storage_type: z.literal('S3'),
  storage_config_id: z.string().min(1).max(64),
  /** SPEC 5: `/xxx` of letters, digits, `_`, `-` and any character from U+0080 on. */
  mount_path: z
    .string()
    .trim()
    .max(512, { error: 'mounts.path_invalid' })
    .regex(/^(\/[\w\-\u{80}-\u{10ffff}]+)+$/u, { error: 'mounts.path_invalid' }),
};

const webdavPolicy = z.enum(['302_redirect', 'native_proxy']);

const optionalFields = {
  remark,
  is_active: lenientBoolean.optional(),
  sort_order: lenientInteger.refine((value) => Math.abs(value) <= 2_147_483_647).optional(),
  /** Seconds; 0 remembers nothing (CONTRACT A4). */
  cache_ttl: lenientInteger
    .refine((value) => value >= 0 && value <= CACHE_TTL_MAX_SECONDS, {
      error: 'mounts.cache_ttl_invalid',
    })
    .optional(),
  web_proxy: lenientBoolean.optional(),
  webdav_policy: webdavPolicy.optional(),
  enable_sign: lenientBoolean.optional(),
  /** Seconds, 0 for ever; null for the global setting. */
  sign_expires: int32(0).nullish(),
};

const mount = z.object({
  id: z.string(),
  name: z.string(),
  storage_type: z.string(),
  storage_config_id: z.string(),
  mount_path: z.string(),
  remark: z.string().nullable(),
  is_active: bit,
  created_by: z.string(),
  sort_order: z.int(),
  cache_ttl: z.int(),
  web_proxy: bit,
  webdav_policy: webdavPolicy,
  enable_sign: bit,
  sign_expires: z.int().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  last_used: timestamp.nullable(),
});

/** As those who use mounts see one: with whether its storage is public. */
const usableMount = mount.extend({ is_public: bit });

/** All mounts, inactive ones too, by sort order and name. */
export const listMounts = endpoint({
  method: 'GET',
  path: '/api/admin/mounts',
  access: 'admin',
  feature,
  summary: 'List mounts',
  data: z.array(mount),
  errors: [],
});

/** One mount. */
export const getMount = endpoint({
  method: 'GET',
  path: '/api/admin/mounts/:id',
  access: 'admin',
  feature,
  summary: 'One mount',
  params: idParams,
  data: mount,
  errors: ['mounts.not_found'],
});

/** Shows a bucket at a path. One mount may lie beneath another: the longest path wins. */
export const createMount = endpoint({
  method: 'POST',
  path: '/api/admin/mounts',
  access: 'admin',
  feature,
  summary: 'Add a mount',
  status: 201,
  body: z.object({ ...fields, ...optionalFields }),
  data: mount,
  errors: [
    'mounts.name_invalid',
    'mounts.path_invalid',
    'mounts.path_reserved',
    'mounts.path_taken',
    'mounts.cache_ttl_invalid',
    'storage.not_found',
  ],
});

/** Changes a mount; what is absent stays. */
export const updateMount = endpoint({
  method: 'PUT',
  path: '/api/admin/mounts/:id',
  access: 'admin',
  feature,
  summary: 'Change a mount',
  params: idParams,
  body: z.object({ ...z.object(fields).partial().shape, ...optionalFields }),
  data: z.null(),
  errors: [
    'mounts.not_found',
    'mounts.name_invalid',
    'mounts.path_invalid',
    'mounts.path_reserved',
    'mounts.path_taken',
    'mounts.cache_ttl_invalid',
    'storage.not_found',
  ],
});

/** Takes a mount away; the bucket keeps what is in it. */
export const deleteMount = endpoint({
  method: 'DELETE',
  path: '/api/admin/mounts/:id',
  access: 'admin',
  feature,
  summary: 'Delete a mount',
  params: idParams,
  data: z.null(),
  errors: ['mounts.not_found'],
});

/**
 * The active mounts that the caller may use: an administrator all, a key those whose storage is
 * public and which lie in, at or above its base path.
 */
export const listUserMounts = endpoint({
  method: 'GET',
  path: '/api/user/mounts',
  access: 'mount_view',
  feature,
  summary: 'List the mounts that one may use',
  data: z.array(usableMount),
  errors: [],
});

/** One of the mounts that the caller may use. */
export const getUserMount = endpoint({
  method: 'GET',
  path: '/api/user/mounts/:id',
  access: 'mount_view',
  feature,
  summary: 'One of the mounts that one may use',
  params: idParams,
  data: usableMount,
  errors: ['mounts.not_found', 'auth.outside_base_path'],
});

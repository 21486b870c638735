import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { bit, lenientBoolean, lenientInteger, remark, timestamp } from './fields.ts';

const feature = 'mounts';

/** The longest time for which listings are cached, in seconds. */
export const CACHE_TTL_MAX_SECONDS = 86_400;

const idParams = z.object({ id: z.string().min(1).max(64) });
const int32 = (minimum: number) =>
  lenientInteger.refine((value) => value >= minimum && value <= 2_147_483_647);

const fields = {
  /** 1 to 50 characters. */
  name: z
    .string()
    .trim()
    .min(1, { error: 'mounts.name_invalid' })
    .max(50, { error: 'mounts.name_invalid' }),
  storage_type: z.literal('S3'),
  storage_config_id: z.string().min(1).max(64),
  /** Begins with `/`; segments of letters, digits, `_`, `-` and any character from U+0080 on. */
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
  /** How long listings are cached, in seconds; 0 turns the cache off. */
  cache_ttl: lenientInteger
    .refine((value) => value >= 0 && value <= CACHE_TTL_MAX_SECONDS, {
      error: 'mounts.cache_ttl_invalid',
    })
    .optional(),
  web_proxy: lenientBoolean.optional(),
  webdav_policy: webdavPolicy.optional(),
  enable_sign: lenientBoolean.optional(),
  /** How long signed links work, in seconds; 0 means for ever, null the global setting. */
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

/** A mount as its users see it: the row, and whether its storage is public. */
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

/** Shows a bucket at a path. Mounts may lie beneath each other; the longest path wins. */
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

/** Changes a mount; absent fields keep their values. */
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

/** Removes a mount; the objects stay in the bucket. */
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
 * The active mounts that the caller may use: all for an administrator; for a key those with a public
 * storage that lie in, at or above its base path.
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

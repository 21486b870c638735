import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { bit, lenientBoolean, lenientInteger, remark, timestamp } from './fields.ts';
import { mounts } from './routes.ts';

const feature = 'mounts';

/** Maximum time for which listings are cached, in seconds. */
export const CACHE_TTL_MAX_SECONDS = 86_400;

const idParams = z.object({
  /** Id of the mount. */
  id: z.string().min(1).max(64),
});

/** Identifies a mount. */
export interface MountId extends InputOf<typeof idParams> {}
const int32 = (minimum: number) =>
  lenientInteger.refine((value) => value >= minimum && value <= 2_147_483_647);

const fields = {
  /** 1 to 50 characters. */
  name: z
    .string()
    .trim()
    .min(1, { error: 'mounts.name_invalid' })
    .max(50, { error: 'mounts.name_invalid' }),
  /** Always `S3`. */
  storage_type: z.literal('S3'),
  /** Id of the storage configuration whose bucket it shows. */
  storage_config_id: z.string().min(1).max(64),
  /**
   * Path that begins with `/`; segments of letters, digits, `_`, `-` and any character from U+0080 on.
   */
  mount_path: z
    .string()
    .trim()
    .max(512, { error: 'mounts.path_invalid' })
    .regex(/^(\/[\w\-\u{80}-\u{10ffff}]+)+$/u, { error: 'mounts.path_invalid' }),
};

const webdavPolicy = z.enum(['302_redirect', 'native_proxy']);

const optionalFields = {
  /** Note, up to 2000 characters; null for none. */
  remark,
  /** Whether the mount can be used. Default true. */
  is_active: lenientBoolean.optional(),
  /** Sort key of the list of mounts, lowest first. Default 0. */
  sort_order: lenientInteger.refine((value) => Math.abs(value) <= 2_147_483_647).optional(),
  /** Time for which listings are cached, in seconds, up to a day; 0 turns the cache off. Default 300. */
  cache_ttl: lenientInteger
    .refine((value) => value >= 0 && value <= CACHE_TTL_MAX_SECONDS, {
      error: 'mounts.cache_ttl_invalid',
    })
    .optional(),
  /** Whether `/api/p/…` serves its files to anonymous visitors, through the server. Default false. */
  web_proxy: lenientBoolean.optional(),
  /** Delivery of its files over WebDAV: by a redirect to the storage, or through the server. */
  webdav_policy: webdavPolicy.optional(),
  /** Whether links of `/api/p/…` need a signature. Default false. */
  enable_sign: lenientBoolean.optional(),
  /** Lifetime of signed links in seconds; 0 for unlimited, null for the global setting. */
  sign_expires: int32(0).nullish(),
};

const newMount = z.object({ ...fields, ...optionalFields });

/** New mount. */
export interface NewMount extends InputOf<typeof newMount> {}

const mountChanges = z.object({ ...z.object(fields).partial().shape, ...optionalFields });

/** Changes of a mount; absent fields keep their values. */
export interface MountChanges extends InputOf<typeof mountChanges> {}

const mount = z.object({
  id: z.string(),
  name: z.string(),
  storage_type: z.string(),
  storage_config_id: z.string(),
  /** Path in the file system, such as `/photos`. */
  mount_path: z.string(),
  remark: z.string().nullable(),
  is_active: bit,
  created_by: z.string(),
  sort_order: z.int(),
  /** Time for which listings are cached, in seconds; 0 for no cache. */
  cache_ttl: z.int(),
  web_proxy: bit,
  webdav_policy: webdavPolicy,
  enable_sign: bit,
  /** Lifetime of signed links in seconds; 0 for unlimited, null for the global setting. */
  sign_expires: z.int().nullable(),
  /** ISO 8601, UTC. */
  created_at: timestamp,
  /** ISO 8601, UTC. */
  updated_at: timestamp,
  /** ISO 8601; null before the first use. */
  last_used: timestamp.nullable(),
});

/** Mount as administrators see it. */
export interface Mount extends OutputOf<typeof mount> {}

/** Mount as its users see it: the row, and whether its storage is public. */
const usableMount = mount.extend({
  /** Whether holders of API keys may use the storage. */
  is_public: bit,
});

/** Mount as its users see it. */
export interface UsableMount extends OutputOf<typeof usableMount> {}

/** Lists all mounts, including inactive ones, by sort order and name. */
export const listMounts = endpoint({
  ...mounts.list,
  access: 'admin',
  feature,
  summary: 'List mounts',
  data: gives<Mount[]>(z.array(mount)),
  errors: [],
});

/** One mount. */
export const getMount = endpoint({
  ...mounts.get,
  access: 'admin',
  feature,
  summary: 'One mount',
  params: takes<MountId>()(idParams),
  data: gives<Mount>(mount),
  errors: ['mounts.not_found'],
});

const fieldErrors = [
  'mounts.name_invalid',
  'mounts.path_invalid',
  'mounts.path_reserved',
  'mounts.path_taken',
  'mounts.cache_ttl_invalid',
  'storage.not_found',
] as const;

/** Shows a bucket at a path. A mount may be below another one; the longest path takes precedence. */
export const createMount = endpoint({
  ...mounts.create,
  access: 'admin',
  feature,
  summary: 'Add a mount',
  status: 201,
  honoursIdempotencyKey: true,
  body: takes<NewMount>()(newMount),
  data: gives<Mount>(mount),
  errors: fieldErrors,
});

/** Changes a mount; absent fields keep their values. */
export const updateMount = endpoint({
  ...mounts.update,
  access: 'admin',
  feature,
  summary: 'Change a mount',
  params: takes<MountId>()(idParams),
  body: takes<MountChanges>()(mountChanges),
  data: z.null(),
  errors: ['mounts.not_found', ...fieldErrors],
});

/** Removes a mount; the objects stay in the bucket. */
export const deleteMount = endpoint({
  ...mounts.delete,
  access: 'admin',
  feature,
  summary: 'Delete a mount',
  params: takes<MountId>()(idParams),
  data: z.null(),
  errors: ['mounts.not_found'],
});

/**
 * Lists the active mounts that the caller may use: all for an administrator; for an API key those with
 * a public storage that are in, at or above its base path.
 */
export const listUserMounts = endpoint({
  ...mounts.listUsable,
  access: 'mount_view',
  feature,
  summary: 'List the mounts that one may use',
  data: gives<UsableMount[]>(z.array(usableMount)),
  errors: [],
});

/** Returns one of the mounts that the caller may use. */
export const getUserMount = endpoint({
  ...mounts.getUsable,
  access: 'mount_view',
  feature,
  summary: 'One of the mounts that one may use',
  params: takes<MountId>()(idParams),
  data: gives<UsableMount>(usableMount),
  errors: ['mounts.not_found', 'auth.outside_base_path'],
});

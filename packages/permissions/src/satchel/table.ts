import { createPermissions, type Permissions } from '../create-permissions.ts';

/**
 * The bit of every single permission of Satchel, as servers store it and clients send it.
 *
 * @example
 * const permissions = PERMISSION_FLAGS.text | PERMISSION_FLAGS.mount_view; // 257
 */
export const PERMISSION_FLAGS = {
  /** Create and manage one's own text shares. */
  text: 1,
  /** Create and manage one's own file shares, fetch from URLs. */
  file_share: 2,
  /** List, read and search mounts. */
  mount_view: 256,
  /** Upload to mounts, create directories, edit. */
  mount_upload: 512,
  /** Copy in and across mounts. */
  mount_copy: 1024,
  /** Rename and move in mounts. */
  mount_rename: 2048,
  /** Delete from mounts. */
  mount_delete: 4096,
  /** Read mounts over WebDAV. */
  webdav_read: 65_536,
  /** Write to mounts over WebDAV. */
  webdav_manage: 131_072,
} as const;

/**
 * The name of one permission that has a bit of its own.
 *
 * @example
 * const needed: PermissionFlagName = 'mount_upload';
 */
export type PermissionFlagName = keyof typeof PERMISSION_FLAGS;

/**
 * Permission that a call or a page asks for: a single one, or the group `mount`, which any one of the five
 * mount permissions satisfies.
 *
 * @example
 * const needed: PermissionName = 'mount';
 */
export type PermissionName = PermissionFlagName | 'mount';

/** Satchel's own use of the general questions. */
export const SATCHEL: Permissions<PermissionFlagName, 'mount', 'apiKey'> =
  /* @__PURE__ */ createPermissions({
    flags: PERMISSION_FLAGS,
    groups: {
      mount: ['mount_view', 'mount_upload', 'mount_copy', 'mount_rename', 'mount_delete'],
    },
    holders: { apiKey: 'apikey:' },
  });

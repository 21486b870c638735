import { createPermissions, PERMISSION_FLAGS, type Permissions } from '@satchel/permissions';

/**
 * Permissions as the API sends them in JSON, where the flag `file_share` is called
 * `file`.
 *
 * @example
 * const wire: PermissionObject = { ...permissionObjectOf(0), text: true };
 */
export interface PermissionObject {
  /** Create and manage one's own text shares. */
  readonly text: boolean;
  /** Create and manage one's own file shares, fetch from URLs: the flag `file_share`. */
  readonly file: boolean;
  /** List, read and search mounts. */
  readonly mount_view: boolean;
  /** Upload to mounts, create directories, edit. */
  readonly mount_upload: boolean;
  /** Copy in and across mounts. */
  readonly mount_copy: boolean;
  /** Rename and move in mounts. */
  readonly mount_rename: boolean;
  /** Delete from mounts. */
  readonly mount_delete: boolean;
  /** Read mounts over WebDAV. */
  readonly webdav_read: boolean;
  /** Write to mounts over WebDAV. */
  readonly webdav_manage: boolean;
}

const { file_share: file, ...others } = PERMISSION_FLAGS;
const WIRE: Permissions<keyof PermissionObject, never, never> = createPermissions({
  flags: { file, ...others },
  holders: {},
});

/**
 * Converts bits to the JSON object of the API. Bits that this version does not know
 * are left out of the object; {@link permissionBitsOf} keeps them.
 *
 * @param bits the stored number
 * @returns all nine names, each true or false
 *
 * @example
 * permissionObjectOf(3).file; // true
 */
export function permissionObjectOf(bits: number): PermissionObject {
  return WIRE.objectOf(bits);
}

/**
 * Converts the JSON object of the API to bits. A name that is absent, and a bit that
 * this version does not know, are taken from `previousBits`, so that an older server
 * or client never strips what a newer one granted.
 *
 * @param object the names to set or clear; only `true` sets one
 * @param previousBits the stored number to start from; default 0
 * @returns the new number
 * @throws {RangeError} for any other name, also for `file_share` and `mount`
 *
 * @example
 * permissionBitsOf({ text: true, file: false }, 1 << 20); // 1048577: bit 20 survives
 */
export function permissionBitsOf(object: Partial<PermissionObject>, previousBits?: number): number {
  return WIRE.bitsOf(object, previousBits);
}

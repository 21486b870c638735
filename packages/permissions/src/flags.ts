/**
 * The bit of every single permission, as servers store it and clients send it.
 *
 * @example
 * const permissions = PERMISSION_FLAGS.text | PERMISSION_FLAGS.mount_view; // 257
 */
export const PERMISSION_FLAGS = {
  text: 1,
  file_share: 2,
  mount_view: 256,
  mount_upload: 512,
  mount_copy: 1024,
  mount_rename: 2048,
  mount_delete: 4096,
  webdav_read: 65_536,
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
 * What a call or a page may ask for: a single permission, or the group `mount`,
 * which any one of the five mount permissions satisfies.
 *
 * @example
 * const needed: PermissionName = 'mount';
 */
export type PermissionName = PermissionFlagName | 'mount';

/**
 * The bits of the group `mount`: any of them satisfies it.
 *
 * @example
 * const mayUseMounts = (permissions & MOUNT_PERMISSION_BITS) !== 0;
 */
export const MOUNT_PERMISSION_BITS: number = 256 | 512 | 1024 | 2048 | 4096;

/**
 * Permissions as the API sends them in JSON, where the flag `file_share` is called
 * `file`.
 *
 * @example
 * const wire: PermissionObject = { ...permissionObjectOf(0), text: true };
 */
export type PermissionObject = Record<Exclude<PermissionFlagName, 'file_share'> | 'file', boolean>;

const WIRE_FLAGS = Object.entries(PERMISSION_FLAGS).map(
  ([name, bit]) => [name === 'file_share' ? 'file' : name, bit] as const,
) as [keyof PermissionObject, number][];

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
  return Object.fromEntries(
    WIRE_FLAGS.map(([name, bit]) => [name, (bits & bit) !== 0]),
  ) as PermissionObject;
}

/**
 * Converts the JSON object of the API to bits. A name that is absent, and a bit that
 * this version does not know, are taken from `previousBits`, so that an older server
 * or client never strips what a newer one granted.
 *
 * @param object the names to set or clear
 * @param previousBits the stored number to start from; default 0
 * @returns the new number
 *
 * @example
 * permissionBitsOf({ text: true, file: false }, 1 << 20); // 1048577: bit 20 survives
 */
export function permissionBitsOf(object: Partial<PermissionObject>, previousBits = 0): number {
  let bits = previousBits;
  for (const [name, bit] of WIRE_FLAGS) {
    const wanted = object[name];
    // Addition and subtraction, because `|` and `& ~` would cut off the bits above 31.
    if (wanted !== undefined) bits += (wanted ? bit : 0) - (bits & bit);
  }
  return bits;
}

/**
 * Whether the bits hold a permission, or for `mount` any of its five.
 *
 * @param bits the stored number
 * @param permission a single permission or the group `mount`
 *
 * @example
 * hasPermission(512, 'mount'); // true
 * hasPermission(512, 'mount_view'); // false
 */
export function hasPermission(bits: number, permission: PermissionName): boolean {
  const wanted = permission === 'mount' ? MOUNT_PERMISSION_BITS : PERMISSION_FLAGS[permission];
  return (bits & wanted) !== 0;
}

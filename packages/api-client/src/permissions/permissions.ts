import {
  type AccessOf,
  type AdminPrincipal,
  type AnonymousPrincipal,
  createPermissions,
  type DecisionOf,
  type DenialOf,
  type HolderPrincipal,
  type Permissions,
} from '@satchel/permissions';

/**
 * Bit of every permission of Satchel, as servers store it and clients send it.
 *
 * @example
 * const permissions = PERMISSION_FLAGS.text | PERMISSION_FLAGS.mount_view; // 257
 */
export const PERMISSION_FLAGS = {
  /** Create and manage own text shares. */
  text: 1,
  /** Create and manage own file shares, fetch from URLs. */
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

/** Name of a permission that has its own bit. */
export type PermissionFlagName = keyof typeof PERMISSION_FLAGS;

/** Permission that a call or a page requires. Any one of the five mount permissions satisfies `mount`. */
export type PermissionName = PermissionFlagName | 'mount';

/**
 * Holder of an API key: the key's permission bits, valid below its base path, `/` for everywhere.
 *
 * @example
 * const key: ApiKeyPrincipal = { kind: 'apiKey', id: '42', permissions: 257, basePath: '/team' };
 */
export interface ApiKeyPrincipal extends HolderPrincipal<'apiKey'> {}

/**
 * Sender of a delivery into an upload request: may upload files into that delivery, and nothing else.
 *
 * @example
 * const sender: DeliveryPrincipal = { kind: 'delivery', id: '7', permissions: 2, basePath: '/' };
 */
export interface DeliveryPrincipal extends HolderPrincipal<'delivery'> {}

/** Caller of any kind. An unknown kind counts as anonymous. */
export type Principal = AnonymousPrincipal | AdminPrincipal | ApiKeyPrincipal;

/** Access rule of a call. */
export type Access = AccessOf<PermissionName>;

/** Reason of a refusal as data, for a status code, a sentence or a redirect. */
export type Denial = DenialOf<PermissionName>;

/** Allowed, or refused with the reason. */
export type Decision = DecisionOf<PermissionName>;

const questions: Permissions<PermissionFlagName, 'mount', 'apiKey' | 'delivery'> =
  /* @__PURE__ */ createPermissions({
    flags: PERMISSION_FLAGS,
    groups: {
      mount: ['mount_view', 'mount_upload', 'mount_copy', 'mount_rename', 'mount_delete'],
    },
    holders: { apiKey: 'apikey:', delivery: 'delivery:' },
  });

/**
 * Decides whether a caller may make a call, based only on the call's declared access. Use {@link
 * decide} to check the paths that it names.
 *
 * @throws {RangeError} for a permission that does not exist, for any caller
 */
export function decideAccess(principal: Principal | DeliveryPrincipal, access: Access): Decision {
  return questions.decideAccess(principal, access);
}

/**
 * Decides whether a caller has a permission and, if a decoded path is given, whether the path is in the
 * caller's base path. Refuses a malformed path to every caller.
 *
 * @throws {RangeError} for a permission that does not exist, for any caller
 *
 * @example
 * const key = { kind: 'apiKey', id: '42', permissions: 256, basePath: '/a' } as const;
 * decide(key, 'mount_view', '/ab'); // { allowed: false, reason: 'outside_base_path', basePath: '/a' }
 */
export function decide(principal: Principal, permission: PermissionName, path?: string): Decision {
  return questions.decide(principal, permission, path);
}

/** Like {@link decide}, but returns a boolean. */
export function can(principal: Principal, permission: PermissionName, path?: string): boolean {
  return questions.can(principal, permission, path);
}

/**
 * Decides whether a caller may list a directory. Like {@link decide}, but a key may also list the
 * ancestors of its base path. There, show it only the child that leads to the base path.
 *
 * @param permission permission for reading: `mount_view`, or `webdav_read` over WebDAV
 */
export function decideListing(
  principal: Principal,
  permission: PermissionName,
  path: string,
): Decision {
  return questions.decideListing(principal, permission, path);
}

/** True if the bits contain a permission, or for `mount` any of its five. */
export function hasPermission(bits: number, permission: PermissionName): boolean {
  return questions.has(bits, permission);
}

/**
 * True if a caller owns an item. Administrators own everything; a key owns the items it created, stored
 * with or without the prefix `apikey:`.
 */
export function owns(
  principal: Principal | DeliveryPrincipal,
  createdBy: string | null | undefined,
): boolean {
  const isBareId = principal.kind === 'apiKey' && createdBy === principal.id;
  return isBareId || questions.owns(principal, createdBy);
}

/**
 * Value to store as the creator: an administrator's id, `apikey:{id}` for a key, `delivery:{id}` for the
 * sender of a delivery, null for a visitor.
 */
export function createdByOf(
  principal: AdminPrincipal | ApiKeyPrincipal | DeliveryPrincipal,
): string;
export function createdByOf(principal: Principal | DeliveryPrincipal): string | null;
export function createdByOf(principal: Principal | DeliveryPrincipal): string | null {
  return questions.createdByOf(principal);
}

/**
 * Permissions as JSON of the API: each flag by its name, but `file_share` as `file`.
 *
 * @example
 * const wire: PermissionObject = { ...permissionObjectOf(0), text: true };
 */
export type PermissionObject = Readonly<Record<WireName, boolean>>;

type WireName = Exclude<PermissionFlagName, 'file_share'> | 'file';

const { file_share: file, ...others } = PERMISSION_FLAGS;
const wire: Permissions<WireName, never, never> = /* @__PURE__ */ createPermissions({
  flags: { file, ...others },
  holders: {},
});

/** Converts a stored number to the API's object. Bits that this version does not know are left out. */
export function permissionObjectOf(bits: number): PermissionObject {
  return wire.objectOf(bits);
}

/**
 * Converts the API's object to bits. Absent names, and bits that this version does not know, are taken
 * from `previousBits`, so that an older server or client never removes permissions that a newer one
 * granted.
 *
 * @throws {RangeError} for any other name, also for `file_share` and `mount`
 *
 * @example
 * permissionBitsOf({ text: true, file: false }, 1 << 20); // 1048577: bit 20 survives
 */
export function permissionBitsOf(object: Partial<PermissionObject>, previousBits?: number): number {
  return wire.bitsOf(object, previousBits);
}

import type { AccessOf, DecisionOf, DenialOf } from '../decision.ts';
import type { Principal } from './principal.ts';
import { type PermissionName, SATCHEL } from './table.ts';

/**
 * Access rule of a call: everybody, everybody with a credential, administrators, holders of one permission,
 * or holders of any of several.
 *
 * @example
 * const access: Access = { anyOf: ['text', 'file_share'] };
 */
export type Access = AccessOf<PermissionName>;

/**
 * Why the answer is no, as data: for a status code, a sentence or a redirect.
 *
 * - `unauthenticated`: no credential, or none of a known kind (401)
 * - `missing_permission`: a key without the permission; any of `anyOf` would do (403)
 * - `outside_base_path`: a key, and a path that is not below its `basePath` (403)
 * - `admin_only`: a key, where only administrators may (403)
 * - `invalid_path`: nobody may, because {@link normalizePath} refuses the path (400)
 *
 * @example
 * const denial: Denial = { allowed: false, reason: 'admin_only' };
 */
export type Denial = DenialOf<PermissionName>;

/**
 * Yes, or no and why.
 *
 * @example
 * const decision: Decision = { allowed: true };
 */
export type Decision = DecisionOf<PermissionName>;

/**
 * Decides whether somebody may make a call, from the call's declared access
 * alone. Whether the paths that it names are allowed is for {@link decide} to say.
 *
 * @param principal who asks
 * @param access what the call declares
 * @returns yes, or no and why
 * @throws {RangeError} for a permission that does not exist, whoever asks
 *
 * @example
 * decideAccess({ kind: 'anonymous' }, 'public'); // { allowed: true }
 * decideAccess({ kind: 'anonymous' }, 'admin'); // { allowed: false, reason: 'unauthenticated' }
 */
export function decideAccess(principal: Principal, access: Access): Decision {
  return SATCHEL.decideAccess(principal, access);
}

/**
 * Decides whether somebody has a permission, and for a path also whether it lies
 * in their base path. A malformed path is refused to everybody.
 *
 * @param principal who asks
 * @param permission the permission, or the group `mount`
 * @param path the decoded path to act upon; by default none is looked at
 * @returns yes, or no and why
 * @throws {RangeError} for a permission that does not exist, whoever asks
 *
 * @example
 * const key = { kind: 'apiKey', id: '42', permissions: 256, basePath: '/a' } as const;
 * decide(key, 'mount_view', '/ab'); // { allowed: false, reason: 'outside_base_path', basePath: '/a' }
 */
export function decide(principal: Principal, permission: PermissionName, path?: string): Decision {
  return SATCHEL.decide(principal, permission, path);
}

/**
 * {@link decide}, where only yes or no matters.
 *
 * @param principal who asks
 * @param permission the permission, or the group `mount`
 * @param path the decoded path to act upon; by default none is looked at
 * @throws {RangeError} for a permission that does not exist, whoever asks
 *
 * @example
 * can({ kind: 'admin', id: '7f3c' }, 'mount_delete', '/anything'); // true
 */
export function can(principal: Principal, permission: PermissionName, path?: string): boolean {
  return SATCHEL.can(principal, permission, path);
}

/**
 * Decides whether somebody may list a directory: as {@link decide}, and a key
 * may also list the ancestors of its base path, where it must be shown only the
 * child on the way there.
 *
 * @param principal who asks
 * @param permission what reading needs: `mount_view`, or `webdav_read` over WebDAV
 * @param path the decoded path of the directory
 * @returns yes, or no and why
 * @throws {RangeError} for a permission that does not exist, whoever asks
 *
 * @example
 * const key = { kind: 'apiKey', id: '42', permissions: 256, basePath: '/a/b' } as const;
 * decideListing(key, 'mount_view', '/a'); // { allowed: true }
 * decideListing(key, 'mount_view', '/c').allowed; // false
 */
export function decideListing(
  principal: Principal,
  permission: PermissionName,
  path: string,
): Decision {
  return SATCHEL.decideListing(principal, permission, path);
}

/**
 * Whether the bits hold a permission, or for `mount` any of its five.
 *
 * @param bits the stored number
 * @param permission a single permission or the group `mount`
 * @throws {RangeError} for any other name
 *
 * @example
 * hasPermission(512, 'mount'); // true
 * hasPermission(512, 'mount_view'); // false
 */
export function hasPermission(bits: number, permission: PermissionName): boolean {
  return SATCHEL.has(bits, permission);
}

import { isAncestorOf, isWithin, normalizePath, type PathProblem } from './base-path.ts';
import { hasPermission, type PermissionName } from './flags.ts';
import type { Principal } from './principal.ts';

/**
 * Who may make a call: everybody, everybody with a credential, administrators,
 * holders of one permission, or holders of any of several.
 *
 * @example
 * const access: Access = { anyOf: ['text', 'file_share'] };
 */
export type Access =
  | 'public'
  | 'authenticated'
  | 'admin'
  | PermissionName
  | { readonly anyOf: readonly PermissionName[] };

/**
 * Why the answer is no, as data: for a status code, a sentence or a redirect.
 *
 * - `unauthenticated`: no credential (401)
 * - `missing_permission`: a key without the permission; any of `anyOf` would do (403)
 * - `outside_base_path`: a key, and a path that is not below its `basePath` (403)
 * - `admin_only`: a key, where only administrators may (403)
 * - `invalid_path`: nobody may, because {@link normalizePath} refuses the path (400)
 *
 * @example
 * const denial: Denial = { allowed: false, reason: 'admin_only' };
 */
export type Denial =
  | { readonly allowed: false; readonly reason: 'unauthenticated' | 'admin_only' }
  | {
      readonly allowed: false;
      readonly reason: 'missing_permission';
      readonly anyOf: readonly PermissionName[];
    }
  | {
      readonly allowed: false;
      readonly reason: 'outside_base_path';
      readonly basePath: string;
    }
  | { readonly allowed: false; readonly reason: 'invalid_path'; readonly problem: PathProblem };

/**
 * Yes, or no and why.
 *
 * @example
 * const decision: Decision = { allowed: true };
 */
export type Decision = { readonly allowed: true } | Denial;

const ALLOWED: Decision = { allowed: true };

/**
 * Decides whether somebody may make a call, from the call's declared access
 * alone. Whether the paths that it names are allowed is for {@link decide} to say.
 *
 * @param principal who asks
 * @param access what the call declares
 *
 * @example
 * decideAccess({ kind: 'anonymous' }, 'public'); // { allowed: true }
 * decideAccess({ kind: 'anonymous' }, 'admin'); // { allowed: false, reason: 'unauthenticated' }
 */
export function decideAccess(principal: Principal, access: Access): Decision {
  if (access === 'public' || principal.kind === 'admin') return ALLOWED;
  if (principal.kind === 'anonymous') return { allowed: false, reason: 'unauthenticated' };
  if (access === 'authenticated') return ALLOWED;
  if (access === 'admin') return { allowed: false, reason: 'admin_only' };
  const anyOf = typeof access === 'string' ? [access] : access.anyOf;
  return anyOf.some((permission) => hasPermission(principal.permissions, permission))
    ? ALLOWED
    : { allowed: false, reason: 'missing_permission', anyOf };
}

/**
 * Decides whether somebody has a permission, and for a path also whether it lies
 * in their base path. A malformed path is refused to everybody.
 *
 * @param principal who asks
 * @param permission the permission, or the group `mount`
 * @param path the decoded path to act upon, if there is one
 *
 * @example
 * const key = { kind: 'apiKey', id: '42', permissions: 256, basePath: '/a' } as const;
 * decide(key, 'mount_view', '/ab'); // { allowed: false, reason: 'outside_base_path', basePath: '/a' }
 */
export function decide(principal: Principal, permission: PermissionName, path?: string): Decision {
  const decision = decideAccess(principal, permission);
  if (!decision.allowed || path === undefined) return decision;
  const result = normalizePath(path);
  if (!result.ok) return { allowed: false, reason: 'invalid_path', problem: result.problem };
  if (principal.kind !== 'apiKey' || isWithin(principal.basePath, path)) return ALLOWED;
  return { allowed: false, reason: 'outside_base_path', basePath: principal.basePath };
}

/**
 * {@link decide}, where only yes or no matters.
 *
 * @param principal who asks
 * @param permission the permission, or the group `mount`
 * @param path the decoded path to act upon, if there is one
 *
 * @example
 * can({ kind: 'admin', id: '7f3c' }, 'mount_delete', '/anything'); // true
 */
export function can(principal: Principal, permission: PermissionName, path?: string): boolean {
  return decide(principal, permission, path).allowed;
}

/**
 * Decides whether somebody may list a directory: as {@link decide}, and a key
 * may also list the ancestors of its base path, where it must be shown only the
 * child on the way there.
 *
 * @param principal who asks
 * @param permission what reading needs: `mount_view`, or `webdav_read` over WebDAV
 * @param path the decoded path of the directory
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
  const decision = decide(principal, permission, path);
  const isOnTheWay =
    !decision.allowed &&
    decision.reason === 'outside_base_path' &&
    isAncestorOf(path, decision.basePath);
  return isOnTheWay ? ALLOWED : decision;
}

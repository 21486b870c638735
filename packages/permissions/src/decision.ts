import type { PathProblem } from './base-path.ts';

/**
 * Access rule of a call: everybody, everybody with a credential, administrators, holders of one permission,
 * or holders of any of several.
 *
 * @typeParam Name the names of flags and groups
 *
 * @example
 * const access: AccessOf<'read' | 'write'> = { anyOf: ['read', 'write'] };
 */
export type AccessOf<Name extends string> =
  | 'public'
  | 'authenticated'
  | 'admin'
  | Name
  | AnyOf<Name>;

/**
 * Several permissions, of which one is enough.
 *
 * @typeParam Name the names of flags and groups
 *
 * @example
 * const access: AnyOf<'read' | 'write'> = { anyOf: ['read', 'write'] };
 */
export interface AnyOf<Name extends string> {
  /** The permissions, any of which is enough. An empty list admits administrators only. */
  readonly anyOf: readonly Name[];
}

/**
 * Why the answer is no, as data: for a status code, a sentence or a redirect. `reason` tells which.
 *
 * - `unauthenticated`: no credential, or none of a known kind; usually 401
 * - `admin_only`: only administrators may, whatever the bits; usually 403
 * - `missing_permission`: the bits lack the permission; any of `anyOf` would do; usually 403
 * - `outside_base_path`: the path is not below the principal's `basePath`; usually 403
 * - `invalid_path`: `normalizePath` refuses the path, so no caller may; usually 400
 *
 * @typeParam Name the names of flags and groups
 *
 * @example
 * const denial: DenialOf<'read'> = { allowed: false, reason: 'admin_only' };
 */
export type DenialOf<Name extends string> =
  | { readonly allowed: false; readonly reason: 'unauthenticated' | 'admin_only' }
  | ({ readonly allowed: false; readonly reason: 'missing_permission' } & AnyOf<Name>)
  | { readonly allowed: false; readonly reason: 'outside_base_path'; readonly basePath: string }
  | { readonly allowed: false; readonly reason: 'invalid_path'; readonly problem: PathProblem };

/**
 * Yes, or no and why. `allowed` tells which.
 *
 * @typeParam Name the names of flags and groups
 *
 * @example
 * const decision: DecisionOf<'read'> = { allowed: true };
 */
export type DecisionOf<Name extends string> = { readonly allowed: true } | DenialOf<Name>;

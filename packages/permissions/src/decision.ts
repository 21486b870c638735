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
  /** The permissions; of none, nobody but an administrator has any. */
  readonly anyOf: readonly Name[];
}

/**
 * The answer yes.
 *
 * @example
 * const decision: Allowed = { allowed: true };
 */
export interface Allowed {
  /** Discriminates yes from no. */
  readonly allowed: true;
}

/**
 * No: there is no credential, or none of a known kind. Usually 401.
 *
 * @example
 * const denial: Unauthenticated = { allowed: false, reason: 'unauthenticated' };
 */
export interface Unauthenticated {
  /** Discriminates yes from no. */
  readonly allowed: false;
  /** Discriminates the denials. */
  readonly reason: 'unauthenticated';
}

/**
 * No: only administrators may, whatever the bits. Usually 403.
 *
 * @example
 * const denial: AdminOnly = { allowed: false, reason: 'admin_only' };
 */
export interface AdminOnly {
  /** Discriminates yes from no. */
  readonly allowed: false;
  /** Discriminates the denials. */
  readonly reason: 'admin_only';
}

/**
 * No: the bits lack the permission. Usually 403.
 *
 * @typeParam Name the names of flags and groups
 *
 * @example
 * const denial: MissingPermission<'read'> = {
 *   allowed: false, reason: 'missing_permission', anyOf: ['read'],
 * };
 */
export interface MissingPermission<Name extends string> extends AnyOf<Name> {
  /** Discriminates yes from no. */
  readonly allowed: false;
  /** Discriminates the denials. */
  readonly reason: 'missing_permission';
}

/**
 * No: the permission is there, but the path is not below the base path. Usually 403.
 *
 * @example
 * const denial: OutsideBasePath = {
 *   allowed: false, reason: 'outside_base_path', basePath: '/team',
 * };
 */
export interface OutsideBasePath {
  /** Discriminates yes from no. */
  readonly allowed: false;
  /** Discriminates the denials. */
  readonly reason: 'outside_base_path';
  /** Base path that they may use, as stored. */
  readonly basePath: string;
}

/**
 * No, to everybody: the path is malformed. Usually 400.
 *
 * @example
 * const denial: InvalidPath = {
 *   allowed: false, reason: 'invalid_path', problem: 'dot_segment',
 * };
 */
export interface InvalidPath {
  /** Discriminates yes from no. */
  readonly allowed: false;
  /** Discriminates the denials. */
  readonly reason: 'invalid_path';
  /** Problem of the path. */
  readonly problem: PathProblem;
}

/**
 * Why the answer is no, as data: for a status code, a sentence or a redirect. `reason` tells which.
 *
 * @typeParam Name the names of flags and groups
 *
 * @example
 * const denial: DenialOf<'read'> = { allowed: false, reason: 'admin_only' };
 */
export type DenialOf<Name extends string> =
  | Unauthenticated
  | AdminOnly
  | MissingPermission<Name>
  | OutsideBasePath
  | InvalidPath;

/**
 * Yes, or no and why. `allowed` tells which.
 *
 * @typeParam Name the names of flags and groups
 *
 * @example
 * const decision: DecisionOf<'read'> = { allowed: true };
 */
export type DecisionOf<Name extends string> = Allowed | DenialOf<Name>;

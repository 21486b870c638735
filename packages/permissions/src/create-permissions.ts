import { isAncestorOf, isWithin, normalizePath } from './base-path.ts';
import type { AccessOf, DecisionOf } from './decision.ts';
import { createFlagSet, type FlagSet, type FlagTable } from './flag-set.ts';
import type { HolderPrincipal, PrincipalOf } from './principal.ts';

/**
 * Permissions of an application and the kinds of principals who hold them.
 *
 * @typeParam Flag the names that have a bit of their own
 * @typeParam Group the names that several flags satisfy
 * @typeParam Kind the kinds of principals who hold bits
 *
 * @example
 * const options: PermissionsOptions<'read' | 'write', never, 'user'> = {
 *   flags: { read: 1, write: 2 },
 *   holders: { user: 'user:' },
 * };
 */
export interface PermissionsOptions<Flag extends string, Group extends string, Kind extends string>
  extends FlagTable<Flag, Group> {
  /**
   * The kinds of principals who hold bits, beside `anonymous` and `admin`, which there always are.
   * Each has the prefix that its ids get where a creator is stored, such as `user:`. No two may be
   * the same, or they would own what the others made; administrators have none.
   */
  readonly holders: Readonly<Record<Kind, `${string}:`>>;
}

/**
 * Questions about permissions. Made by {@link createPermissions}. All are pure functions
 * without a `this`. They throw nothing but a RangeError, for a permission that is not in the table.
 *
 * @typeParam Flag the names that have a bit of their own
 * @typeParam Group the names that several flags satisfy
 * @typeParam Kind the kinds of principals who hold bits
 *
 * @example
 * const permissions: Permissions<'read', never, 'apiKey'> = createPermissions({
 *   flags: { read: 1 },
 *   holders: { apiKey: 'key:' },
 * });
 */
export interface Permissions<Flag extends string, Group extends string, Kind extends string>
  extends FlagSet<Flag, Group> {
  /** Whether a caller may make a call, decided by the call's declaration alone, without its paths. */
  readonly decideAccess: (
    principal: PrincipalOf<Kind>,
    access: AccessOf<Flag | Group>,
  ) => DecisionOf<Flag | Group>;
  /**
   * Whether a caller has a permission, and for a decoded path also whether it lies in their base
   * path. A malformed path is refused to everybody.
   */
  readonly decide: (
    principal: PrincipalOf<Kind>,
    permission: Flag | Group,
    path?: string,
  ) => DecisionOf<Flag | Group>;
  /** {@link Permissions.decide}, where only yes or no matters. */
  readonly can: (principal: PrincipalOf<Kind>, permission: Flag | Group, path?: string) => boolean;
  /**
   * Whether a caller may list a directory: as {@link Permissions.decide}, and also the ancestors of
   * their base path, where they must be shown only the child on the way there.
   */
  readonly decideListing: (
    principal: PrincipalOf<Kind>,
    permission: Flag | Group,
    path: string,
  ) => DecisionOf<Flag | Group>;
  /** Value to store as the creator: an administrator's id, a holder's prefix and id, else null. */
  readonly createdByOf: (principal: PrincipalOf<Kind>) => string | null;
  /** Whether a caller owns an item, decided by its stored creator. Administrators own everything. */
  readonly owns: (principal: PrincipalOf<Kind>, createdBy: string | null | undefined) => boolean;
}

const ALLOWED = { allowed: true } as const;

/**
 * Makes the permission questions of an application from its own flags and groups. Names are
 * checked by their types, and again when the program runs.
 *
 * @param options the names and bits, and who holds them
 * @throws {RangeError} for a bit that is not one of its own, a name that is used twice or means
 *   something else (`public`, `authenticated`, `admin`), a group of an unknown flag, and two holders
 *   with one prefix
 *
 * @example
 * const { can } = createPermissions({
 *   flags: { read: 1, write: 2, publish: 4 },
 *   groups: { edit: ['write', 'publish'] },
 *   holders: { user: 'user:' },
 * });
 * const ada = { kind: 'user', id: '7', permissions: 1 | 2, basePath: '/blog' } as const;
 * can(ada, 'edit', '/blog/first'); // true
 * can(ada, 'edit', '/shop'); // false
 */
export function createPermissions<
  Flag extends string,
  Group extends string = never,
  Kind extends string = never,
>(options: PermissionsOptions<Flag, Group, Kind>): Permissions<Flag, Group, Kind>;
export function createPermissions(
  options: PermissionsOptions<string, string, string>,
): Permissions<string, string, string> {
  const flagSet = createFlagSet(options);
  // Neither kind is ever a holder, whatever is declared.
  const { admin, anonymous, ...holders } = options.holders;
  const prefixes = Object.values(holders);
  if (new Set(prefixes).size < prefixes.length) throw new RangeError('holders share a prefix');
  type Questions = Permissions<string, string, string>;

  // Whatever else a principal claims to be, it holds nothing.
  const isHolder = (principal: PrincipalOf<string>): principal is HolderPrincipal<string> =>
    Object.hasOwn(holders, principal.kind);

  const decideAccess: Questions['decideAccess'] = (principal, access) => {
    if (access === 'public') return ALLOWED;
    const isOfKind = access === 'authenticated' || access === 'admin';
    const anyOf = typeof access === 'object' ? access.anyOf : isOfKind ? [] : [access];
    // Throws for unknown names first, for every caller, because they are programming errors.
    const mask = flagSet.maskOf(...anyOf);
    if (principal.kind === 'admin') return ALLOWED;
    if (!isHolder(principal)) return { allowed: false, reason: 'unauthenticated' };
    if (access === 'admin') return { allowed: false, reason: 'admin_only' };
    if (access === 'authenticated' || (principal.permissions & mask) !== 0) return ALLOWED;
    return { allowed: false, reason: 'missing_permission', anyOf };
  };

  const decide: Questions['decide'] = (principal, permission, path) => {
    const decision = decideAccess(principal, { anyOf: [permission] });
    if (!decision.allowed || path === undefined) return decision;
    const result = normalizePath(path);
    if (!result.ok) return { allowed: false, reason: 'invalid_path', problem: result.problem };
    if (!isHolder(principal) || isWithin(principal.basePath, path)) return decision;
    return { allowed: false, reason: 'outside_base_path', basePath: principal.basePath };
  };

  const createdByOf: Questions['createdByOf'] = (principal) => {
    if (principal.kind === 'admin') return principal.id;
    return isHolder(principal) ? `${holders[principal.kind]}${principal.id}` : null;
  };

  return {
    ...flagSet,
    decideAccess,
    decide,
    can: (principal, permission, path) => decide(principal, permission, path).allowed,
    decideListing(principal, permission, path) {
      const decision = decide(principal, permission, path);
      return 'basePath' in decision && isAncestorOf(path, decision.basePath) ? ALLOWED : decision;
    },
    createdByOf,
    owns: (principal, createdBy) =>
      principal.kind === 'admin' || (isHolder(principal) && createdBy === createdByOf(principal)),
  };
}

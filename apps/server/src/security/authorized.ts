import { decide, owns, type PermissionName, type Principal } from '@satchel/api-client/permissions';
import { errorOf } from './denial.ts';

declare const authorized: unique symbol;

/**
 * A row or a place that its caller may change. Only the two functions below make one, and every
 * mutating method takes one: a forgotten check does not compile.
 */
export type Authorized<Row> = Row & { readonly [authorized]: true };

/** The second gate: administrators own everything, keys what they made (SPEC 6). */
export function authorizeOwner<Row extends { readonly createdBy: string }>(
  caller: Principal,
  row: Row | undefined,
): Authorized<Row> | undefined {
  return row && owns(caller, row.createdBy) ? (row as Authorized<Row>) : undefined;
}

/**
 * The second gate of paths: the permission, and the base path of a key (SPEC 6).
 *
 * @throws {AppError} `auth.forbidden`, `auth.outside_base_path` or `file_system.path_invalid`
 */
export function authorizePath<Place extends { readonly path: string }>(
  caller: Principal,
  permission: PermissionName,
  place: Place,
): Authorized<Place> {
  const decision = decide(caller, permission, place.path);
  if (!decision.allowed) throw errorOf(decision);
  return place as Authorized<Place>;
}

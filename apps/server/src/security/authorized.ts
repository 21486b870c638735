import {
  type DeliveryPrincipal,
  decide,
  owns,
  type PermissionName,
  type Principal,
} from '@satchel/api-client/permissions';
import { errorOf } from './denial.ts';

declare const authorized: unique symbol;

/**
 * Row or resolved path that its caller may change. Only the functions below create one, and every
 * mutating method requires one, so that a forgotten check does not compile.
 */
export type Authorized<Row> = Row & { readonly [authorized]: true };

/** Second check for rows: administrators own everything, API keys the rows they created (SPEC 6). */
export function authorizeOwner<Row extends { readonly createdBy: string }>(
  caller: Principal | DeliveryPrincipal,
  row: Row | undefined,
): Authorized<Row> | undefined {
  return row && owns(caller, row.createdBy) ? (row as Authorized<Row>) : undefined;
}

/** Rows of a list that the caller owns. */
export function authorizeOwners<Row extends { readonly createdBy: string }>(
  caller: Principal | DeliveryPrincipal,
  rows: readonly Row[],
): readonly Authorized<Row>[] {
  return rows.filter((row): row is Authorized<Row> => owns(caller, row.createdBy));
}

/**
 * Second check for paths: the permission, and the base path of an API key (SPEC 6).
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

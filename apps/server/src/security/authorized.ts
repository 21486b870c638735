import { owns, type Principal } from '@satchel/permissions';

declare const authorized: unique symbol;

/**
 * A row that its caller may change. Only {@link authorizeOwner} makes one, and every mutating
 * repository method takes one: a forgotten check does not compile (DESIGN 4).
 */
export type Authorized<Row> = Row & { readonly [authorized]: true };

/** The second gate: administrators own everything, keys what they made (SPEC 6). */
export function authorizeOwner<Row extends { readonly createdBy: string }>(
  caller: Principal,
  row: Row | undefined,
): Authorized<Row> | undefined {
  return row && owns(caller, row.createdBy) ? (row as Authorized<Row>) : undefined;
}

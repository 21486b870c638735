import { raw, type Sql, sqltag as sql } from '@prisma/client/runtime/client';

/**
 * Selects the keys that begin with a prefix as one run of an index, which `LIKE` and `substr` would not do.
 * The column must compare by bytes: in PostgreSQL it has `COLLATE "C"`.
 *
 * @param prefix ends in a slash, after which comes '0' in the order of bytes
 */
export function isBelow(column: string, prefix: string): Sql {
  const end = `${prefix.slice(0, -1)}0`;
  return sql`(${raw(column)} >= ${prefix} AND ${raw(column)} < ${end})`;
}

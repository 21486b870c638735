import { raw, type Sql, sqltag as sql } from '@prisma/client/runtime/client';

/**
 * Selects the keys that begin with a prefix as one range of an index, which `LIKE` and `substr` cannot
 * do. The column must compare by bytes: in PostgreSQL it has `COLLATE "C"`.
 *
 * @param prefix ends in a slash, which is followed by '0' in byte order
 */
export function isBelow(column: string, prefix: string): Sql {
  const { gte, lt } = rangeBelow(prefix);
  return sql`(${raw(column)} >= ${gte} AND ${raw(column)} < ${lt})`;
}

/** Like {@link isBelow}, for Prisma, whose `startsWith` is a `LIKE` that takes `_` and `%` as wildcards. */
export function rangeBelow(prefix: string) {
  return { gte: prefix, lt: `${prefix.slice(0, -1)}0` };
}

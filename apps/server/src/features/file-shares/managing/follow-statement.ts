import { empty, raw, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import { isBelow } from '#paths/key-range.ts';

/** Name in a bucket that has changed: a key, or the prefix of a directory. */
export interface MovedName {
  readonly from: string;
  readonly to: string;
}

/** Tables of links that show files or folders of mounts, and the columns of their paths. */
const FOLLOWING = [
  { table: 'file_shares', path: 'file_path', hasEtag: true },
  { table: 'share_items', path: 'file_path', hasEtag: true },
  { table: 'bundles', path: 'folder_path', hasEtag: false },
] as const;

/**
 * Updates what refers to a moved name, a statement for each table. A path in a mount ends like its key,
 * so both change in the same way. The ETag is cleared, because a copy of a multipart object has another
 * one.
 */
export function followStatements(storageConfigId: string, { from, to }: MovedName): readonly Sql[] {
  const moved = sql`CAST(${to} AS TEXT) || substr(storage_path, length(CAST(${from} AS TEXT)) + 1)`;
  const isMoved = from.endsWith('/') ? isBelow('storage_path', from) : sql`storage_path = ${from}`;
  return FOLLOWING.map(({ table, path, hasEtag }) => {
    const column = raw(path);
    const before = sql`length(${column}) - length(storage_path)`;
    return sql`
      UPDATE ${raw(table)} SET
        storage_path = ${moved},
        ${column} = CASE WHEN substr(${column}, ${before} + 1) = storage_path
          THEN substr(${column}, 1, ${before}) || ${moved} ELSE ${column} END
        ${hasEtag ? sql`, etag = NULL` : empty}
      WHERE storage_config_id = ${storageConfigId} AND ${isMoved}`;
  });
}

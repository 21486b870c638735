import { empty, raw, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import { isBelow } from '#paths/key-range.ts';

/** Name in a bucket that has changed: a key, or the prefix of a directory. */
export interface MovedName {
  readonly from: string;
  readonly to: string;
}

/** Tables of links that show files or folders of mounts, and the columns of their paths. */
const FOLLOWING = [
  { table: 'file_shares', path: 'file_path', isFolder: false },
  { table: 'share_items', path: 'file_path', isFolder: false },
  { table: 'bundles', path: 'folder_path', isFolder: true },
  { table: 'upload_requests', path: 'folder_path', isFolder: true },
] as const;

/**
 * Updates what refers to a moved name, a statement for each table. A path in a mount ends like its key,
 * so both change in the same way; the prefix of a folder has a slash at its end that its path has not.
 * The ETag is cleared, because a copy of a multipart object has another one.
 */
export function followStatements(storageConfigId: string, { from, to }: MovedName): readonly Sql[] {
  const moved = sql`CAST(${to} AS TEXT) || substr(storage_path, length(CAST(${from} AS TEXT)) + 1)`;
  const isMoved = from.endsWith('/') ? isBelow('storage_path', from) : sql`storage_path = ${from}`;
  return FOLLOWING.map(({ table, path, isFolder }) => {
    const column = raw(path);
    const slash = isFolder ? '/' : '';
    const whole = sql`${column} || CAST(${slash} AS TEXT)`;
    const before = sql`length(${whole}) - length(storage_path)`;
    const end = isFolder ? sql`substr(${moved}, 1, length(${moved}) - 1)` : moved;
    return sql`
      UPDATE ${raw(table)} SET
        storage_path = ${moved},
        ${column} = CASE WHEN substr(${whole}, ${before} + 1) = storage_path
          THEN substr(${column}, 1, ${before}) || ${end} ELSE ${column} END
        ${isFolder ? empty : sql`, etag = NULL`}
      WHERE storage_config_id = ${storageConfigId} AND ${isMoved}`;
  });
}

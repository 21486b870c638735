import { type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import { isBelow } from '#paths/key-range.ts';

/** Name in a bucket that has changed: a key, or the prefix of a directory. */
export interface MovedName {
  readonly from: string;
  readonly to: string;
}

/**
 * Updates the shares of a moved name. A path in a mount ends like its key, so both change in the same
 * way. The ETag is cleared, because a copy of a multipart object has another one.
 */
export function followStatement(storageConfigId: string, { from, to }: MovedName): Sql {
  const moved = sql`CAST(${to} AS TEXT) || substr(storage_path, length(CAST(${from} AS TEXT)) + 1)`;
  const isMoved = from.endsWith('/') ? isBelow('storage_path', from) : sql`storage_path = ${from}`;
  const before = sql`length(file_path) - length(storage_path)`;
  return sql`
    UPDATE file_shares SET
      storage_path = ${moved},
      file_path = CASE WHEN substr(file_path, ${before} + 1) = storage_path
        THEN substr(file_path, 1, ${before}) || ${moved} ELSE file_path END,
      etag = NULL
    WHERE storage_config_id = ${storageConfigId} AND ${isMoved}`;
}

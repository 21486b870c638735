import { type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import { isBelow } from '#paths/key-range.ts';

/** Prefix of a directory that has changed. */
export interface MovedFolder {
  readonly from: string;
  readonly to: string;
}

/**
 * Updates the requests whose folder, or a folder above it, was renamed. A path in a mount ends like its
 * key prefix, so both change in the same way.
 */
export function followFolder(storageConfigId: string, { from, to }: MovedFolder): Sql {
  const moved = sql`CAST(${to} AS TEXT) || substr(storage_path, length(CAST(${from} AS TEXT)) + 1)`;
  const before = sql`length(folder_path) + 1 - length(storage_path)`;
  const folder = sql`substr(${moved}, 1, length(${moved}) - 1)`;
  return sql`
    UPDATE upload_requests SET
      storage_path = ${moved},
      folder_path = CASE WHEN substr(folder_path || '/', ${before} + 1) = storage_path
        THEN substr(folder_path, 1, ${before}) || ${folder} ELSE folder_path END
    WHERE storage_config_id = ${storageConfigId} AND storage_path <> ''
      AND ${isBelow('storage_path', from)}`;
}

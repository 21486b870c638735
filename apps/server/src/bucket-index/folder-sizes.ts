import { raw, sqltag as sql } from '@prisma/client/runtime/client';
import type { PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { SEARCH_DIALECTS, visibleIn } from './name-search.ts';
import type { SearchRegion } from './search-region.ts';

/** Maximum number of folders in a reply. */
const MAX_FOLDERS = 10_000;

export interface FolderTotal {
  /** First segment below the region's prefix; '' for the files directly in it. */
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
}

interface Row {
  readonly name: string;
  readonly files: bigint | number;
  readonly bytes: bigint | number | string | null;
}

/** Counts the indexed files of a region by the folder below its prefix, the largest first. */
export function createFolderSizes(prisma: PrismaClient, kind: DatabaseKind) {
  const dialect = SEARCH_DIALECTS[kind];
  return async (region: SearchRegion): Promise<readonly FolderTotal[]> => {
    // Inlined, because PostgreSQL has no `substr` for the type of a parameter.
    const rest = sql`substr(key, ${raw(String([...region.prefix].length + 1))})`;
    const slash = sql`${dialect.position}(${rest}, '/')`;
    const rows = await prisma.$queryRaw<Row[]>(sql`
      SELECT name, COUNT(*) AS files, SUM(size) AS bytes FROM (
        SELECT CASE WHEN ${slash} > 0 THEN substr(${rest}, 1, ${slash} - 1) ELSE '' END AS name, size
        FROM ${visibleIn(region, dialect, 'bucket_entries')} AND search_name <> '') AS named
      GROUP BY name ORDER BY SUM(size) DESC, name LIMIT ${MAX_FOLDERS}`);
    return rows.map(({ name, files, bytes }) => {
      return { name, files: Number(files), bytes: Number(bytes ?? 0) };
    });
  };
}

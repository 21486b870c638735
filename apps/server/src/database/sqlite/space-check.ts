import { sqltag as sql } from '@prisma/client/runtime/client';
import { readDiskSpace } from '@satchel/local-s3/disk-space';
import { AppError } from '#errors';
import type { Database } from '../database.ts';

/** SQLite writes a row twice: to its log, and later to its file. */
const COPIES = 2;

/**
 * Creates a check before large rows are stored in SQLite: on a full disk it can delete nothing either.
 * PostgreSQL has a disk of its own. The check throws `server.disk_full`.
 */
export function createSpaceCheck(
  { kind, prisma }: Pick<Database, 'kind' | 'prisma'>,
  dataDirectory: string,
) {
  return async (bytes: number): Promise<void> => {
    const written = bytes * COPIES;
    if (kind !== 'sqlite' || !(await readDiskSpace(dataDirectory, written)).isFull) return;
    // Deleted rows leave pages for new ones, but no space on the disk.
    const [free] = await prisma.$queryRaw<{ bytes: number | bigint }[]>(
      sql`SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size`,
    );
    if (Number(free?.bytes ?? 0) < written) throw new AppError('server.disk_full');
  };
}

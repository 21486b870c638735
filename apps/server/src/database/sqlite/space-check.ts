import { sqltag as sql } from '@prisma/client/runtime/client';
import { readDiskSpace } from '@satchel/local-s3/disk-space';
import { AppError } from '#errors';
import type { Database } from '../database.ts';

/** SQLite writes a row twice: to its log, and later to its file. */
const COPIES = 2;
/** Time after which the disk is looked at again; each look costs a tenth of creating a text. */
const LOOK_MS = 1000;

/**
 * Creates a check before large rows are stored in SQLite: on a full disk it can delete nothing either.
 * PostgreSQL has a disk of its own. The check throws `server.disk_full`.
 */
export function createSpaceCheck(
  { kind, prisma }: Pick<Database, 'kind' | 'prisma'>,
  dataDirectory: string,
) {
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let spareBytes = 0;
  return async (bytes: number): Promise<void> => {
    if (kind !== 'sqlite') return;
    const written = bytes * COPIES;
    if (spareBytes < written || performance.now() > lookedAtMs + LOOK_MS) {
      ({ spareBytes } = await readDiskSpace(dataDirectory));
      lookedAtMs = performance.now();
    }
    spareBytes -= written;
    if (spareBytes >= 0) return;
    // Deleted rows leave pages for new ones, but no space on the disk.
    const [free] = await prisma.$queryRaw<{ bytes: number | bigint }[]>(
      sql`SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size`,
    );
    if (Number(free?.bytes ?? 0) < written) throw new AppError('server.disk_full');
  };
}

import { randomId } from '#security/random.ts';
import type { PrismaClient } from '../database.ts';
import type { DatabaseKind } from '../schema-connection.ts';

/** Lease that no job has. Its row is written to find out whether SQLite can write. */
const CHECK = 'readiness';

/**
 * Checks that the database accepts writes. A PostgreSQL that is read-only refuses even a statement that
 * deletes nothing; SQLite finds a disk that is read-only only by changing something.
 *
 * @returns the database's time, if its clock is not this machine's
 */
export function createCheckDatabase(
  prisma: PrismaClient,
  kind: DatabaseKind,
): () => Promise<Date | undefined> {
  return async () => {
    if (kind === 'sqlite') {
      const row = { name: CHECK, holder: randomId(), expiresAt: new Date(0) };
      await prisma.lease.upsert({ where: { name: CHECK }, create: row, update: row });
      return undefined;
    }
    await prisma.$executeRaw`DELETE FROM leases WHERE 1 = 0`;
    const [row] = await prisma.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
    return row?.now;
  };
}

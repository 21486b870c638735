import type { PrismaClient } from '../database.ts';
import type { DatabaseKind } from '../schema-connection.ts';

/**
 * Tries whether the database can be written to, without writing: a removal of no row takes the lock that
 * every writer takes, and a database that only reads refuses it.
 *
 * @returns what tells the database's time, where that is not this machine's
 */
export function createCheckDatabase(
  prisma: PrismaClient,
  kind: DatabaseKind,
): () => Promise<Date | undefined> {
  return async () => {
    await prisma.$executeRaw`DELETE FROM leases WHERE 1 = 0`;
    if (kind === 'sqlite') return undefined;
    const [row] = await prisma.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
    return row?.now;
  };
}

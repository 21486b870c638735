import type { PrismaClient } from '../database.ts';
import type { DatabaseKind } from '../schema-connection.ts';

/**
 * Checks that the database accepts writes, without writing: deleting no row takes the same lock as
 * every writer, and a read-only database refuses it.
 *
 * @returns the database's time, if its clock is not this machine's
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

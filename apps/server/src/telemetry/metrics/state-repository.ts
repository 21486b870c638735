import type { PrismaClient } from '#database';

/** Work in progress in the database, on all replicas together. */
export interface WorkState {
  readonly writes: readonly { kind: string; state: string; count: number; reservedBytes: number }[];
  readonly operations: readonly { kind: string; state: string; count: number }[];
  readonly pendingDeletions: number;
  readonly locks: number;
}

/** Counts tables that contain only work in progress, and so stay small. */
export function createReadWorkState(prisma: PrismaClient): () => Promise<WorkState> {
  return async () => {
    const writes = await prisma.objectWrite.groupBy({
      by: ['kind', 'state'],
      _count: true,
      _sum: { reservedBytes: true },
    });
    const operations = await prisma.operation.groupBy({ by: ['kind', 'state'], _count: true });
    return {
      writes: writes.map(({ kind, state, _count: count, _sum: sum }) => ({
        kind,
        state,
        count,
        reservedBytes: Number(sum.reservedBytes ?? 0),
      })),
      operations: operations.map(({ kind, state, _count: count }) => ({ kind, state, count })),
      pendingDeletions: await prisma.pendingDeletion.count(),
      locks: await prisma.resourceLock.count(),
    };
  };
}

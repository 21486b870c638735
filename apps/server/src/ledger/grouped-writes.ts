import type { PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { type ClaimedAt, findShortage, findTaken, lockFor } from './conflicts.ts';
import { type BegunWrite, PATIENCE } from './landing.ts';
import type { NewWrite, ObjectWrite } from './object-write.ts';
import type { RoomLimit } from './room.ts';

/** Sent to nobody. */
export const omit = {
  claim: true,
  claimedUntil: true,
  holder: true,
  reservedBytes: true,
} as const;

export interface GroupedWrites {
  /**
   * Begins several writes of one bucket in one transaction: those whose names nobody else uses.
   * Says which are in use, or that there is no room for all of them, and then begins none.
   */
  beginAll(
    writes: readonly BegunWrite[],
    inputs: readonly Pick<NewWrite, 'sizeBytes' | 'lockTokens' | 'isReplacing'>[],
    limit: RoomLimit | undefined,
    now: Date,
  ): Promise<ReadonlyMap<string, ClaimedAt> | { readonly usedBytes: number }>;
  /** In the order of their keys. */
  listOfOperation(operationId: string): Promise<readonly ObjectWrite[]>;
}

export function createGroupedWrites(prisma: PrismaClient, kind: DatabaseKind): GroupedWrites {
  return {
    beginAll: (writes, inputs, limit, now) =>
      prisma.$transaction(async (transaction) => {
        const [first] = writes;
        if (!first) return new Map();
        const { id, storageConfigId } = first;
        const claim = first.claim ?? undefined;
        await lockFor(transaction, kind, { storageConfigId, claim, slug: undefined, limit });
        const claims = writes.flatMap((write, index) =>
          write.claim ? [{ ...write, ...inputs[index], claim: write.claim }] : [],
        );
        const claimed = await findTaken(transaction, storageConfigId, claims, now);
        const sizeBytes = inputs.reduce((sum, input) => sum + input.sizeBytes, 0);
        // No object has an empty key: nothing is overwritten.
        const wanted = { id, storageConfigId, objectKey: '', sizeBytes, limit };
        const shortage = await findShortage(transaction, wanted, now);
        if (shortage) return shortage;
        const data = writes
          .map((write, index) => ({
            ...write,
            reservedBytes: BigInt(inputs[index]?.sizeBytes ?? 0),
          }))
          .filter((write) => !claimed.has(write.id));
        await transaction.objectWrite.createMany({ data });
        return claimed;
      }, PATIENCE),
    async listOfOperation(operationId) {
      const writes = await prisma.objectWrite.findMany({ where: { operationId }, omit });
      return (writes as readonly ObjectWrite[]).toSorted((a, b) =>
        a.objectKey < b.objectKey ? -1 : 1,
      );
    },
  };
}

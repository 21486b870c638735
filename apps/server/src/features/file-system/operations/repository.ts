import type { PrismaClient } from '#database';
import type { OperationState } from './operation.ts';

/** A row; plan, progress and result are JSON. */
export interface OperationRow {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly plan: string;
  readonly progress: string;
  readonly result: string | null;
  readonly isCancelled: boolean;
  readonly heldUntil: Date | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A process, and until when others leave to it what it does. */
export interface Hold {
  readonly holder: string;
  readonly heldUntil: Date;
}

export interface OperationRepository {
  create(row: OperationRow & { readonly holder: string }): Promise<void>;
  find(id: string): Promise<OperationRow | undefined>;
  /** False where it is another's by now. */
  save(id: string, holder: string, progress: string, now: Date): Promise<boolean>;
  /** Ends it, and with it all that it claims; false where it is another's by now. */
  finish(id: string, holder: string, end: OperationEnd, now: Date): Promise<boolean>;
  /** Which of a process's operations it still has, and whether somebody has cancelled them. */
  renew(hold: Hold): Promise<readonly Pick<OperationRow, 'id' | 'isCancelled'>[]>;
  /** Leaves it to whoever comes next. */
  release(id: string, holder: string, now: Date): Promise<void>;
  cancel(id: string): Promise<void>;
  /** Takes over what nobody does: what was held until `heldBefore` at most. */
  take(hold: Hold, heldBefore: Date): Promise<readonly OperationRow[]>;
  removeEnded(before: Date): Promise<number>;
}

export interface OperationEnd {
  readonly state: OperationState;
  readonly progress: string;
  readonly result: string;
}

export function createOperationRepository(prisma: PrismaClient): OperationRepository {
  const { operation } = prisma;
  const running = (holder: string) => ({ holder, state: 'running' });
  return {
    async create(data) {
      await operation.create({ data, select: { id: true } });
    },
    find: async (id) => (await operation.findUnique({ where: { id } })) ?? undefined,
    async save(id, holder, progress, now) {
      const data = { progress, updatedAt: now };
      return (await operation.updateMany({ where: { id, ...running(holder) }, data })).count > 0;
    },
    finish: (id, holder, end, now) =>
      prisma.$transaction(async (transaction) => {
        const { count } = await transaction.operation.updateMany({
          where: { id, ...running(holder) },
          data: { ...end, updatedAt: now, holder: null, heldUntil: null },
        });
        if (count === 0) return false;
        await transaction.objectWrite.deleteMany({ where: { operationId: id, kind: 'change' } });
        return true;
      }),
    renew: ({ holder, heldUntil }) =>
      operation.updateManyAndReturn({
        where: running(holder),
        data: { heldUntil },
        select: { id: true, isCancelled: true },
      }),
    async release(id, holder, now) {
      await operation.updateMany({
        where: { id, ...running(holder) },
        data: { holder: null, heldUntil: now },
      });
    },
    async cancel(id) {
      await operation.updateMany({ where: { id, state: 'running' }, data: { isCancelled: true } });
    },
    take: (hold, heldBefore) =>
      operation.updateManyAndReturn({
        where: { state: 'running', heldUntil: { lte: heldBefore } },
        data: hold,
      }),
    async removeEnded(before) {
      const where = { state: { not: 'running' }, updatedAt: { lte: before } };
      return (await operation.deleteMany({ where })).count;
    },
  };
}

import type { Clock } from '#clock';
import type { Prisma, PrismaClient } from '#database';
import { readTime } from '#database/read-time.ts';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { releaseOperation } from '#ledger/steps/steps.ts';

/** Other processes take over an operation that was not renewed for this long. */
export const LEASE_MS = 30_000;
/** Maximum number of operations that a process takes over in one run. */
const TAKE_LIMIT = 100;

/** Row of an operation; plan, progress and result are JSON. */
export type OperationRow = Readonly<Omit<Prisma.OperationModel, 'holder' | 'heldUntil'>>;

export type OperationRepository = ReturnType<typeof createOperationRepository>;

/** Rows of operations. A row is held with a token, which every write of its holder must match. */
export function createOperationRepository(prisma: PrismaClient, kind: DatabaseKind, clock: Clock) {
  const { operation } = prisma;
  const running = (holder: string) => ({ holder, state: 'running' });
  const readNow = () => readTime(prisma, kind, clock);
  const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS);
  const lapsed = (now: Date, isAll: boolean) => ({
    state: 'running',
    ...(isAll ? {} : { heldUntil: { lte: now } }),
  });
  return {
    async create(row: OperationRow, holder: string) {
      const heldUntil = leaseFrom(await readNow());
      await operation.create({ data: { ...row, holder, heldUntil }, select: { id: true } });
    },
    find: async (id: string) => (await operation.findUnique({ where: { id } })) ?? undefined,
    /** Returns false if another process has the operation by now. */
    async save(id: string, token: string, progress: string, now: Date): Promise<boolean> {
      const data = { progress, updatedAt: now };
      return (await operation.updateMany({ where: { id, ...running(token) }, data })).count > 0;
    },
    /** Ends the operation and releases its claims; returns false if another process has it by now. */
    finish: (
      id: string,
      token: string,
      end: Pick<OperationRow, 'state' | 'progress' | 'result'>,
      now: Date,
    ) =>
      prisma.$transaction(async (transaction) => {
        const { count } = await transaction.operation.updateMany({
          where: { id, ...running(token) },
          data: { ...end, updatedAt: now, holder: null, heldUntil: null },
        });
        if (count > 0) await releaseOperation(transaction, id);
        return count > 0;
      }),
    /** Renews the leases that have not lapsed; returns them, and whether the operation was cancelled. */
    async renew(tokens: readonly string[]) {
      const now = await readNow();
      return operation.updateManyAndReturn({
        where: { state: 'running', holder: { in: [...tokens] }, heldUntil: { gt: now } },
        data: { heldUntil: leaseFrom(now) },
        select: { id: true, holder: true, isCancelled: true },
      });
    },
    /** Releases the lease, so that another process can take the operation over. */
    async release(id: string, token: string, now: Date) {
      await operation.updateMany({
        where: { id, ...running(token) },
        data: { holder: null, heldUntil: now },
      });
    },
    async cancel(id: string) {
      await operation.updateMany({ where: { id, state: 'running' }, data: { isCancelled: true } });
    },
    /** Ids of running operations whose lease has lapsed; of all running ones if `isAll`. */
    async listLapsed(isAll: boolean): Promise<readonly string[]> {
      const where = lapsed(await readNow(), isAll);
      const rows = await operation.findMany({
        where,
        select: { id: true },
        // Needed because Prisma would sort by id.
        orderBy: { heldUntil: 'asc' },
        take: TAKE_LIMIT,
      });
      return rows.map(({ id }) => id);
    },
    /** Takes over one operation; undefined if another process was faster. */
    async take(id: string, holder: string, isAll: boolean): Promise<OperationRow | undefined> {
      const now = await readNow();
      const [row] = await operation.updateManyAndReturn({
        where: { id, ...lapsed(now, isAll) },
        data: { holder, heldUntil: leaseFrom(now) },
      });
      return row;
    },
    async removeEnded(before: Date): Promise<number> {
      const where = { state: { not: 'running' }, updatedAt: { lte: before } };
      return (await operation.deleteMany({ where })).count;
    },
  };
}

import type { Clock } from '#clock';
import type { Prisma, PrismaClient } from '#database';
import { readTime } from '#database/read-time.ts';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { releaseOperation } from '#ledger/steps.ts';
import type { OperationState } from './operation.ts';

/** After this long without being renewed, other processes go on with an operation. */
export const LEASE_MS = 30_000;
/** Operations that one process takes over at a time. */
const TAKE_LIMIT = 100;

/** A row; plan, progress and result are JSON. */
export type OperationRow = Readonly<Omit<Prisma.OperationModel, 'holder' | 'heldUntil'>>;

export type OperationRepository = ReturnType<typeof createOperationRepository>;

export interface RenewedOperation {
  readonly id: string;
  readonly holder: string | null;
  readonly isCancelled: boolean;
}

export interface OperationEnd {
  readonly state: OperationState;
  readonly progress: string;
  readonly result: string;
}

/** Rows of operations. A row is held by a token, which only its holder's calls match. */
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
    /** False where it is another's by now. */
    async save(id: string, token: string, progress: string, now: Date): Promise<boolean> {
      const data = { progress, updatedAt: now };
      return (await operation.updateMany({ where: { id, ...running(token) }, data })).count > 0;
    },
    /** Ends it, and with it all that it claims; false where it is another's by now. */
    finish: (id: string, token: string, end: OperationEnd, now: Date) =>
      prisma.$transaction(async (transaction) => {
        const { count } = await transaction.operation.updateMany({
          where: { id, ...running(token) },
          data: { ...end, updatedAt: now, holder: null, heldUntil: null },
        });
        if (count > 0) await releaseOperation(transaction, id);
        return count > 0;
      }),
    /** Renews those of these tokens that have not lapsed, and says whether somebody has cancelled them. */
    async renew(tokens: readonly string[]): Promise<readonly RenewedOperation[]> {
      const now = await readNow();
      return operation.updateManyAndReturn({
        where: { state: 'running', holder: { in: [...tokens] }, heldUntil: { gt: now } },
        data: { heldUntil: leaseFrom(now) },
        select: { id: true, holder: true, isCancelled: true },
      });
    },
    /** Leaves it to whoever comes next. */
    async release(id: string, token: string, now: Date) {
      await operation.updateMany({
        where: { id, ...running(token) },
        data: { holder: null, heldUntil: now },
      });
    },
    async cancel(id: string) {
      await operation.updateMany({ where: { id, state: 'running' }, data: { isCancelled: true } });
    },
    /** Ids of operations whose lease has lapsed; of all that run where `isAll`. */
    async listLapsed(isAll: boolean): Promise<readonly string[]> {
      const where = lapsed(await readNow(), isAll);
      const rows = await operation.findMany({
        where,
        select: { id: true },
        // Prisma would sort by id.
        orderBy: { heldUntil: 'asc' },
        take: TAKE_LIMIT,
      });
      return rows.map(({ id }) => id);
    },
    /** Takes over one of those; undefined where another process was faster. */
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

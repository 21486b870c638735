import { isStored, type Prisma, type PrismaClient } from '#database';

/** Call that is running, or was made within the last day. */
export type RepeatedCallRow = Readonly<Prisma.RepeatedCallModel>;

export type RepeatedCallRepository = ReturnType<typeof createRepeatedCallRepository>;

export function createRepeatedCallRepository(prisma: PrismaClient) {
  const { repeatedCall } = prisma;
  return {
    /**
     * Claims a key that is unused or expired, or whose process has died; then its expiry stays. Returns
     * the expiry; undefined if another call has the key.
     */
    async claim(row: RepeatedCallRow, now: Date): Promise<Date | undefined> {
      if (await isStored(repeatedCall.create({ data: row }))) return row.expiresAt;
      const { id, fingerprint, holder, heldUntil, expiresAt } = row;
      const anew = await repeatedCall.updateMany({
        where: { id, expiresAt: { lte: now } },
        data: { fingerprint, reply: null, holder, heldUntil, expiresAt },
      });
      if (anew.count > 0) return expiresAt;
      const unfinished = { id, fingerprint, reply: null, heldUntil: { lte: now } };
      const taken = await repeatedCall.updateMany({
        where: unfinished,
        data: { holder, heldUntil },
      });
      return taken.count > 0
        ? (await repeatedCall.findUnique({ where: { id } }))?.expiresAt
        : undefined;
    },
    find: (id: string) => repeatedCall.findUnique({ where: { id } }),
    /** Prolongs the hold of a running call, unless another process has taken it over. */
    async prolong(id: string, holder: string, heldUntil: Date) {
      await repeatedCall.updateMany({ where: { id, holder, reply: null }, data: { heldUntil } });
    },
    /** Stores the reply, unless another process has taken the call over. */
    async keep(id: string, holder: string, reply: string) {
      await repeatedCall.updateMany({ where: { id, holder }, data: { reply } });
    },
    async release(id: string, holder: string) {
      await repeatedCall.deleteMany({ where: { id, holder, reply: null } });
    },
    async removeExpired(now: Date) {
      await repeatedCall.deleteMany({ where: { expiresAt: { lte: now } } });
    },
    /** Counts the rows of callers without a credential: of one address, and in total. */
    async countOfStrangers(stranger: string, now: Date): Promise<{ own: number; all: number }> {
      const expiresAt = { gt: now };
      const own = await repeatedCall.count({ where: { stranger, expiresAt } });
      const all = await repeatedCall.count({ where: { stranger: { not: null }, expiresAt } });
      return { own, all };
    },
  };
}

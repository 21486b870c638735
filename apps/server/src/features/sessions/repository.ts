import { isStored, type Prisma, type PrismaClient, withRefusals } from '#database';
import { raiseCacheVersion } from '#database/cache-versions.ts';

export type AdminRow = Readonly<Pick<Prisma.AdminModel, 'id' | 'username' | 'passwordHash'>>;

export interface AdminChanges {
  readonly username?: string;
  readonly passwordHash?: string;
  readonly updatedAt: Date;
}

export type SessionRepository = ReturnType<typeof createSessionRepository>;

export type TokenRow = Readonly<Prisma.AdminTokenModel>;

/** Administrators and their tokens. */
export function createSessionRepository(prisma: PrismaClient) {
  const { admin, adminToken } = prisma;
  return {
    countAdmins: () => admin.count(),
    async findAdmin(username: string): Promise<AdminRow | undefined> {
      return (await admin.findUnique({ where: { username } })) ?? undefined;
    },
    /**
     * Changes the account and ends all of its sessions, in one transaction. Returns false if the
     * account has changed since it was read.
     *
     * @param alongside further writes in that transaction
     */
    async updateAdmin(
      { id, username, passwordHash }: AdminRow,
      changes: AdminChanges,
      alongside?: (transaction: Prisma.TransactionClient) => Promise<unknown>,
    ) {
      const work = prisma.$transaction(async (transaction) => {
        await raiseCacheVersion(transaction, 'credentials');
        const where = { id, username, passwordHash };
        const { count } = await transaction.admin.updateMany({ where, data: changes });
        if (count === 0) return false;
        await transaction.adminToken.deleteMany({ where: { adminId: id } });
        await alongside?.(transaction);
        return true;
      });
      return withRefusals(work, { unique: 'sessions.username_taken' });
    },
    /** Returns false if another replica that started at the same time was faster. */
    createAdmin: (row: AdminRow, now: Date): Promise<boolean> =>
      isStored(admin.create({ data: { ...row, createdAt: now, updatedAt: now } })),
    async findToken(tokenHash: string) {
      const row = await adminToken.findUnique({ where: { tokenHash }, include: { admin: true } });
      return row ?? undefined;
    },
    /**
     * Stores a token and removes the administrator's oldest ones beyond `keep`. Returns false if the
     * account has changed since its password was checked, because the change has ended all sessions.
     */
    addToken: (
      { id: adminId, username, passwordHash }: AdminRow,
      token: Omit<TokenRow, 'adminId'>,
      keep: number,
    ) =>
      prisma.$transaction(async (transaction) => {
        await raiseCacheVersion(transaction, 'credentials');
        // Writes the account instead of only reading it: a concurrent change waits, and then sees the token.
        const where = { id: adminId, username, passwordHash };
        const same = await transaction.admin.updateMany({ where, data: { passwordHash } });
        if (same.count === 0) return false;
        await transaction.adminToken.create({ data: { ...token, adminId } });
        const surplus = await transaction.adminToken.findMany({
          where: { adminId },
          orderBy: [{ createdAt: 'desc' }, { tokenHash: 'asc' }],
          skip: keep,
          select: { tokenHash: true },
        });
        const hashes = surplus.map((row) => row.tokenHash);
        await transaction.adminToken.deleteMany({ where: { tokenHash: { in: hashes } } });
        return true;
      }),
    async extendToken(tokenHash: string, expiresAt: Date) {
      await adminToken.updateMany({ where: { tokenHash }, data: { expiresAt } });
    },
    /** Sessions of an administrator, newest first. */
    listTokens: (adminId: string) =>
      adminToken.findMany({
        where: { adminId },
        orderBy: [{ createdAt: 'desc' }, { tokenHash: 'asc' }],
      }),
    /** Records the use of a token. */
    async touchToken(tokenHash: string, lastUsedAt: Date) {
      await adminToken.updateMany({ where: { tokenHash }, data: { lastUsedAt } });
    },
    /** Returns how many were removed. */
    async removeTokens(adminId: string, tokenHashes: readonly string[]): Promise<number> {
      const where = { adminId, tokenHash: { in: [...tokenHashes] } };
      const raised = raiseCacheVersion(prisma, 'credentials');
      const [, removed] = await prisma.$transaction([raised, adminToken.deleteMany({ where })]);
      return removed.count;
    },
    async removeToken(tokenHash: string) {
      const raised = raiseCacheVersion(prisma, 'credentials');
      await prisma.$transaction([raised, adminToken.deleteMany({ where: { tokenHash } })]);
    },
    /** Removes expired sessions, and those begun before a time. */
    async removeExpiredTokens(now: Date, begunBefore: Date) {
      const isOver = [{ expiresAt: { lte: now } }, { createdAt: { lte: begunBefore } }];
      await adminToken.deleteMany({ where: { OR: isOver } });
    },
  };
}

import { isUniqueViolation, type PrismaClient } from '#database';
import { AppError } from '#errors';

export interface AdminRow {
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string;
}

export interface AdminChanges {
  readonly username?: string;
  readonly passwordHash?: string;
  readonly updatedAt: Date;
}

/** Administrators and their tokens. */
export interface SessionRepository {
  countAdmins(): Promise<number>;
  findAdmin(username: string): Promise<AdminRow | undefined>;
  /** Changes the account and ends all of its sessions, in one transaction. */
  updateAdmin(id: string, changes: AdminChanges): Promise<void>;
  /** False where another replica, started at the same time, was faster. */
  createAdmin(admin: AdminRow, now: Date): Promise<boolean>;
  findToken(tokenHash: string): Promise<{ expiresAt: Date; admin: AdminRow } | undefined>;
  /** Stores a token and drops the oldest of its administrator beyond `keep`. */
  addToken(token: TokenRow, keep: number): Promise<void>;
  extendToken(tokenHash: string, expiresAt: Date): Promise<void>;
  removeToken(tokenHash: string): Promise<void>;
  removeExpiredTokens(now: Date): Promise<void>;
}

export interface TokenRow {
  readonly tokenHash: string;
  readonly adminId: string;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

export function createSessionRepository(prisma: PrismaClient): SessionRepository {
  const { admin, adminToken } = prisma;
  return {
    countAdmins: () => admin.count(),
    async findAdmin(username) {
      return (await admin.findUnique({ where: { username } })) ?? undefined;
    },
    async updateAdmin(id, changes) {
      try {
        await prisma.$transaction([
          admin.update({ where: { id }, data: changes }),
          adminToken.deleteMany({ where: { adminId: id } }),
        ]);
      } catch (error) {
        if (isUniqueViolation(error)) {
          throw new AppError('sessions.username_taken', { cause: error });
        }
        throw error;
      }
    },
    async createAdmin(row, now) {
      try {
        await admin.create({ data: { ...row, createdAt: now, updatedAt: now } });
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },
    async findToken(tokenHash) {
      const row = await adminToken.findUnique({ where: { tokenHash }, include: { admin: true } });
      return row ?? undefined;
    },
    async addToken(token, keep) {
      await adminToken.create({ data: token });
      const surplus = await adminToken.findMany({
        where: { adminId: token.adminId },
        orderBy: [{ createdAt: 'desc' }, { tokenHash: 'asc' }],
        skip: keep,
        select: { tokenHash: true },
      });
      if (surplus.length === 0) return;
      const hashes = surplus.map((row) => row.tokenHash);
      await adminToken.deleteMany({ where: { tokenHash: { in: hashes } } });
    },
    async extendToken(tokenHash, expiresAt) {
      await adminToken.updateMany({ where: { tokenHash }, data: { expiresAt } });
    },
    async removeToken(tokenHash) {
      await adminToken.deleteMany({ where: { tokenHash } });
    },
    async removeExpiredTokens(now) {
      await adminToken.deleteMany({ where: { expiresAt: { lte: now } } });
    },
  };
}

import { AppError } from '#errors';
import type { AdminCaller, AuthenticatedCaller, Credential } from '#security/caller.ts';
import { assertNotCommon } from '#security/common-passwords.ts';
import { hashPassword } from '#security/passwords.ts';
import { hashToken, randomAlphanumeric, randomId, randomToken } from '#security/random.ts';
import {
  adminCaller,
  createAuthenticators,
  endOf,
  type SessionDependencies,
} from './authenticators.ts';
import type { TokenRow } from './repository.ts';

/** CONTRACT A2: maximum number of sessions of an administrator. */
const TOKENS_PER_ADMIN = 5;
const GENERATED_PASSWORD_LENGTH = 20;
const MAX_AGENT_LENGTH = 300;

export type SessionService = ReturnType<typeof createSessionService>;

/** Session as its administrator sees it. */
export interface OpenSession {
  /** Public id, which is no credential. */
  readonly id: string;
  readonly isOwn: boolean;
  readonly startedAt: Date;
  readonly lastUsedAt: Date | null;
  /** End of the session unless it is used before. */
  readonly expiresAt: Date;
  /** End of the session even if it is in use. */
  readonly endsAt: Date;
  readonly source: string | null;
  readonly agent: string | null;
}

export interface FirstAdmin {
  readonly username: string;
  readonly generatedPassword: string | undefined;
}

export interface AccountChange {
  readonly currentPassword: string;
  readonly newPassword?: string | null | undefined;
  readonly newUsername?: string | null | undefined;
}

export function createSessionService(dependencies: SessionDependencies) {
  const { repository, maxSessionMs, memory, clock } = dependencies;
  const authenticators = createAuthenticators(dependencies);
  const listOpen = async (adminId: string) => {
    const now = clock.now();
    const begunAfter = now.getTime() - maxSessionMs;
    const tokens = await repository.listTokens(adminId);
    return tokens.filter(
      ({ expiresAt, createdAt }) => expiresAt > now && createdAt.getTime() > begunAfter,
    );
  };
  const remove = async (adminId: string, tokens: readonly TokenRow[]) => {
    const hashes = tokens.map(({ tokenHash }) => tokenHash);
    const count = await repository.removeTokens(adminId, hashes);
    memory.forget();
    return count;
  };
  return {
    /**
     * Creates the first administrator. Returns the password to print if it was generated.
     *
     * @throws {AppError} `sessions.password_too_common`
     */
    async ensureAdmin(username: string, password: string | undefined) {
      if ((await repository.countAdmins()) > 0) return undefined;
      // Letters and digits: a double click selects all, and no command takes it for an option.
      const chosen = password ?? randomAlphanumeric(GENERATED_PASSWORD_LENGTH);
      assertNotCommon(chosen);
      const passwordHash = await hashPassword(chosen);
      const admin = { id: randomId(), username, passwordHash };
      if (!(await repository.createAdmin(admin, clock.now()))) return undefined;
      return { username, generatedPassword: password === undefined ? chosen : undefined };
    },
    async login(username: string, password: string, source: string, agent?: string) {
      const attempt = { username, password, source, agent };
      const admin = await authenticators.checkPassword(attempt);
      if (!admin) throw new AppError('sessions.wrong_credentials');
      const token = randomToken();
      const now = clock.now();
      const expiresAt = endOf(now, now, maxSessionMs);
      const from = { source, agent: agent?.slice(0, MAX_AGENT_LENGTH).toWellFormed() ?? null };
      const use = { expiresAt, createdAt: now, lastUsedAt: now };
      const row = { tokenHash: hashToken(token), ...use, ...from };
      if (!(await repository.addToken(admin, row, TOKENS_PER_ADMIN))) {
        throw new AppError('sessions.wrong_credentials');
      }
      // The new session may have removed the oldest one.
      memory.forget();
      return { admin: adminCaller(admin), username: admin.username, token, expiresAt };
    },
    /** Ends the session of a token; returns its administrator. */
    async logout(credential: Credential | undefined): Promise<AdminCaller | undefined> {
      if (credential?.kind !== 'adminToken') return undefined;
      const tokenHash = hashToken(credential.token);
      const token = await repository.findToken(tokenHash);
      await repository.removeToken(tokenHash);
      memory.forget();
      return token && adminCaller(token.admin);
    },
    /** Changes name, password or both, and ends every session of the administrator (SPEC 4, 5). */
    async changeAccount(
      { name }: AdminCaller,
      { currentPassword, newPassword, newUsername }: AccountChange,
      source: string,
    ) {
      if (!newPassword && !newUsername) throw new AppError('sessions.nothing_to_change');
      const attempt = { username: name, password: currentPassword, source };
      const admin = await authenticators.checkPassword(attempt);
      if (!admin) throw new AppError('sessions.wrong_current_password');
      if (newPassword === currentPassword) throw new AppError('sessions.same_password');
      if (newPassword) assertNotCommon(newPassword);
      const isChanged = await repository.updateAdmin(admin, {
        updatedAt: clock.now(),
        ...(newUsername ? { username: newUsername } : {}),
        ...(newPassword ? { passwordHash: await hashPassword(newPassword) } : {}),
      });
      // Another change came first, so the password or name is no longer the checked one.
      if (!isChanged) throw new AppError('sessions.wrong_current_password');
      memory.forget();
    },
    /** @throws {AppError} `auth.invalid`, or `auth.throttled` after too many wrong credentials */
    async authenticate(credential: Credential, source: string): Promise<AuthenticatedCaller> {
      const caller = await authenticators.check(credential, source);
      if (!caller) throw new AppError('auth.invalid');
      return caller;
    },
    /** Active sessions of an administrator, newest first. */
    async list({ id }: AdminCaller, own: Credential | undefined): Promise<readonly OpenSession[]> {
      const tokens = await listOpen(id);
      return tokens.map((token) => presentSession(token, own, maxSessionMs));
    },
    /** Ends one of an administrator's sessions. Returns false if there is none with this id. */
    async end({ id: adminId }: AdminCaller, id: string): Promise<boolean> {
      const tokens = await listOpen(adminId);
      const ended = tokens.filter(({ tokenHash }) => sessionIdOf(tokenHash) === id);
      return (await remove(adminId, ended)) > 0;
    },
    /** Ends all of an administrator's sessions except the credential's own. Returns how many. */
    async endOthers({ id }: AdminCaller, own: Credential | undefined): Promise<number> {
      const tokens = await listOpen(id);
      return remove(
        id,
        tokens.filter((token) => !isOf(token, own)),
      );
    },
    removeExpiredTokens() {
      const now = clock.now();
      return repository.removeExpiredTokens(now, new Date(now.getTime() - maxSessionMs));
    },
  };
}

/** Public id of a session, derived from the hash of its token, which is the key of its row. */
function sessionIdOf(tokenHash: string): string {
  return hashToken(`session:${tokenHash}`).slice(0, 32);
}

function isOf({ tokenHash }: TokenRow, own: Credential | undefined): boolean {
  return own?.kind === 'adminToken' && hashToken(own.token) === tokenHash;
}

function presentSession(token: TokenRow, own: Credential | undefined, maxMs: number): OpenSession {
  const { tokenHash, createdAt, lastUsedAt, expiresAt, source, agent } = token;
  const endsAt = new Date(createdAt.getTime() + maxMs);
  return {
    ...{ id: sessionIdOf(tokenHash), isOwn: isOf(token, own), startedAt: createdAt, lastUsedAt },
    ...{ expiresAt: expiresAt < endsAt ? expiresAt : endsAt, endsAt, source, agent },
  };
}

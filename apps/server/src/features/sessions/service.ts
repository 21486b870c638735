import { hasPermission } from '@satchel/permissions';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { ApiKeyRow, ApiKeyService } from '#features/api-keys/service.ts';
import type {
  AdminCaller,
  ApiKeyCaller,
  AuthenticatedCaller,
  Credential,
} from '#security/caller.ts';
import type { CallerMemory } from '#security/caller-memory.ts';
import { assertNotCommon } from '#security/common-passwords.ts';
import {
  assertRoomToVerify,
  hashPassword,
  verifyNothing,
  verifyPassword,
} from '#security/passwords.ts';
import { hashToken, randomId, randomToken } from '#security/random.ts';
import type { ThrottleService } from '#security/throttles/throttles.ts';
import type { AdminRow, SessionRepository } from './repository.ts';

/** CONTRACT A2: a day, sliding, at most five an administrator. */
const TOKEN_LIFETIME_MS = 24 * 60 * 60 * 1000;
const TOKENS_PER_ADMIN = 5;
/** A token slides at most this often, so that reading calls do not write each time. */
const SLIDE_INTERVAL_MS = 10 * 60 * 1000;
/** How long a right Basic password is remembered, so that WebDAV does not hash at every call. */
const BASIC_MEMORY_MS = 60_000;
const KEY_PREFIX_LENGTH = 8;
/** How long after its last use a key is still known to be one. */
const KEY_USE_MS = 60_000;

export interface SessionService {
  /**
   * Makes the first administrator. Returns the password to print where it was generated.
   *
   * @throws {AppError} `sessions.password_too_common`
   */
  ensureAdmin(username: string, password: string | undefined): Promise<FirstAdmin | undefined>;
  login(username: string, password: string, source: string): Promise<Session>;
  logout(credential: Credential | undefined): Promise<void>;
  /** Changes name, password or both, and ends every session of the administrator (SPEC 4, 5). */
  changeAccount(admin: AdminCaller, change: AccountChange, source: string): Promise<void>;
  /** @throws {AppError} `auth.invalid`, or `auth.throttled` after too many of them */
  authenticate(credential: Credential, source: string): Promise<AuthenticatedCaller>;
  removeExpiredTokens(): Promise<void>;
}

export interface FirstAdmin {
  readonly username: string;
  readonly generatedPassword: string | undefined;
}

export interface Session {
  readonly username: string;
  readonly token: string;
  readonly expiresAt: Date;
}

export interface AccountChange {
  readonly currentPassword: string;
  readonly newPassword?: string | null | undefined;
  readonly newUsername?: string | null | undefined;
}

export interface SessionDependencies {
  readonly repository: SessionRepository;
  readonly apiKeys: ApiKeyService;
  readonly throttles: ThrottleService;
  readonly memory: CallerMemory;
  readonly clock: Clock;
}

export function createSessionService(dependencies: SessionDependencies): SessionService {
  const { repository, memory, clock } = dependencies;
  const authenticators = createAuthenticators(dependencies);
  return {
    async ensureAdmin(username, password) {
      if ((await repository.countAdmins()) > 0) return undefined;
      const chosen = password ?? randomToken().slice(0, 20);
      assertNotCommon(chosen);
      const passwordHash = await hashPassword(chosen);
      const admin = { id: randomId(), username, passwordHash };
      if (!(await repository.createAdmin(admin, clock.now()))) return undefined;
      return { username, generatedPassword: password === undefined ? chosen : undefined };
    },
    async login(username, password, source) {
      const admin = await authenticators.checkPassword(username, password, source);
      if (!admin) throw new AppError('sessions.wrong_credentials');
      const token = randomToken();
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + TOKEN_LIFETIME_MS);
      const row = { tokenHash: hashToken(token), expiresAt, createdAt: now };
      if (!(await repository.addToken(admin, row, TOKENS_PER_ADMIN))) {
        throw new AppError('sessions.wrong_credentials');
      }
      // The oldest may have gone for it.
      memory.forget();
      return { username: admin.username, token, expiresAt };
    },
    async logout(credential) {
      if (credential?.kind === 'adminToken')
        await repository.removeToken(hashToken(credential.token));
      memory.forget();
    },
    async changeAccount({ name }, { currentPassword, newPassword, newUsername }, source) {
      if (!newPassword && !newUsername) throw new AppError('sessions.nothing_to_change');
      const admin = await authenticators.checkPassword(name, currentPassword, source);
      if (!admin) throw new AppError('sessions.wrong_current_password');
      if (newPassword === currentPassword) throw new AppError('sessions.same_password');
      if (newPassword) assertNotCommon(newPassword);
      const isChanged = await repository.updateAdmin(admin, {
        updatedAt: clock.now(),
        ...(newUsername ? { username: newUsername } : {}),
        ...(newPassword ? { passwordHash: await hashPassword(newPassword) } : {}),
      });
      // Somebody else's change came first, and with it another password or name.
      if (!isChanged) throw new AppError('sessions.wrong_current_password');
      memory.forget();
    },
    async authenticate(credential, source) {
      const caller = await authenticators.check(credential, source);
      if (!caller) throw new AppError('auth.invalid');
      return caller;
    },
    removeExpiredTokens: () => repository.removeExpiredTokens(clock.now()),
  };
}

/** One check a kind of credential; each gives the caller, or nothing for a bad one. */
function createAuthenticators(dependencies: SessionDependencies) {
  const { repository, apiKeys, throttles, memory, clock } = dependencies;
  const remembered = new LRUCache<string, string>({ max: 1000, ttl: BASIC_MEMORY_MS });
  const used = new LRUCache<string, true>({ max: 1000, ttl: KEY_USE_MS, updateAgeOnGet: true });

  async function checkPassword(username: string, password: string, source: string) {
    assertRoomToVerify();
    return throttles.guard({ kind: 'login', target: username, source }, async () => {
      const admin = await repository.findAdmin(username);
      const isRight = admin
        ? await verifyPassword(password, admin.passwordHash)
        : await verifyNothing(password);
      return isRight ? admin : undefined;
    });
  }

  async function checkAdminToken(token: string) {
    const tokenHash = hashToken(token);
    const row = await repository.findToken(tokenHash);
    const now = clock.now().getTime();
    if (!row || row.expiresAt.getTime() <= now) return undefined;
    const slidTo = now + TOKEN_LIFETIME_MS;
    if (slidTo - row.expiresAt.getTime() > SLIDE_INTERVAL_MS) {
      await repository.extendToken(tokenHash, new Date(slidTo));
    }
    return { caller: adminCaller(row.admin), expiresAt: row.expiresAt };
  }

  async function checkApiKey(key: string, source: string) {
    const attempt = { kind: 'api-key', target: key.slice(0, KEY_PREFIX_LENGTH), source } as const;
    const find = async () => {
      const row = await apiKeys.findValid(key);
      return row && { caller: keyCaller(row), expiresAt: row.expiresAt };
    };
    const id = hashToken(`${key} ${source}`);
    // A key is checked at every call, and a write each time would cost: one in use is no guess.
    const inUse = used.get(id) && (await find());
    const found = inUse || (await throttles.guard(attempt, find));
    if (found) used.set(id, true);
    return found;
  }

  async function checkBasic(username: string, password: string, source: string) {
    // A key as both of them costs what it does in any other header: one lookup and no hash.
    if (username === password) {
      const holder = await checkApiKey(password, source);
      return holder && hasPermission(holder.caller.permissions, 'webdav_read')
        ? holder.caller
        : undefined;
    }
    const id = hashToken(`${username}:${password}`);
    const passwordHash = remembered.get(id);
    const known = passwordHash === undefined ? undefined : await repository.findAdmin(username);
    if (known && known.passwordHash === passwordHash) return adminCaller(known);
    const admin = await checkPassword(username, password, source);
    if (admin) remembered.set(id, admin.passwordHash);
    return admin && adminCaller(admin);
  }

  async function check(credential: Credential, source: string) {
    switch (credential.kind) {
      case 'adminToken':
        return memory.find(`token:${hashToken(credential.token)}`, () =>
          checkAdminToken(credential.token),
        );
      case 'apiKey':
        return memory.find(`key:${hashToken(credential.key)}`, () =>
          checkApiKey(credential.key, source),
        );
      case 'basic':
        return checkBasic(credential.username, credential.password, source);
      case 'unknown':
        return undefined;
    }
  }
  return { check, checkPassword };
}

function adminCaller({ id, username }: AdminRow): AuthenticatedCaller {
  return { kind: 'admin', id, name: username };
}

function keyCaller(row: ApiKeyRow): ApiKeyCaller {
  const { id, name, keyMasked, permissions, basicPath, role, isGuest } = row;
  return { kind: 'apiKey', id, name, keyMasked, permissions, basePath: basicPath, role, isGuest };
}

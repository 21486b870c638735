import { hasPermission } from '@satchel/api-client/permissions';
import { LRUCache } from 'lru-cache';
import type { CallerMemory, Identified } from '#cache/caller-memory.ts';
import { createUseNotes } from '#cache/use-notes.ts';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import { type ApiKeyService, keyCaller } from '#features/api-keys/service.ts';
import type { AuditTrail, RefusedLogIn } from '#security/audit-trail.ts';
import type { AdminCaller, Credential } from '#security/caller.ts';
import { assertRoomToVerify, verifyNothing, verifyPassword } from '#security/passwords.ts';
import { hashToken } from '#security/random.ts';
import type { ThrottleService } from '#throttles/throttles.ts';
import type { AdminRow, SessionRepository } from './repository.ts';

export interface SessionDependencies {
  readonly repository: SessionRepository;
  readonly apiKeys: ApiKeyService;
  readonly throttles: ThrottleService;
  readonly auditLog: Pick<AuditTrail, 'refused'>;
  /** Maximum lifetime of a session, even if it is in use. */
  readonly maxSessionMs: number;
  readonly onError: (error: unknown) => void;
  readonly memory: CallerMemory;
  readonly clock: Clock;
}

/** CONTRACT A2: a session ends after a day without use. */
const TOKEN_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** End of a session that is used now: in a day, but not after its maximum lifetime. */
export function endOf(begun: Date, used: Date, maxSessionMs: number): Date {
  const end = Math.min(used.getTime() + TOKEN_LIFETIME_MS, begun.getTime() + maxSessionMs);
  return new Date(end);
}

/** Minimum interval between extensions of a token, so that reading calls do not write each time. */
const SLIDE_INTERVAL_MS = 10 * 60 * 1000;
/** Time for which a correct Basic password is cached, so that WebDAV does not hash it in every call. */
const BASIC_MEMORY_MS = 60_000;
const KEY_PREFIX_LENGTH = 8;
/** A password does not expire. */
const NEVER = new Date(8.64e15);
/** Time after its last use for which a key counts as in use. */
const KEY_USE_MS = 60_000;

export interface PasswordAttempt {
  readonly username: string;
  readonly password: string;
  readonly source: string;
  readonly agent?: string | undefined;
}

/** One check per kind of credential; each returns the caller, or undefined for a bad one. */
export function createAuthenticators(dependencies: SessionDependencies) {
  const { repository, apiKeys, throttles, auditLog, memory, clock } = dependencies;
  const { maxSessionMs, onError } = dependencies;
  const remembered = new LRUCache<string, string>({ max: 1000, ttl: BASIC_MEMORY_MS });
  const used = new LRUCache<string, true>({ max: 1000, ttl: KEY_USE_MS, updateAgeOnGet: true });

  const uses = createUseNotes({ write: repository.touchToken, onError, clock });

  async function checkPassword({ username, password, source, agent }: PasswordAttempt) {
    assertRoomToVerify();
    let known: string | undefined;
    const check = throttles.guard({ kind: 'login', target: username, source }, async () => {
      const admin = await repository.findAdmin(username);
      known = admin?.username;
      const isRight = admin
        ? await verifyPassword(password, admin.passwordHash)
        : await verifyNothing(password);
      return isRight ? admin : undefined;
    });
    return watch(check, () => ({ credential: 'password', target: known, source, agent }));
  }

  /** Records a wrong secret, or one that is refused unchecked after too many wrong ones. */
  async function watch<Found>(
    check: Promise<Found | undefined>,
    describe: () => RefusedLogIn,
  ): Promise<Found | undefined> {
    try {
      const found = await check;
      if (found === undefined) auditLog.refused(describe());
      return found;
    } catch (error) {
      if (error instanceof AppError && error.code === 'auth.throttled') {
        auditLog.refused(describe());
      }
      throw error;
    }
  }

  async function checkAdminToken(token: string) {
    const tokenHash = hashToken(token);
    const row = await repository.findToken(tokenHash);
    const now = clock.now();
    if (!row || row.expiresAt <= now) return undefined;
    // The maximum lifetime may have become shorter since the token was created.
    if (now.getTime() - row.createdAt.getTime() >= maxSessionMs) return undefined;
    const slidTo = endOf(row.createdAt, now, maxSessionMs);
    if (slidTo.getTime() - row.expiresAt.getTime() > SLIDE_INTERVAL_MS) {
      await repository.extendToken(tokenHash, slidTo);
    }
    uses.note({ id: tokenHash, lastUsedAt: row.lastUsedAt });
    return { caller: adminCaller(row.admin), expiresAt: row.expiresAt };
  }

  async function checkApiKey(key: string, source: string) {
    const attempt = { kind: 'api-key', target: key.slice(0, KEY_PREFIX_LENGTH), source } as const;
    const find = async () => {
      const row = await apiKeys.findValid(key);
      return row && { caller: keyCaller(row), expiresAt: row.expiresAt };
    };
    const id = hashToken(`${key} ${source}`);
    // A key that is in use skips the throttle, because it is no guess and a database write per call
    // would cost time.
    const inUse = used.get(id) && (await find());
    const guarded = () =>
      watch(throttles.guard(attempt, find), () => ({ credential: 'api_key', source }));
    const found = inUse || (await guarded());
    if (found) used.set(id, true);
    return found;
  }

  async function checkBasic(username: string, password: string, source: string) {
    // An API key, with any name or none, costs a lookup and no hash, as in any other header.
    const isKeyAlone = username === '' || username === password;
    if (isKeyAlone || (await apiKeys.findValid(password))) {
      const holder = await checkApiKey(password, source);
      const isForWebdav = (['webdav_read', 'webdav_manage'] as const).some(
        (permission) => holder && hasPermission(holder.caller.permissions, permission),
      );
      return isForWebdav ? holder : undefined;
    }
    const id = basicId({ username, password });
    const passwordHash = remembered.get(id);
    const known = passwordHash === undefined ? undefined : await repository.findAdmin(username);
    if (known && known.passwordHash === passwordHash) return asIdentified(known);
    const admin = await checkPassword({ username, password, source });
    if (admin) remembered.set(id, admin.passwordHash);
    return admin && asIdentified(admin);
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
        return memory.find(basicId(credential), () =>
          checkBasic(credential.username, credential.password, source),
        );
      case 'uploadToken':
      case 'unknown':
        return undefined;
    }
  }
  return { check, checkPassword };
}

function basicId({ username, password }: Pick<PasswordAttempt, 'username' | 'password'>) {
  return `basic:${hashToken(`${username}:${password}`)}`;
}

function asIdentified(admin: AdminRow): Identified {
  return { caller: adminCaller(admin), expiresAt: NEVER };
}

export function adminCaller({ id, username }: AdminRow): AdminCaller {
  return { kind: 'admin', id, name: username };
}

import type { createApiKey, updateApiKey } from '@satchel/api-client/contract/api-keys';
import { createdByOf, decide, type PermissionName } from '@satchel/api-client/permissions';
import { normalizePath } from '@satchel/permissions';
import type { z } from 'zod';
import type { CallerMemory } from '#cache/caller-memory.ts';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { CancelOperations, EndUploads } from '#ledger/ledger-sweep.ts';
import type { ApiKeyCaller, AuthenticatedCaller } from '#security/caller.ts';
import { errorOf } from '#security/denial.ts';
import { hashToken, randomId, randomToken } from '#security/random.ts';
import type { ApiKeyRepository, ApiKeyRow } from './repository.ts';

export type { ApiKeyRow } from './repository.ts';

/** CONTRACT A2: `last_used` is written at most once a minute. */
const TOUCH_INTERVAL_MS = 60_000;

/** CONTRACT F1: default lifetime of a key, and the stored time of "never". */
const DEFAULT_LIFETIME_MS = 24 * 60 * 60 * 1000;
const NEVER = new Date('9999-12-31T23:59:59.000Z');
const KEY_PREFIX = 'sk_';
/** Begins the creator of a row that an API key made. */
const CREATOR_PREFIX = 'apikey:';
const MASK_LENGTH = 6;

type ApiKeyInput = z.output<NonNullable<typeof createApiKey.body>>;
type ApiKeyUpdate = z.output<NonNullable<typeof updateApiKey.body>>;

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

export interface ApiKeyDependencies {
  readonly repository: ApiKeyRepository;
  readonly memory: Pick<CallerMemory, 'forget'>;
  readonly endUploads: EndUploads;
  readonly cancelOperations: CancelOperations;
  readonly clock: Clock;
}

/** Rules of API keys (SPEC 3, 5; CONTRACT A2, F1). */
export function createApiKeyService(dependencies: ApiKeyDependencies) {
  const { repository, memory, endUploads, cancelOperations, clock } = dependencies;
  /** Holder of a key with its current permissions; undefined if it does not exist or has expired. */
  const findPrincipal = async (id: string): Promise<ApiKeyCaller | undefined> => {
    const row = await repository.findById(id);
    return row && row.expiresAt > clock.now() ? keyCaller(row) : undefined;
  };
  /** Caller with the rights that the creator of a row has now; undefined for a key that has ended. */
  const findCreator = async (createdBy: string): Promise<AuthenticatedCaller | undefined> => {
    if (!createdBy.startsWith(CREATOR_PREFIX)) return { kind: 'admin', id: createdBy, name: '' };
    return findPrincipal(createdBy.slice(CREATOR_PREFIX.length));
  };
  return {
    list: () => repository.list(),
    isExpired: (row: ApiKeyRow) => row.expiresAt <= clock.now(),
    /**
     * Creates a key. Only this call ever returns the key itself.
     *
     * @param onceId id for a call that may be repeated; an existing key with this id is replaced, because
     *   nobody has got it
     */
    async create(input: ApiKeyInput, onceId?: string): Promise<{ row: ApiKeyRow; key: string }> {
      const now = clock.now();
      const key = input.custom_key || KEY_PREFIX + randomToken();
      const row = {
        id: onceId ?? randomId(),
        name: input.name,
        keyHash: hashToken(key),
        keyMasked: `${key.slice(0, MASK_LENGTH)}...`,
        permissions: input.permissions,
        role: input.role,
        basicPath: toStoredPath(input.basic_path),
        isGuest: input.is_guest,
        lastUsedAt: null,
        expiresAt: toStoredExpiry(input.expires_at, now),
        createdAt: now,
        updatedAt: now,
      };
      if (onceId !== undefined) await repository.remove(onceId);
      await repository.create(row);
      return { row, key };
    },
    async update(id: string, update: ApiKeyUpdate) {
      const { name, permissions, role, basic_path, is_guest, expires_at } = update;
      const now = clock.now();
      const current = await repository.findById(id);
      const basicPath = basic_path === undefined ? undefined : toStoredPath(basic_path);
      const isFound = await repository.update(id, {
        updatedAt: now,
        ...(name === undefined ? {} : { name }),
        ...(permissions === undefined ? {} : { permissions }),
        ...(role === undefined ? {} : { role }),
        ...(basicPath === undefined ? {} : { basicPath }),
        ...(is_guest === undefined ? {} : { isGuest: is_guest }),
        ...(expires_at === undefined
          ? {}
          : { expiresAt: toStoredExpiry(expires_at, now, current?.expiresAt) }),
      });
      if (!isFound || !current) throw new AppError('api_keys.not_found');
      memory.forget();
      const hasLostFlag = (current.permissions & ~(permissions ?? current.permissions)) !== 0;
      const hasMoved = basicPath !== undefined && basicPath !== current.basicPath;
      if (hasLostFlag || hasMoved) await cancelOperations(creatorOf(id));
    },
    async remove(id: string) {
      if (!(await repository.remove(id))) throw new AppError('api_keys.not_found');
      memory.forget();
      await endUploads({ createdBy: creatorOf(id) });
    },
    /** Row of a key that exists and has not expired. */
    async findValid(key: string): Promise<ApiKeyRow | undefined> {
      const row = await repository.findByHash(hashToken(key));
      const now = clock.now();
      if (!row || row.expiresAt <= now) return undefined;
      if (now.getTime() - (row.lastUsedAt?.getTime() ?? 0) >= TOUCH_INTERVAL_MS) {
        await repository.touch(row.id, now);
      }
      return row;
    },
    findPrincipal,
    /**
     * Checks the rights again at the end of a long upload.
     *
     * @throws {AppError} if the key that began it has ended, or has lost the permission or the path
     */
    async assertStillMay(createdBy: string, permission: PermissionName, path?: string) {
      const creator = await findCreator(createdBy);
      if (!creator) throw new AppError('auth.invalid');
      const decision = decide(creator, permission, path);
      if (!decision.allowed) throw errorOf(decision);
    },
    findCreator,
    /** Names of the creators of a list, `apikey:<id>` each, in one query. */
    async namesOfCreators(createdBy: readonly string[]) {
      const ids = createdBy.filter((creator) => creator.startsWith(CREATOR_PREFIX));
      const names = await repository.namesOf([
        ...new Set(ids.map((id) => id.slice(CREATOR_PREFIX.length))),
      ]);
      return (creator: string) => names.get(creator.slice(CREATOR_PREFIX.length)) ?? null;
    },
  };
}

function toStoredPath(path: string): string {
  const normalized = normalizePath(path);
  if (!normalized.ok) throw new AppError('api_keys.path_invalid');
  return normalized.path;
}

/** @param current the key's present expiry: forms send it back unchanged, even after it has passed */
function toStoredExpiry(expiresAt: string | null | undefined, now: Date, current?: Date): Date {
  if (expiresAt === undefined) return new Date(now.getTime() + DEFAULT_LIFETIME_MS);
  if (expiresAt === null || expiresAt === 'never') return NEVER;
  const date = new Date(expiresAt);
  const isUnchanged = date.getTime() === current?.getTime();
  if (date <= now && !isUnchanged) throw new AppError('api_keys.expiry_invalid');
  return date;
}

function creatorOf(id: string): string {
  return createdByOf({ kind: 'apiKey', id, permissions: 0, basePath: '/' });
}

/** Holder of a key, as calls see it. */
export function keyCaller(row: ApiKeyRow): ApiKeyCaller {
  const { id, name, keyMasked, permissions, basicPath, role, isGuest } = row;
  return { kind: 'apiKey', id, name, keyMasked, permissions, basePath: basicPath, role, isGuest };
}

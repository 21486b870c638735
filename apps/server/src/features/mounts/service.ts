import type { createMount, updateMount } from '@satchel/api-client/contract/mounts';
import { createdByOf } from '@satchel/api-client/permissions';
import { isWithin, normalizePath } from '@satchel/permissions';
import type { z } from 'zod';
import { createRememberedList, type ListMemory } from '#cache/remembered-list.ts';
import { createUseNotes } from '#cache/use-notes.ts';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { StorageConfigService } from '#features/storage-configs/service.ts';
import type { EndUploads } from '#ledger/ledger-sweep.ts';
import { isWithinDirectory } from '#paths/key.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { randomId } from '#security/random.ts';
import { createMountTree, type MountTree } from './mount-tree.ts';
import type { Mount, MountChanges, MountRepository } from './repository.ts';

export type { MountTree } from './mount-tree.ts';
export type { Mount } from './repository.ts';

const DEFAULT_CACHE_TTL_SECONDS = 300;

/** Directories of the operating system, which no mount path may look like (SPEC 5, CONTRACT F6). */
const RESERVED_PATHS = ['/bin', '/etc', '/lib', '/root', '/sys', '/proc', '/dev'];

/** Values that only the import from another product passes, because the API refuses them. */
interface ImportedWords {
  readonly storage_type: string;
  readonly webdav_policy?: string | undefined;
}

type MountInput = Omit<z.output<NonNullable<typeof createMount.body>>, keyof ImportedWords> &
  ImportedWords;
type MountUpdate = z.output<NonNullable<typeof updateMount.body>>;

/** Mount, and whether API keys may reach its storage at all. */
export interface UsableMount {
  readonly mount: Mount;
  readonly isPublic: boolean;
}

export type MountService = ReturnType<typeof createMountService>;

export interface MountDependencies {
  readonly repository: MountRepository;
  readonly storageConfigs: Pick<StorageConfigService, 'find' | 'list'>;
  readonly listMemory: ListMemory;
  readonly endUploads: EndUploads;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Rules of mounts (SPEC 5, 6; CONTRACT A4, F6). */
export function createMountService(dependencies: MountDependencies) {
  const { repository, storageConfigs, endUploads, clock } = dependencies;
  const load = async () => (await repository.list()).toSorted(compare);
  const memory = createRememberedList('mounts', load, dependencies.listMemory);
  const uses = createUseNotes({ ...dependencies, write: repository.touch });

  const listActive = async () => (await memory.list()).filter(({ isActive }) => isActive);
  let known: { readonly rows: readonly Mount[]; readonly tree: MountTree<Mount> } | undefined;
  /** Index of all active mounts by path, independently of the caller. */
  const tree = async () => {
    const rows = await memory.list();
    if (known?.rows === rows) return known.tree;
    const made = createMountTree(rows.filter(({ isActive }) => isActive));
    known = { rows, tree: made };
    return made;
  };
  const listReachable = (caller: AuthenticatedCaller) =>
    findReachable(caller, storageConfigs, listActive);
  const assertStorage = async (id: string) => {
    if (!(await storageConfigs.find(id))) throw new AppError('storage.not_found');
  };

  return {
    /** All mounts, by sort order and name. */
    list: memory.list,
    tree,
    async get(id: string): Promise<Mount> {
      return found((await memory.list()).find((mount) => mount.id === id));
    },
    /** @param onceId id for a call that may be repeated: an existing mount with this id is returned */
    async create(caller: AuthenticatedCaller, input: MountInput, onceId?: string): Promise<Mount> {
      const made = onceId && (await repository.list()).find(({ id }) => id === onceId);
      if (made) return made;
      const mount = { ...newMount(caller, input, clock.now()), ...(onceId && { id: onceId }) };
      await assertStorage(mount.storageConfigId);
      await repository.create(mount);
      memory.drop();
      return mount;
    },
    async update(id: string, update: MountUpdate) {
      const changed = changesOf(update);
      if (changed.storageConfigId !== undefined) await assertStorage(changed.storageConfigId);
      const isFound = await repository.update(id, { ...changed, updatedAt: clock.now() });
      if (!isFound) throw new AppError('mounts.not_found');
      memory.drop();
    },
    async remove(id: string) {
      if (!(await repository.remove(id))) throw new AppError('mounts.not_found');
      memory.drop();
      await endUploads({ mountId: id });
    },
    /**
     * Active mounts that a caller may use: all for an administrator; for an API key those of public
     * storages that are in, at or above its base path.
     */
    async listUsable(caller: AuthenticatedCaller): Promise<readonly UsableMount[]> {
      const reachable = await listReachable(caller);
      const isOnWay = isOnWayOf(caller);
      return reachable.filter(({ mount }) => isOnWay(mount));
    },
    /** @throws {AppError} `mounts.not_found`, or `auth.outside_base_path` */
    async getUsable(caller: AuthenticatedCaller, id: string): Promise<UsableMount> {
      const usable = found((await listReachable(caller)).find(({ mount }) => mount.id === id));
      if (!isOnWayOf(caller)(usable.mount)) throw new AppError('auth.outside_base_path');
      return usable;
    },
    /** Records the use of a mount, at most once a minute; a failure loses only that time. */
    noteUse: uses.note,
    /** Time of its last use, as far as this process knows. */
    lastUsedAt: uses.lastUsedAt,
    /** Finds the active mount that holds a path; does not check rights. */
    resolve: async (path: string) => (await tree()).resolve(path),
  };
}

function found<Found>(value: Found | undefined): Found {
  if (value === undefined) throw new AppError('mounts.not_found');
  return value;
}

/** Compares names the same way on both databases, whose own orders differ. */
function compare(a: Mount, b: Mount): number {
  if (a.sortOrder !== b.sortOrder) return a.sortOrder - b.sortOrder;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Active mounts of storages that the caller sees (CONTRACT A4), with any path. */
async function findReachable(
  caller: AuthenticatedCaller,
  storageConfigs: Pick<StorageConfigService, 'list'>,
  listActive: () => Promise<readonly Mount[]>,
): Promise<readonly UsableMount[]> {
  const configs = await storageConfigs.list(caller);
  const publicness = new Map(configs.map(({ id, isPublic }) => [id, isPublic]));
  return (await listActive()).flatMap((mount) => {
    const isPublic = publicness.get(mount.storageConfigId);
    return isPublic === undefined ? [] : [{ mount, isPublic }];
  });
}

/** True for mounts in, at or above the base path of a key: those above lead to it. */
function isOnWayOf(caller: AuthenticatedCaller): (mount: Mount) => boolean {
  if (caller.kind === 'admin') return () => true;
  const base = normalizePath(caller.basePath);
  if (!base.ok) return () => false;
  return ({ mountPath }) =>
    isWithinDirectory(base.path, mountPath) || isWithinDirectory(mountPath, base.path);
}

function newMount(caller: AuthenticatedCaller, input: MountInput, now: Date): Mount {
  return {
    id: randomId(),
    name: input.name,
    storageType: input.storage_type,
    storageConfigId: input.storage_config_id,
    mountPath: toStoredPath(input.mount_path),
    remark: input.remark || null,
    isActive: input.is_active ?? true,
    sortOrder: input.sort_order ?? 0,
    cacheTtlSeconds: input.cache_ttl ?? DEFAULT_CACHE_TTL_SECONDS,
    webProxy: input.web_proxy ?? false,
    enableSign: input.enable_sign ?? false,
    signExpires: input.sign_expires ?? null,
    webdavPolicy: input.webdav_policy ?? 'native_proxy',
    createdBy: createdByOf(caller),
    lastUsedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Columns that an update changes; absent ones stay. */
function changesOf(update: MountUpdate): MountChanges {
  const changes: Record<keyof MountChanges, unknown> = {
    name: update.name,
    storageType: update.storage_type,
    storageConfigId: update.storage_config_id,
    mountPath: update.mount_path === undefined ? undefined : toStoredPath(update.mount_path),
    remark: update.remark === '' ? null : update.remark,
    isActive: update.is_active,
    sortOrder: update.sort_order,
    cacheTtlSeconds: update.cache_ttl,
    webProxy: update.web_proxy,
    enableSign: update.enable_sign,
    signExpires: update.sign_expires,
    webdavPolicy: update.webdav_policy,
  };
  const present = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as MountChanges;
}

function toStoredPath(path: string): string {
  const normalized = normalizePath(path);
  if (!normalized.ok || normalized.path === '/') throw new AppError('mounts.path_invalid');
  const lowerCase = normalized.path.toLowerCase();
  if (RESERVED_PATHS.some((reserved) => isWithin(reserved, lowerCase))) {
    throw new AppError('mounts.path_reserved');
  }
  return normalized.path;
}

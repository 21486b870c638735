import { decide, decideListing, type PermissionName } from '@satchel/api-client/permissions';
import { isAncestorOf, normalizePath } from '@satchel/permissions';
import { AppError } from '#errors';
import type { Mount, MountService } from '#features/mounts/service.ts';
import type { Storage, StorageConfigService } from '#features/storage-configs/service.ts';
import { isReserved } from '#object-store/reserved-keys.ts';
import { spellKey } from '#object-store/spell-key.ts';
import { nameOf } from '#paths/key.ts';
import { type Authorized, authorizePath } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { errorOf } from '#security/denial.ts';

/** S3's longest key in bytes of UTF-8, minus one for the slash of a directory's marker. */
const MAX_KEY_BYTES = 1023;

/** Resolved path: a key in a mounted bucket. */
export interface ResolvedPath {
  /** Path as the storage spells it, without a trailing slash; it resolves to the same object. */
  readonly path: string;
  /** Last segment. */
  readonly name: string;
  /** True if the path ends in a slash, like a directory's (CONTRACT F7), or is the root of a mount. */
  readonly isDirectory: boolean;
  readonly mount: Mount;
  readonly storage: Storage;
  /** Key without slashes at its ends; '' is the root of the mount. */
  readonly key: string;
}

export type AuthorizedPath = Authorized<ResolvedPath>;

/** Prefix of everything below a resolved path. */
export function prefixOf({ key }: Pick<ResolvedPath, 'key'>): string {
  return key === '' ? '' : `${key}/`;
}

/** Key of a file, prefix of a directory. */
export function nameInStore(place: Pick<ResolvedPath, 'key' | 'isDirectory'>): string {
  return place.isDirectory ? prefixOf(place) : place.key;
}

/**
 * True if a resolved path is below a directory of the same bucket. Compares keys because paths differ
 * by mount.
 */
export function isBelow(place: ResolvedPath, directory: ResolvedPath): boolean {
  const prefix = prefixOf(directory);
  return directory.isDirectory && place.key !== directory.key && place.key.startsWith(prefix);
}

/** Level of the tree that a listing shows. */
export interface Level {
  readonly path: string;
  /** Undefined if no mount holds the path, or if the caller may not see its contents. */
  readonly place: AuthorizedPath | undefined;
  /** Mounts below; their names are listed independently of the storage's contents. */
  readonly below: readonly Mount[];
  /** Name of the only entry that an API key sees above its base path: the next segment (CONTRACT A5). */
  readonly only: string | undefined;
}

export type PathResolver = ReturnType<typeof createPathResolver>;

export interface PathResolverDependencies {
  readonly mounts: Pick<MountService, 'resolve' | 'tree' | 'listUsable' | 'noteUse'>;
  readonly storageConfigs: Pick<StorageConfigService, 'find'>;
}

/**
 * Resolves paths and checks the caller's rights. Everything else in this feature takes resolved paths.
 */
export function createPathResolver({ mounts, storageConfigs }: PathResolverDependencies) {
  const locate = async (path: string): Promise<ResolvedPath | undefined> => {
    const resolved = await mounts.resolve(path);
    const storage = resolved && (await storageConfigs.find(resolved.mount.storageConfigId));
    if (!storage) return undefined;
    if (Buffer.byteLength(resolved.subPath) > MAX_KEY_BYTES + 1) {
      throw new AppError('file_system.path_invalid');
    }
    // The server's own objects in a bucket do not exist for mounts (CONTRACT A6).
    if (isReserved(resolved.subPath)) throw new AppError('file_system.not_found');
    const key = await spellKey(storage.store, resolved.subPath.slice(1), path);
    const spelled = resolved.mount.mountPath + (key === '' ? '' : `/${key}`);
    return {
      path: spelled,
      name: nameOf(spelled),
      // The root of a mount is a directory, even if its path has no trailing slash.
      isDirectory: path.endsWith('/') || key === '',
      mount: resolved.mount,
      storage,
      key,
    };
  };
  const locateFor = async (caller: AuthenticatedCaller, path: string) => {
    const place = await locate(path);
    // An API key reaches public storages only (CONTRACT A4); for it, others do not exist.
    if (!place || (caller.kind === 'apiKey' && !place.storage.config.isPublic)) return undefined;
    mounts.noteUse(place.mount);
    return place;
  };
  /**
   * @throws {AppError} `auth.forbidden`, `auth.outside_base_path`, `file_system.path_invalid`, and
   *   `mounts.not_found` if no mount that the caller may use holds the path
   */
  const find = async (caller: AuthenticatedCaller, permission: PermissionName, path: string) => {
    const decision = decide(caller, permission, path);
    if (!decision.allowed) throw errorOf(decision);
    const place = await locateFor(caller, path);
    if (!place) throw new AppError('mounts.not_found');
    return authorizePath(caller, permission, place);
  };

  return {
    find,
    /** Resolves a path for listing, including virtual levels and ancestors of a key's base path. */
    findLevel: createFindLevel(mounts, locateFor),
    /** Resolves a path for anonymous visitors, if its mount allows them: the proxy route (CONTRACT F7.2). */
    async findProxied(path: string): Promise<ResolvedPath | undefined> {
      const place = await locate(path);
      return place?.mount.webProxy ? place : undefined;
    },
    /** Resolves without asking the storage, so the path stays in NFC. */
    async resolveProxied(path: string): Promise<Pick<ResolvedPath, 'mount' | 'path'> | undefined> {
      const resolved = await mounts.resolve(path);
      return resolved?.mount.webProxy ? resolved : undefined;
    },
    /** @throws {AppError} `mounts.not_found`, also for a mount that the caller may not use */
    async assertMount(caller: AuthenticatedCaller, mountId: string) {
      const usable = await mounts.listUsable(caller);
      if (!usable.some(({ mount }) => mount.id === mountId)) throw new AppError('mounts.not_found');
    },
    /**
     * Resolves an entry that will be removed or renamed. A mount keeps its path, even if a directory
     * above it is removed or its new name would be in no mount.
     *
     * @throws {AppError} `file_system.mount_fixed` if the path is a mount, or a directory above one
     */
    async findMovable(caller: AuthenticatedCaller, permission: PermissionName, path: string) {
      const place = await find(caller, permission, path);
      if (place.key === '' || (await mounts.tree()).below(place.path).length > 0) {
        throw new AppError('file_system.mount_fixed');
      }
      return place;
    },
    /**
     * Returns a filter of the keys that a mount shows: neither the server's own nor those that another
     * mount covers.
     */
    async shownIn({ mount }: { readonly mount: Pick<Mount, 'mountPath'> }) {
      const covered = (await mounts.tree())
        .below(mount.mountPath)
        .map(({ mountPath }) => `${mountPath.slice(mount.mountPath.length + 1)}/`);
      return (key: string) =>
        !isReserved(key) &&
        !covered.some((prefix) => `${key.normalize('NFC')}/`.startsWith(prefix));
    },
  };
}

function createFindLevel(
  mounts: PathResolverDependencies['mounts'],
  locateFor: (caller: AuthenticatedCaller, path: string) => Promise<ResolvedPath | undefined>,
) {
  return async (
    caller: AuthenticatedCaller,
    permission: PermissionName,
    input: string,
  ): Promise<Level> => {
    const decision = decideListing(caller, permission, input);
    if (!decision.allowed) throw errorOf(decision);
    const normalized = normalizePath(input);
    if (!normalized.ok) throw new AppError('file_system.path_invalid');
    const { path } = normalized;
    const usable = (await mounts.listUsable(caller)).map(({ mount }) => mount);
    const inPath = new Set((await mounts.tree()).below(path).map(({ id }) => id));
    const below = usable.filter(({ id }) => inPath.has(id));
    const only = nextStep(caller, path);
    const found = only === undefined ? await locateFor(caller, input) : undefined;
    // Exists if the caller may use any mount: all that a key may use is at or below its base path.
    const isSomething = found || below.length > 0 || (only !== undefined && usable.length > 0);
    if (!isSomething && path !== '/') throw new AppError('file_system.not_found');
    const place = found && authorizePath(caller, permission, found);
    return { path, place, below, only: usable.length > 0 ? only : undefined };
  };
}

/** Name of the child that leads to the base path of a key. */
function nextStep(caller: AuthenticatedCaller, path: string): string | undefined {
  if (caller.kind !== 'apiKey' || !isAncestorOf(path, caller.basePath)) return undefined;
  const base = normalizePath(caller.basePath);
  if (!base.ok) return undefined;
  return base.path.slice(path === '/' ? 1 : path.length + 1).split('/')[0];
}

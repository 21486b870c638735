import { decideListing } from '@satchel/api-client/permissions';
import { normalizePath } from '@satchel/permissions';
import type { FolderTotal } from '#bucket-index/folder-sizes.ts';
import type { NameHit } from '#bucket-index/name-search.ts';
import { toSearchName } from '#bucket-index/search-name.ts';
import type { CacheScope } from '#cache/observed-cache.ts';
import { AppError } from '#errors';
import type { Mount, MountService } from '#features/mounts/service.ts';
import { spellKey } from '#object-store/spell-key.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { errorOf } from '#security/denial.ts';
import { createHitSources, type HitSourceDependencies } from './hit-sources.ts';
import { findPlaces, type SearchPlace } from './places.ts';
import { createSearchStats } from './search-stats.ts';

export interface SearchInput {
  readonly query: string;
  readonly scope: 'global' | 'mount' | 'directory';
  readonly mountId?: string | undefined;
  readonly path?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface SearchHit extends Omit<NameHit, 'place'> {
  readonly mount: Mount;
}

export type SearchService = ReturnType<typeof createSearchService>;

export interface SearchDependencies extends HitSourceDependencies {
  readonly mounts: Pick<MountService, 'listUsable' | 'tree'>;
}

/** Finds files by their names (SPEC 7, CONTRACT F7). */
export function createSearchService(dependencies: SearchDependencies) {
  const { bucketIndex } = dependencies;
  const stats = createSearchStats();
  const readHits = createHitSources(dependencies, stats);
  return {
    /**
     * @throws {AppError} `search.mount_missing`, `search.path_missing`, `mounts.not_found`,
     *   `file_system.path_invalid`, `file_system.not_found`, `auth.outside_base_path`, and
     *   `storage.unavailable` or `storage.timeout` if no storage could be searched at all
     */
    async search(caller: AuthenticatedCaller, input: SearchInput, signal: AbortSignal) {
      const places = await findScope(dependencies, caller, input);
      const name = toSearchName(input.query.trim());
      const { hits, ...found } = await readHits(places, { ...input, name }, signal);
      const shown = hits.flatMap(({ place, ...hit }) => {
        const mount = places[place]?.mount;
        return mount ? [{ ...hit, mount }] : [];
      });
      return { ...found, hits: shown, mountsSearched: places.length };
    },
    sizes: createSizes(dependencies),
    stats: stats.read,
    async clear(scope: CacheScope) {
      const configIds =
        scope.kind === 'all'
          ? undefined
          : [...new Set(scope.mounts.map(({ mount }) => mount.storageConfigId))];
      const count = await bucketIndex.clear(configIds);
      stats.cleared(count);
      return count;
    },
  };
}

/** Sizes of a directory and its subdirectories, from the indexes only. */
function createSizes(dependencies: SearchDependencies) {
  const { bucketIndex, storageConfigs } = dependencies;
  /**
   * @throws {AppError} `file_system.path_invalid`, `file_system.not_found`, `auth.outside_base_path`
   */
  return async (caller: AuthenticatedCaller, path: string) => {
    const { places, root } = await findBelow(dependencies, caller, path);
    const folders = new Map<string, FolderTotal>();
    const dates: number[] = [];
    let [files, bytes, isComplete] = [0, 0, true];
    for (const { mount, region } of places) {
      const storage = await storageConfigs.find(region.configId);
      const since = storage && (await bucketIndex.completeSince(storage));
      if (!since) {
        isComplete = false;
        continue;
      }
      dates.push(since.getTime());
      // A mount below the directory, or a base path, counts for the child that leads to it.
      const top = `${mount.mountPath}/${region.prefix}`;
      const [way = ''] = top.slice(root === '/' ? 1 : root.length + 1).split('/');
      const isAbove = top.length > root.length + 1 && !isSame(top, `${root}/`);
      for (const total of await bucketIndex.folderSizes(region)) {
        files += total.files;
        bytes += total.bytes;
        const name = isAbove ? way : total.name;
        const before = folders.get(name);
        folders.set(name, {
          name,
          files: total.files + (before?.files ?? 0),
          bytes: total.bytes + (before?.bytes ?? 0),
        });
      }
    }
    folders.delete('');
    const indexedAt = dates.length > 0 ? new Date(Math.min(...dates)) : null;
    return { files, bytes, folders: [...folders.values()], indexedAt, isComplete };
  };
}

/** Whether two paths are one, however their letters are composed. */
const isSame = (a: string, b: string) => a.normalize('NFC') === b.normalize('NFC');

async function findScope(
  { mounts, storageConfigs }: SearchDependencies,
  caller: AuthenticatedCaller,
  { scope, mountId, path }: SearchInput,
): Promise<readonly SearchPlace[]> {
  const tree = await mounts.tree();
  const usable = (await mounts.listUsable(caller)).map(({ mount }) => mount);
  if (scope === 'mount') {
    if (!mountId) throw new AppError('search.mount_missing');
    const mount = usable.find(({ id }) => id === mountId);
    // A mount that the caller may not use is reported as missing.
    if (!mount) throw new AppError('mounts.not_found');
    return findPlaces(caller, '/', [mount], tree);
  }
  if (scope === 'global') return findPlaces(caller, '/', usable, tree);
  if (!path) throw new AppError('search.path_missing');
  return (await findBelow({ mounts, storageConfigs }, caller, path)).places;
}

/** Everything that a caller may see in a directory and below it. */
async function findBelow(
  { mounts, storageConfigs }: Pick<SearchDependencies, 'mounts' | 'storageConfigs'>,
  caller: AuthenticatedCaller,
  path: string,
): Promise<{ readonly places: readonly SearchPlace[]; readonly root: string }> {
  const tree = await mounts.tree();
  const usable = (await mounts.listUsable(caller)).map(({ mount }) => mount);
  const decision = decideListing(caller, 'mount_view', path);
  if (!decision.allowed) throw errorOf(decision);
  const normalized = normalizePath(path);
  if (!normalized.ok) throw new AppError('file_system.path_invalid');
  const places = findPlaces(caller, normalized.path, usable, tree);
  if (places.length === 0 && normalized.path !== '/') throw new AppError('file_system.not_found');
  const spell = async (place: SearchPlace) => {
    const { mount, region } = place;
    const storage = await storageConfigs.find(region.configId);
    // True if the region is the named directory, not a mount or a base path below it.
    const isNamed = `${mount.mountPath}/${region.prefix}` === `${normalized.path}/`;
    if (!storage || !isNamed || region.prefix === '') return place;
    const key = await spellKey(storage.store, region.prefix.slice(0, -1), path);
    return { mount, region: { ...region, prefix: `${key}/` } };
  };
  return { places: await Promise.all(places.map(spell)), root: normalized.path };
}

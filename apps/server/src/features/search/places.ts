import { normalizePath } from '@satchel/permissions';
import type { SearchRegion } from '#bucket-index/search-region.ts';
import type { Mount, MountTree } from '#features/mounts/service.ts';
import { isWithinDirectory } from '#paths/key.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';

/** A mount, and the part of its bucket that a search may show. */
export interface SearchPlace {
  readonly mount: Mount;
  readonly region: SearchRegion;
}

type MountedAt = Pick<Mount, 'mountPath'>;

/**
 * Places that a caller may search (SPEC 6, CONTRACT A4): the parts of usable mounts in the caller's base path
 * and below `root`, without parts covered by another mount, whoever may use that.
 *
 * @param root a directory in its one spelling; `/` for everything
 * @param tree every active mount
 */
export function findPlaces(
  caller: AuthenticatedCaller,
  root: string,
  usable: readonly Mount[],
  tree: MountTree<MountedAt>,
): readonly SearchPlace[] {
  const base = normalizePath(caller.kind === 'apiKey' ? caller.basePath : '/');
  if (!base.ok) return [];
  const bounds = [root, base.path];
  return usable.flatMap((mount) => {
    const top = deepest([mount.mountPath, ...bounds]);
    if (top === undefined) return [];
    const shown = tree.resolve(top)?.mount;
    if (shown && shown.mountPath.length > mount.mountPath.length) return [];
    const inSight = tree.below(top);
    const keyOf = (path: string) => path.slice(mount.mountPath.length + 1);
    // Other tools may have stored a name decomposed, and no path leads there either (SECURITY 2).
    const spellings = (path: string) => new Set([keyOf(path), keyOf(path).normalize('NFD')]);
    const region = {
      configId: mount.storageConfigId,
      prefix: top === mount.mountPath ? '' : `${keyOf(top)}/`,
      hidden: inSight.flatMap(({ mountPath }) => [...spellings(mountPath)]).sort(),
    };
    return [{ mount, region }];
  });
}

/** The path that lies in all the others; undefined where they do not lie in one another. */
function deepest(paths: readonly string[]): string | undefined {
  return paths.find((path) => paths.every((outer) => isWithinDirectory(outer, path)));
}

import { normalizePath } from '@satchel/permissions';
import type { SearchRegion } from '#bucket-index/search-region.ts';
import type { Mount, MountTree } from '#features/mounts/service.ts';
import { isWithinDirectory } from '#paths/key.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';

/** Mount, and the part of its bucket that a search may show. */
export interface SearchPlace {
  readonly mount: Mount;
  readonly region: SearchRegion;
}

type MountedAt = Pick<Mount, 'mountPath'>;

/**
 * Regions that a caller may search (SPEC 6, CONTRACT A4): the parts of usable mounts in the caller's
 * base path and below `root`, without parts covered by any other mount.
 *
 * @param root a directory in its normalized form; `/` for everything
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
    // Hides the decomposed spelling, too: other tools may store it, and no path leads there (SECURITY 2).
    const spellings = (path: string) => new Set([keyOf(path), keyOf(path).normalize('NFD')]);
    const region = {
      configId: mount.storageConfigId,
      prefix: top === mount.mountPath ? '' : `${keyOf(top)}/`,
      hidden: inSight.flatMap(({ mountPath }) => [...spellings(mountPath)]).sort(),
    };
    return [{ mount, region }];
  });
}

/** Innermost of nested paths; undefined if they are not nested. */
function deepest(paths: readonly string[]): string | undefined {
  return paths.find((path) => paths.every((outer) => isWithinDirectory(outer, path)));
}

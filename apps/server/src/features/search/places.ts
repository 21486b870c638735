import { isAncestorOf, isWithin } from '@satchel/permissions';
import type { SearchRegion } from '#bucket-index/search-region.ts';
import type { Mount } from '#features/mounts/service.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';

/** A mount, and the part of its bucket that a search may show. */
export interface SearchPlace {
  readonly mount: Mount;
  readonly region: SearchRegion;
}

type MountedAt = Pick<Mount, 'mountPath'>;

/**
 * What a caller may search (SPEC 6, CONTRACT A4): of every usable mount what lies in the caller's
 * base path and below `root`, without what another mount beneath covers, whoever may use that.
 *
 * @param root a directory in its one spelling; `/` for everything
 * @param active every active mount
 */
export function findPlaces(
  caller: AuthenticatedCaller,
  root: string,
  usable: readonly Mount[],
  active: readonly MountedAt[],
): readonly SearchPlace[] {
  const bounds = caller.kind === 'apiKey' ? [root, caller.basePath] : [root];
  return usable.flatMap((mount) => {
    const top = deepest([mount.mountPath, ...bounds]);
    if (top === undefined) return [];
    const beneath = active.filter(({ mountPath }) => isAncestorOf(mount.mountPath, mountPath));
    if (beneath.some(({ mountPath }) => isWithin(mountPath, top))) return [];
    const inSight = beneath.filter(({ mountPath }) => isWithin(top, mountPath));
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
  return paths.find((path) => paths.every((outer) => isWithin(outer, path)));
}

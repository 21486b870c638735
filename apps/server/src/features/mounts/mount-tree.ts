import { normalizePath } from '@satchel/permissions';

/** Mount, and the rest of a path below it. */
export interface Resolved<Mount> {
  readonly mount: Mount;
  /** Whole path, normalized. */
  readonly path: string;
  /** Path below the mount, with a leading slash; `/` is the mount itself. */
  readonly subPath: string;
}

type Mounted = { readonly mountPath: string };

export type MountTree<Mount extends Mounted> = ReturnType<typeof createMountTree<Mount>>;

/** Index of mounts by their normalized paths; a lookup costs the same with many mounts. */
export function createMountTree<Mount extends Mounted>(mounts: readonly Mount[]) {
  const byPath = new Map(mounts.map((mount) => [mount.mountPath, mount]));
  // Every directory above a mount, with the mounts in it.
  const byDirectory = new Map<string, Mount[]>();
  for (const mount of mounts) {
    for (const directory of directoriesAbove(mount.mountPath)) {
      const inIt = byDirectory.get(directory) ?? [];
      inIt.push(mount);
      byDirectory.set(directory, inIt);
    }
  }
  return {
    /**
     * Finds the mount that holds a path: of those that contain it, by whole segments, the one with the
     * longest path (CONTRACT A4). Undefined without one, and for an invalid path.
     */
    resolve(input: string): Resolved<Mount> | undefined {
      const normalized = normalizePath(input);
      if (!normalized.ok) return undefined;
      const { path } = normalized;
      const around = [path, ...directoriesAbove(path)].find((each) => byPath.has(each));
      const mount = around === undefined ? undefined : byPath.get(around);
      return mount && { mount, path, subPath: path.slice(mount.mountPath.length) || '/' };
    },
    /** Mounts below a directory, at any depth, without one at the path itself. */
    below(input: string): readonly Mount[] {
      const normalized = normalizePath(input);
      return normalized.ok ? (byDirectory.get(normalized.path) ?? []) : [];
    },
  };
}

/** Nearest first, `/` last. */
function directoriesAbove(path: string): readonly string[] {
  const directories: string[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    directories.push(path.slice(0, at));
  }
  return path === '/' ? directories : [...directories, '/'];
}

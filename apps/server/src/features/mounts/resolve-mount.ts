import { isWithin, normalizePath } from '@satchel/permissions';

/** A mount, and what of a path lies below it. */
export interface Resolved<Mounted> {
  readonly mount: Mounted;
  /** The whole path in its one spelling. */
  readonly path: string;
  /** Below the mount, with a leading slash; `/` is the mount itself. */
  readonly subPath: string;
}

/**
 * The mount that a path lies in: of those that contain it, by whole segments, the one with the
 * longest path (CONTRACT A4). Undefined where none does, and for a path that has no meaning.
 */
export function resolveMount<Mounted extends { readonly mountPath: string }>(
  mounts: readonly Mounted[],
  path: string,
): Resolved<Mounted> | undefined {
  const normalized = normalizePath(path);
  if (!normalized.ok) return undefined;
  let longest: Mounted | undefined;
  for (const mount of mounts) {
    const isLonger = !longest || mount.mountPath.length > longest.mountPath.length;
    if (isLonger && isWithin(mount.mountPath, normalized.path)) longest = mount;
  }
  if (!longest) return undefined;
  const subPath = normalized.path.slice(longest.mountPath.length) || '/';
  return { mount: longest, path: normalized.path, subPath };
}

import { normalizePath } from '@satchel/permissions';

/*
 * Paths of the explorer have a leading slash and no trailing one; `/` is above all mounts. The server adds a
 * trailing slash to paths of directories, so that they differ from those of files.
 */

/** The path in the address below `/mount-explorer`, or `/` if the address contains an invalid one. */
export function pathOfSplat(splat: string | undefined): string {
  const result = normalizePath(splat ?? '');
  return result.ok ? result.path : '/';
}

/** Removes the slashes at both ends of a path, as the router's splat parameter requires. */
export function splatOf(path: string): string {
  return plainPath(path).slice(1);
}

export function plainPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Adds the trailing slash that the server writes after a directory's path. */
export function directoryPath(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** Parent directory; `/` for `/`. */
export function parentOf(path: string): string {
  const plain = plainPath(path);
  return plain.slice(0, plain.lastIndexOf('/')) || '/';
}

export function nameOf(path: string): string {
  const plain = plainPath(path);
  return plain.slice(plain.lastIndexOf('/') + 1);
}

export function childPath(directory: string, name: string): string {
  return `${directoryPath(directory)}${name}`;
}

/** The directories from the root to the path, including the path itself. */
export function pathsTo(path: string): readonly string[] {
  const names = splatOf(path).split('/').filter(Boolean);
  return ['/', ...names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`)];
}

/** The entries of a directory that are, or contain, the paths. */
export function childrenOf(directory: string, paths: Iterable<string>): readonly string[] {
  const start = directoryPath(plainPath(directory));
  const children = [...paths].flatMap((path) => {
    if (!path.startsWith(start) || path === start) return [];
    const slash = path.indexOf('/', start.length);
    return [slash < 0 ? path : path.slice(0, slash + 1)];
  });
  return [...new Set(children)];
}

/** Whether a path is the directory or lies below it. */
export function isBelow(directory: string, path: string): boolean {
  return directoryPath(plainPath(path)).startsWith(directoryPath(plainPath(directory)));
}

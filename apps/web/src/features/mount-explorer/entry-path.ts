import { normalizePath } from '@satchel/permissions';

/*
 * Paths of the explorer have a leading slash and none at the end; `/` is above all mounts. The server
 * writes those of directories with a slash at the end, and so tells them from files.
 */

/** The path that the address names below `/mount-explorer`; the top where it names none that can be. */
export function pathOfSplat(splat: string | undefined): string {
  const result = normalizePath(splat ?? '');
  return result.ok ? result.path : '/';
}

/** Like a path, without slashes at both ends, as the router wants it. */
export function splatOf(path: string): string {
  return plainPath(path).slice(1);
}

export function plainPath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Writes a directory's path as the server does, with a slash at the end. */
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

/** The directories from the top down to the path, with itself. */
export function pathsTo(path: string): readonly string[] {
  const names = splatOf(path).split('/').filter(Boolean);
  return ['/', ...names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`)];
}

/** Whether a path is a directory itself, or lies below it. */
export function isBelow(directory: string, path: string): boolean {
  return directoryPath(plainPath(path)).startsWith(directoryPath(plainPath(directory)));
}

import { posix } from 'node:path';

/** Target of an upload or a copy. */
export interface MountTarget {
  /** With a trailing slash. */
  readonly directory: string;
  readonly name: string;
}

/** Whether an argument of `cp` is a path on the server, which starts with a colon. */
export function isMountPath(argument: string): boolean {
  return argument.startsWith(':');
}

/** Converts a typed path to the server's form: `:photos`, `photos` and `/photos` are equal. */
export function mountPathOf(argument: string): string {
  return `/${argument.replace(/^:/, '').replace(/^\/+/, '')}`;
}

export function asDirectory(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** Last segment of a path, without slashes; `''` for the root. */
export function lastNameOf(path: string): string {
  return posix.basename(path);
}

/** Splits the path of a file into its directory and its name. */
export function targetOf(path: string): MountTarget {
  return { directory: asDirectory(posix.dirname(path)), name: posix.basename(path) };
}

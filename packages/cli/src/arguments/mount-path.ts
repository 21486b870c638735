import { posix } from 'node:path';

/** Target of an upload or a copy. */
export interface MountTarget {
  /** With a slash at its end. */
  readonly directory: string;
  readonly name: string;
}

/** Whether an argument of `cp` names something on the server: these begin with a colon. */
export function isMountPath(argument: string): boolean {
  return argument.startsWith(':');
}

/** The server's form of a path as it is typed: `:photos`, `photos` and `/photos` are the same. */
export function mountPathOf(argument: string): string {
  return `/${argument.replace(/^:/, '').replace(/^\/+/, '')}`;
}

export function asDirectory(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** The last part of a path, without a slash; `''` of the root. */
export function lastNameOf(path: string): string {
  return posix.basename(path);
}

/** Takes a path apart whose last part is the name of a file. */
export function targetOf(path: string): MountTarget {
  return { directory: asDirectory(posix.dirname(path)), name: posix.basename(path) };
}

/**
 * Why a path was refused by {@link normalizePath}.
 *
 * @example
 * const problem: PathProblem = 'dot_segment';
 */
export type PathProblem =
  | 'dot_segment'
  | 'backslash'
  | 'control_character'
  | 'noncharacter'
  | 'malformed_unicode';

/**
 * A path in its one spelling.
 *
 * @example
 * const result: NormalizedPath = { ok: true, path: '/a/b', hasTrailingSlash: true };
 */
export interface NormalizedPath {
  /** Discriminates from a {@link RefusedPath}. */
  readonly ok: true;
  /** With a leading slash and without a trailing one; `/` is the root. */
  readonly path: string;
  /** Whether the input ended in a slash: a directory, for those who tell the two apart. */
  readonly hasTrailingSlash: boolean;
}

/**
 * A path that has no one meaning.
 *
 * @example
 * const result: RefusedPath = { ok: false, problem: 'dot_segment' };
 */
export interface RefusedPath {
  /** Discriminates from a {@link NormalizedPath}. */
  readonly ok: false;
  /** First problem that was found. */
  readonly problem: PathProblem;
}

/**
 * Result of {@link normalizePath}: the normalised path, or the reason of its refusal; `ok` tells which.
 *
 * @example
 * const result: PathResult = { ok: true, path: '/a/b', hasTrailingSlash: true };
 */
export type PathResult = NormalizedPath | RefusedPath;

/**
 * Normalises a path, so that two paths are the same exactly if their strings are:
 * a leading slash, no trailing one, no empty segments, NFC. Refuses `.` and `..`
 * segments, `\`, NUL and other control characters, and lone surrogates, because
 * storage, proxies and file systems read them differently; U+FFFE and U+FFFF too,
 * which no XML document can contain.
 *
 * It does not decode percent-encoding: the caller does, exactly once and before.
 * A `%2e%2e` that is left is taken as the literal name of a file.
 *
 * @param input a decoded path, with or without slashes at its ends; `''` is `/`
 * @returns the path and whether it ended in a slash (a directory, for those who
 *   tell the two apart), or the problem; never throws
 *
 * @example
 * normalizePath('team//docs/'); // { ok: true, path: '/team/docs', hasTrailingSlash: true }
 * normalizePath('/team/../x'); // { ok: false, problem: 'dot_segment' }
 */
export function normalizePath(input: string): PathResult {
  if (!input.isWellFormed()) return { ok: false, problem: 'malformed_unicode' };
  if (/\p{Cc}/u.test(input)) return { ok: false, problem: 'control_character' };
  if (/[\uFFFE\uFFFF]/.test(input)) return { ok: false, problem: 'noncharacter' };
  if (input.includes('\\')) return { ok: false, problem: 'backslash' };
  const segments = input.normalize('NFC').split('/').filter(Boolean);
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    return { ok: false, problem: 'dot_segment' };
  }
  return { ok: true, path: `/${segments.join('/')}`, hasTrailingSlash: input.endsWith('/') };
}

/**
 * Whether a path equals a base path or lies beneath it, by whole segments: `/a`
 * does not contain `/ab`. Both are normalised first; a path that
 * {@link normalizePath} refuses is within nothing and contains nothing.
 *
 * @param basePath the outer path; `/` contains every path
 * @param path the inner path
 *
 * @example
 * isWithin('/a', '/a/b'); // true
 * isWithin('/a', '/ab'); // false
 */
export function isWithin(basePath: string, path: string): boolean {
  const base = normalizePath(basePath);
  const inner = normalizePath(path);
  if (!base.ok || !inner.ok) return false;
  // A slash is appended to both, so that whole segments are compared and a path is within itself.
  return `${inner.path}/`.startsWith(base.path === '/' ? '/' : `${base.path}/`);
}

/**
 * Whether a path lies strictly above another: the way there. A key may list the
 * ancestors of its base path, to see the child that leads to it, and nothing
 * else there.
 *
 * @param path the upper path
 * @param descendant the path below
 *
 * @example
 * isAncestorOf('/', '/team/docs'); // true
 * isAncestorOf('/team', '/team'); // false
 */
export function isAncestorOf(path: string, descendant: string): boolean {
  return isWithin(path, descendant) && !isWithin(descendant, path);
}

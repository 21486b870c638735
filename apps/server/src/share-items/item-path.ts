import { itemPathKey, storedItemPath } from '@satchel/api-client/contract/item-path';
import { normalizePath } from '@satchel/permissions';
import { AppError } from '#errors';
import { nameOf } from '#paths/key.ts';

/** Longest path within a link in bytes of UTF-8, and the longest name of file systems. */
const MAX_PATH_BYTES = 1024;
const MAX_NAME_BYTES = 255;
/** Digits that a number is padded to, so that names sort naturally. */
const NUMBER_DIGITS = 16;

/** Keys that a row of an item stores besides its path. */
export interface ItemKeys {
  readonly path: string;
  readonly pathKey: string;
  readonly parentKey: string;
  readonly sortKey: string;
}

/**
 * Checks the structure of a path within a link, and returns it in NFC.
 *
 * @throws {AppError} `bundles.path_invalid` for an absolute path, `.` and `..`, empty segments, `\\` and
 *   control characters (SECURITY 27)
 */
export function checkPath(path: string): string {
  return checkStructure(path).normalize('NFC');
}

/**
 * Like {@link checkPath}, but keeps the spelling, for files of mounts: other programs have put some there
 * under names that are not in NFC.
 */
export function checkStructure(path: string): string {
  const normal = normalizePath(path);
  const isWhole = normal.ok && path !== '' && path.normalize('NFC') === normal.path.slice(1);
  if (!isWhole) throw new AppError('bundles.path_invalid');
  return path;
}

/**
 * Checks a path of a new item, and returns it as it is stored: with `_` for characters that some file
 * systems cannot hold.
 *
 * @throws {AppError} `bundles.path_invalid`, also for what is too long
 */
export function checkItemPath(path: string): string {
  const stored = storedItemPath(checkPath(path));
  const fits =
    stored.split('/').every((name) => Buffer.byteLength(name) <= MAX_NAME_BYTES) &&
    Buffer.byteLength(stored) <= MAX_PATH_BYTES;
  if (!fits) throw new AppError('bundles.path_invalid');
  return stored;
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function keysOf(path: string): ItemKeys {
  const pathKey = itemPathKey(path);
  return { path, pathKey, parentKey: parentOf(pathKey), sortKey: sortKeyOf(nameOf(pathKey)) };
}

/** Text that compares by its bytes as people order names: `2` before `10`. */
function sortKeyOf(nameKey: string): string {
  return nameKey.replace(/\d+/g, (digits) =>
    digits.replace(/^0+(?=\d)/, '').padStart(NUMBER_DIGITS, '0'),
  );
}

/** Paths of the folders above, outermost first: `a` and `a/b` for `a/b/c.txt`. */
export function foldersAbove(path: string): readonly string[] {
  const segments = path.split('/').slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

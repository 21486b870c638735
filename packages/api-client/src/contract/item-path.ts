/*
 * Names and paths that the server stores files under. Without schemas, so that browsers load it without zod.
 */

/**
 * Path as a link stores it: normalized, and with `_` for characters that some system cannot
 * hold: `< > : " | ? * \`, control characters, and a dot or a space at the end of a name. Tells which stored
 * item a file will be.
 *
 * @example
 * storedItemPath('what?/notes.'); // 'what_/notes_'
 */
export function storedItemPath(path: string): string {
  return path.normalize('NFC').split('/').map(storedName).join('/');
}

function storedName(name: string): string {
  return name.replace(/[<>:"|?*\\\p{Cc}]/gu, '_').replace(/[. ]$/, '_');
}

const WINDOWS_PATH = /\/|^[A-Za-z]:\\|(^|\\)\.\.?(\\|$)/;

/**
 * Name that a mount stores a file under: the last part of a path, normalized, without spaces at its ends, and
 * with `_` for `< > : " | ? * \` and control characters; `file` if nothing is left. A backslash separates parts
 * only where the whole is a path for sure: it has a slash, a drive such as `C:\`, or a part `.` or `..`. Tells
 * which files of one upload get the same name.
 *
 * @example
 * storedFileName('what?.txt'); // 'what_.txt'
 */
export function storedFileName(name: string): string {
  const separator = WINDOWS_PATH.test(name) ? /[/\\]/ : '/';
  const base = name.toWellFormed().normalize('NFC').split(separator).at(-1) ?? '';
  const plain = base.replace(/[\p{Cc}\uFFFE\uFFFF<>:"|?*\\]/gu, '_').trim();
  return plain === '' || plain === '.' || plain === '..' ? 'file' : plain;
}

/**
 * Path of a folder as a mount stores it: normalized, and with `_` for `\` and control characters. Other
 * characters that {@link storedFileName} replaces stay.
 *
 * @example
 * storedFolderPath('tab\there'); // 'tab_here'
 */
export function storedFolderPath(path: string): string {
  return path
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\uFFFE\uFFFF\\]/gu, '_');
}

/** Longest name of file systems, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;
const encoder = new TextEncoder();

/**
 * Inserts a suffix before a file name's extension, and shortens the name where it would be longer than 255
 * bytes. A name whose only dot is at its start has no extension.
 *
 * @example
 * nameWithSuffix('notes.txt', ' (1)'); // 'notes (1).txt'
 */
export function nameWithSuffix(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let short = stem;
  while (encoder.encode(short + suffix + extension).length > MAX_NAME_BYTES && short.length > 0) {
    short = short.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '');
  }
  return short + suffix + extension;
}

/**
 * Path with a number before its extension, as a link stores the second file of a path; for 0 the path itself.
 *
 * @example
 * numberedItemPath('a/notes.txt', 1); // 'a/notes (1).txt'
 */
export function numberedItemPath(path: string, number: number): string {
  if (number === 0) return path;
  const nameStart = path.lastIndexOf('/') + 1;
  return path.slice(0, nameStart) + nameWithSuffix(path.slice(nameStart), ` (${number})`);
}

/**
 * Key of a path within a link. Paths that differ only in case or in their Unicode form have the same key, and
 * a link stores only one of them.
 *
 * @example
 * itemPathKey('Photos/A.JPG') === itemPathKey('photos/a.jpg'); // true
 */
export function itemPathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/**
 * First of a path and its numbered versions that is not taken.
 *
 * @param taken keys of the paths that are taken; gets the key of the returned one
 *
 * @example
 * freeItemPath('a.txt', new Set([itemPathKey('A.txt')])); // 'a (1).txt'
 */
export function freeItemPath(wanted: string, taken: Set<string>): string {
  for (let number = 0; ; number += 1) {
    const path = numberedItemPath(wanted, number);
    const key = itemPathKey(path);
    if (taken.has(key)) continue;
    taken.add(key);
    return path;
  }
}

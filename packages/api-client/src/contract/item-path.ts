/*
 * Paths of files within bundles and deliveries. Without schemas, so that browsers load it without zod.
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

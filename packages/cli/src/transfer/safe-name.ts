import { CommandError } from '../command-error.ts';

/**
 * Checks that a name from the server is a plain file name. Otherwise the server, or the creator of a share,
 * could write to any directory.
 *
 * @throws {CommandError} `name_unsafe`
 */
export function safeNameOf(name: string): string {
  const isUnsafe =
    name === '' ||
    name === '.' ||
    name === '..' ||
    /[/\\\p{Cc}]/u.test(name) ||
    (process.platform === 'win32' &&
      /[<>:"|?*]|[. ]$|^(con|prn|aux|nul|(com|lpt)\d)(\.|$)/i.test(name));
  if (isUnsafe) throw new CommandError('name_unsafe', { name });
  return name;
}

/** Longest name of {@link safeTitleOf} in characters, so that it fits into the 255 bytes of file systems. */
const TITLE_MAX_LENGTH = 60;

/**
 * Name for a new folder or archive from a title, which may be any text. Never a hidden name, because
 * programs read some of those.
 *
 * @param fallback name if nothing usable is left of the title
 */
export function safeTitleOf(title: string | null | undefined, fallback: string): string {
  const plain = (title ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[<>:"|?*/\\]/g, '_')
    .replace(/^[. ]+/, '');
  const short = [...plain]
    .slice(0, TITLE_MAX_LENGTH)
    .join('')
    .replace(/[. ]+$/, '');
  return short || fallback;
}

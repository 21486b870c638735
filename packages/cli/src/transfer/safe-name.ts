import { CommandError } from '../command-error.ts';

/**
 * The name that a server gives a file, if it may be the name of a file here: one that led to another
 * directory would let the server, or whoever made the share, write anywhere.
 *
 * @throws {CommandError} `name_unsafe`
 */
export function safeNameOf(name: string): string {
  const isUnsafe =
    name === '' ||
    name === '.' ||
    name === '..' ||
    /[/\\\p{Cc}]/u.test(name) ||
    (process.platform === 'win32' && /[<>:"|?*]|[. ]$/.test(name));
  if (isUnsafe) throw new CommandError('name_unsafe', { name });
  return name;
}

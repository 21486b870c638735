import { expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

it.each([
  ['1m', 60_000],
  ['90m', 5_400_000],
  ['12h', 43_200_000],
  ['1d', 86_400_000],
  ['2w', 1_209_600_000],
  ['1y', 31_536_000_000],
  ['1d12h', 129_600_000],
  ['never', 0],
])('%s is read as %d milliseconds', (text, durationMs) => {
  expect(parseDuration(text)).toBe(durationMs);
});

it.each([
  '',
  '1',
  'd',
  '-1d',
  '1.5h',
  '1 d',
  '1D',
  '1s',
  '0d',
  'forever',
  '1d-',
  '101y',
  '9999999y',
])('"%s" is refused, and named', (text) => {
  expect(() => parseDuration(text)).toThrow(
    expect.objectContaining({ messageName: 'duration_invalid', details: { text }, exitCode: 2 }),
  );
});

import { expect, it } from 'vitest';
import { formatBytes } from './format.ts';
import { printable } from './output.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1_234_567, '1.2 MB'],
  [123_456_789, '123 MB'],
  [5e15, '5.0 PB'],
  [5e18, '5000 PB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('shows no control characters on a terminal, and changes nothing for programs', () => {
  const name = 'a\u001b]0;owned\u0007b\u202ecod.exe\n';
  expect(printable(name, { isTTY: true })).toBe('a?]0;owned?b?cod.exe\n');
  expect(printable(name, { isTTY: false })).toBe(name);
});

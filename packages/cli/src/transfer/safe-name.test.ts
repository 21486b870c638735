import { expect, it } from 'vitest';
import { safeNameOf } from './safe-name.ts';

it.each(['', '.', '..', '../x', 'a/b', 'a\\b', '/etc/passwd', 'a\u0000b', 'a\u001b[2J', 'a\nb'])(
  'a file called %j is not written',
  (name) => {
    expect(() => safeNameOf(name)).toThrow(
      expect.objectContaining({ messageName: 'name_unsafe', details: { name } }),
    );
  },
);

it.each(['a.txt', '.profile', '报告 (1).pdf', '...', '-rf'])('one called %j is', (name) => {
  expect(safeNameOf(name)).toBe(name);
});

import { expect, it } from 'vitest';
import { safeNameOf, safeTitleOf } from './safe-name.ts';

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

it.each([
  ['Summer 2026', 'Summer 2026'],
  ['../../.ssh', '_.._.ssh'],
  ['.ssh', 'ssh'],
  ['/etc/passwd', '_etc_passwd'],
  ['C:\\Windows', 'C__Windows'],
  ['a\u0000b\u001b[2J\u202e', 'ab[2J'],
  ['. . .', 'slug'],
  ['', 'slug'],
  [null, 'slug'],
  ['照'.repeat(300), '照'.repeat(60)],
])('a folder for the title %j is called %j', (title, name) => {
  expect(safeTitleOf(title, 'slug')).toBe(name);
});

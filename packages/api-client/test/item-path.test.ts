import { expect, it } from 'vitest';
import { storedItemPath } from '../src/contract/item-path.ts';

it.each([
  ['a/b.txt', 'a/b.txt'],
  ['what?.txt', 'what_.txt'],
  ['dot./a\\b', 'dot_/a_b'],
  ['line\nbreak/C:', 'line_break/C_'],
  ['cafe\u0301 ', 'caf\u00e9_'],
  ['C:/a?/b. /c.', 'C_/a_/b._/c_'],
  ['back\\slash/bell\u0007', 'back_slash/bell_'],
  ['.hidden/a.b.c', '.hidden/a.b.c'],
])('a link stores %j as %j', (path, stored) => {
  expect(storedItemPath(path)).toBe(stored);
});

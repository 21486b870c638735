import { expect, it } from 'vitest';
import {
  freeItemPath,
  nameWithSuffix,
  numberedItemPath,
  storedFileName,
  storedFolderPath,
  storedItemPath,
} from '../src/contract/item-path.ts';

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

it('gives the second file of a path a number before the extension', () => {
  expect(numberedItemPath('a/b.tar.gz', 1)).toBe('a/b.tar (1).gz');
  expect(numberedItemPath('dotted.folder/a', 2)).toBe('dotted.folder/a (2)');
  expect(numberedItemPath('.hidden', 1)).toBe('.hidden (1)');
  expect(numberedItemPath('a/b', 0)).toBe('a/b');
});

it('shortens a numbered name to 255 bytes, and keeps whole characters', () => {
  const name = nameWithSuffix(`${'\u{1f600}'.repeat(62)}.jpeg`, ' (1)');
  expect(name).toBe(`${'\u{1f600}'.repeat(61)} (1).jpeg`);
});

it('finds the first path that no other has, whatever its case', () => {
  const taken = new Set<string>();
  const paths = ['a/X.txt', 'a/x.txt', 'a/x (1).TXT', 'b'].map((path) => freeItemPath(path, taken));
  expect(paths).toEqual(['a/X.txt', 'a/x (1).txt', 'a/x (1) (1).TXT', 'b']);
});

it.each([
  ['what?.txt', 'what_.txt'],
  ['a|b*c.txt', 'a_b_c.txt'],
  ['a/b\\c.txt', 'c.txt'],
  ['x\\..\\evil\n.sh', 'evil_.sh'],
  ['b\\c.txt', 'b_c.txt'],
  ['.\\a.txt', 'a.txt'],
  ['a\\..', 'file'],
  ['.a\\b.', '.a_b.'],
  ['\\', '_'],
  ['C:\\temp\\x.txt', 'x.txt'],
  ['c:\\', 'file'],
  ['..', 'file'],
  ['.', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['dir/', 'file'],
  ['a\r\nb', 'a__b'],
  ['<a>:"b"|?*', '_a___b____'],
  ['e\u0301.txt', '\u00e9.txt'],
  ['x\ud800', 'x\ufffd'],
  ['a\ufffe\uffff', 'a__'],
])('a mount stores the name %j as %j', (name, expected) => {
  expect(storedFileName(name)).toBe(expected);
});

it.each([
  ['a?/b. /c', 'a?/b. /c'],
  ['back\\slash/tab\there', 'back_slash/tab_here'],
  ['cafe\u0301', 'caf\u00e9'],
  ['x\ud800\uffff', 'x\ufffd_'],
])('a mount stores the folder %j as %j', (path, expected) => {
  expect(storedFolderPath(path)).toBe(expected);
});

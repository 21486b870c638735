import { describe, expect, it } from 'vitest';
import { checkItemPath, foldersAbove, keysOf } from './item-path.ts';

describe('paths within a link (CONTRACT A7, SECURITY 27)', () => {
  it.each([
    '../up',
    'a/../b',
    '/absolute',
    'a//b',
    'a/',
    'a\\b',
    'a/b\0c',
    'a/\u0007',
    './a',
    'a/.',
    '',
    '\ud800',
    'x'.repeat(256),
    `${'a/'.repeat(600)}b`,
  ])('refuse %j', (path) => {
    expect(() => checkItemPath(path)).toThrow('bundles.path_invalid');
  });

  it('are stored in one spelling', () => {
    expect(checkItemPath('Cafe\u0301/日记.txt')).toBe('Café/日记.txt');
    expect(checkItemPath('C:/a?/b. /c.')).toBe('C_/a_/b._/c_');
    expect(checkItemPath('.hidden/a.b.c')).toBe('.hidden/a.b.c');
  });

  it('sort as people do, and tell names apart by more than their case', () => {
    const names = ['img10.jpg', 'img2.jpg', 'IMG1.jpg', 'img02b.jpg'];
    const sorted = names.toSorted((a, b) => (keysOf(a).sortKey < keysOf(b).sortKey ? -1 : 1));
    expect(sorted).toEqual(['IMG1.jpg', 'img2.jpg', 'img02b.jpg', 'img10.jpg']);
    expect(keysOf('A/B.txt')).toMatchObject({ pathKey: 'a/b.txt', parentKey: 'a' });
  });

  it('know the folders above', () => {
    expect(foldersAbove('a/b/c')).toEqual(['a', 'a/b']);
  });
});

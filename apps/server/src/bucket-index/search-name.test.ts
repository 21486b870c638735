import { describe, expect, it } from 'vitest';
import { nameOf, searchNameOf, toSearchName } from './search-name.ts';

describe('searchNameOf (CONTRACT F7: the file name, in any case)', () => {
  it.each([
    ['a/b/Report.PDF', 'report.pdf'],
    ['Report', 'report'],
    ['文档/图片.PNG', '图片.png'],
    ['a/100%_\\'.slice(0, -1), '100%_'],
    ['a/.hidden', '.hidden'],
    ['a/...', '...'],
    ['a/e\u0301.txt', '\u00e9.txt'],
  ])('is for %j %j', (key, name) => {
    expect(searchNameOf(key)).toBe(name);
  });

  it.each(['a/', '', '/a', 'a//b', 'a/../b', 'a/.', '../b', 'a\\b', 'a\nb', 'a\0b', 'a/\ud800'])(
    'is nothing for %j, which is no file or which no path names (SECURITY 2)',
    (key) => {
      expect(searchNameOf(key)).toBe('');
    },
  );

  it('has every part of a name in it, whatever follows the part', () => {
    expect(searchNameOf('ΟΔΟΣ.txt')).toContain(toSearchName('ΟΔΟΣ'));
  });

  it('is the same however the accent is written', () => {
    expect(toSearchName('E\u0301')).toBe(toSearchName('\u00e9'));
    expect(nameOf('a/b/c')).toBe('c');
  });
});

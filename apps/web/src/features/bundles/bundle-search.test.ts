import { describe, expect, it } from 'vitest';
import { bundleSearchOf, foldersOf, parentOf } from './bundle-search.ts';

describe('the address of a bundle', () => {
  it('names a folder and a file, also if the router took a name for a number', () => {
    expect(bundleSearchOf({ folder: 'a/b', file: 'a/b/c.txt' })).toEqual({
      folder: 'a/b',
      file: 'a/b/c.txt',
    });
    expect(bundleSearchOf({ folder: 2026 })).toEqual({ folder: '2026' });
    expect(bundleSearchOf({ folder: '', file: { a: 1 }, other: 'x' })).toEqual({});
  });

  it('has the folders of a path', () => {
    expect(foldersOf('')).toEqual([]);
    expect(foldersOf('photos/2026')).toEqual([
      { name: 'photos', path: 'photos' },
      { name: '2026', path: 'photos/2026' },
    ]);
    expect(parentOf('photos/2026/a.jpg')).toBe('photos/2026');
    expect(parentOf('a.jpg')).toBe('');
  });
});

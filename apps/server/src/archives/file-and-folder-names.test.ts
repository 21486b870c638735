import { describe, expect, it } from 'vitest';
import { createFileAndFolderNames } from './file-and-folder-names.ts';

/** Sorts like a storage, by bytes. */
function namesOf(...keys: readonly string[]) {
  const names = createFileAndFolderNames([]);
  return keys.toSorted().map((key) => names.nameOf(key));
}

describe('names in an archive', () => {
  it('are those of the storage where no file is called as a directory', () => {
    const keys = ['a', 'a-b', 'ab/c', 'b/', 'b/a', 'b/ab'];
    expect(namesOf(...keys)).toEqual(keys);
  });

  it('are others for directories that are called as a file, with all that is in them', () => {
    expect(namesOf('a', 'a/', 'a/b', 'a-b', 'a.txt', 'b')).toEqual([
      'a',
      'a-b',
      'a.txt',
      'a (2)/',
      'a (2)/b',
      'b',
    ]);
  });

  it('are taken by nothing else', () => {
    const names = namesOf('d/a', 'd/a (2)', 'd/a (7)/x', 'd/a (8) or so', 'd/a/b');
    expect(names).toContain('d/a (8)/b');
    expect(new Set(names).size).toBe(names.length);
  });

  it('are found again at each level', () => {
    expect(namesOf('a', 'a/b', 'a/b/c', 'a/b/c/d')).toEqual([
      'a',
      'a (2)/b',
      'a (2)/b (2)/c',
      'a (2)/b (2)/c (2)/d',
    ]);
  });

  it('are the same for what comes after all keys', () => {
    const names = createFileAndFolderNames(['a/b/mount/', 'z/mount/']);
    for (const key of ['a/b', 'a/b (2)', 'a/c', 'q', 'q/r', 'z/x']) names.nameOf(key);
    expect(names.nameOfLater('a/b/mount/x')).toBe('a/b (3)/mount/x');
    expect(names.nameOfLater('z/mount/x')).toBe('z/mount/x');
  });
});

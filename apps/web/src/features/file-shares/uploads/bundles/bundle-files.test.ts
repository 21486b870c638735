import { describe, expect, it } from 'vitest';
import { bundleFilesOf, findExpected } from './bundle-files.ts';

const chosen = (path: string, text = 'x') => {
  const slash = path.lastIndexOf('/');
  return {
    file: new File([text], path.slice(slash + 1)),
    directory: path.slice(0, Math.max(0, slash)),
  };
};
const pathsOf = (...paths: string[]) =>
  bundleFilesOf(paths.map((path) => chosen(path))).map(({ path }) => path);

describe('the files of a bundle', () => {
  it('keep the folders that they came in', () => {
    expect(pathsOf('a.txt', 'photos/2026/b.jpg')).toEqual(['a.txt', 'photos/2026/b.jpg']);
  });

  it('of one name all get a place, also if only their case differs', () => {
    expect(pathsOf('a.txt', 'A.txt', 'a.txt', 'x/a.txt')).toEqual([
      'a.txt',
      'A (1).txt',
      'a (2).txt',
      'x/a.txt',
    ]);
  });

  it('get names that the server stores as they are', () => {
    expect(pathsOf('what?.txt', 'dot./a\\b', 'cafe\u0301')).toEqual([
      'what_.txt',
      'dot_/a_b',
      'caf\u00e9',
    ]);
  });
});

describe('files that are chosen again', () => {
  const expected = [
    { path: 'p/a.txt', size: 1 },
    { path: 'p/b.txt', size: 2 },
    { path: 'q/b.txt', size: 2 },
  ];
  const foundIn = (...files: ReturnType<typeof chosen>[]) =>
    findExpected(files, expected).map((each) => each.expected.path);

  it('are found by path and size', () => {
    expect(foundIn(chosen('q/b.txt', 'xx'), chosen('p/a.txt'))).toEqual(['q/b.txt', 'p/a.txt']);
    expect(foundIn(chosen('p/a.txt', 'another size'))).toEqual([]);
  });

  it('are found without their folder if only one fits', () => {
    expect(foundIn(chosen('a.txt'), chosen('b.txt', 'xx'))).toEqual(['p/a.txt']);
    expect(foundIn(chosen('p/b.txt', 'xx'), chosen('b.txt', 'xx'))).toEqual(['p/b.txt', 'q/b.txt']);
  });
});

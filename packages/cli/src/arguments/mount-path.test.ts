import { describe, expect, it } from 'vitest';
import { isMountPath, mountPathOf, targetOf } from './mount-path.ts';

describe('a path of a mount', () => {
  it.each([
    [':/photos/a.jpg', '/photos/a.jpg'],
    [':photos/', '/photos/'],
    ['/photos', '/photos'],
    ['photos', '/photos'],
    [':', '/'],
    ['', '/'],
  ])('"%s" means %s', (typed, path) => {
    expect(mountPathOf(typed)).toBe(path);
  });

  it('is told from a path of this computer by its colon', () => {
    expect([':/a', './:a', '/a', 'C:\\a'].map(isMountPath)).toEqual([true, false, false, false]);
  });

  it('is taken apart into directory and name', () => {
    expect(targetOf('/a/b.txt')).toEqual({ directory: '/a/', name: 'b.txt' });
    expect(targetOf('/b.txt')).toEqual({ directory: '/', name: 'b.txt' });
  });
});

import { describe, expect, it } from 'vitest';
import { canTake } from './dragging.ts';

describe('where entries can be dropped', () => {
  it.each([
    ['/m/b', ['/m/a.txt'], true],
    ['/m', ['/m/a.txt'], false],
    ['/m', ['/m/a/'], false],
    ['/m/a', ['/m/a/'], false],
    ['/m/a/deep', ['/m/a/'], false],
    ['/m/ab', ['/m/a/'], true],
    ['/m/a', ['/m/a/', '/m/b.txt'], false],
    ['/n', ['/m/a/', '/m/b.txt'], true],
    ['/', ['/m/a.txt'], true],
  ])('into %s go %j: %s', (directory, paths, expected) => {
    expect(canTake(directory, paths)).toBe(expected);
  });
});

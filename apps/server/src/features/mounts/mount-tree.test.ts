import { describe, expect, it } from 'vitest';
import { createMountTree } from './mount-tree.ts';

const MOUNTS = ['/a', '/a/b', '/a/b/c', '/文档', '/ab'].map((mountPath) => ({ mountPath }));

describe('a mount tree resolves a path (CONTRACT A4: the longest prefix wins)', () => {
  it.each([
    ['/a', '/a', '/'],
    ['/a/', '/a', '/'],
    ['a//x', '/a', '/x'],
    ['/a/bx/y', '/a', '/bx/y'],
    ['/a/b', '/a/b', '/'],
    ['/a/b/x', '/a/b', '/x'],
    ['/a/b/c/d e', '/a/b/c', '/d e'],
    ['/ab/c', '/ab', '/c'],
    ['/文档/e\u0301', '/文档', '/\u00e9'],
  ])('finds %s in %s at %s', (path, mountPath, subPath) => {
    for (const mounts of [MOUNTS, MOUNTS.toReversed()]) {
      expect(createMountTree(mounts).resolve(path)).toMatchObject({
        mount: { mountPath },
        subPath,
      });
    }
  });

  it.each(['/', '', '/A', '/abc', '/b', '/文', '/a/../ab', '/a\\b', '/a\0'])(
    'finds %j nowhere',
    (path) => {
      expect(createMountTree(MOUNTS).resolve(path)).toBeUndefined();
    },
  );

  it('spells the path once, however it was written', () => {
    expect(createMountTree(MOUNTS).resolve('a//b/x/')).toEqual({
      mount: { mountPath: '/a/b' },
      path: '/a/b/x',
      subPath: '/x',
    });
  });
});

describe('a mount tree lists the mounts in a directory', () => {
  it.each([
    ['/', ['/a', '/a/b', '/a/b/c', '/文档', '/ab']],
    ['/a', ['/a/b', '/a/b/c']],
    ['a//b/', ['/a/b/c']],
    ['/a/b/c', []],
    ['/ab', []],
    ['/nowhere', []],
    ['/a\0', []],
  ])('%j', (path, paths) => {
    const found = createMountTree(MOUNTS).below(path);
    expect(found.map(({ mountPath }) => mountPath)).toEqual(paths);
  });
});

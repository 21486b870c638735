import { describe, expect, it } from 'vitest';
import { resolveMount } from './resolve-mount.ts';

const MOUNTS = ['/a', '/a/b', '/a/b/c', '/文档', '/ab'].map((mountPath) => ({ mountPath }));

describe('resolveMount (CONTRACT A4: the longest prefix wins)', () => {
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
      expect(resolveMount(mounts, path)).toMatchObject({ mount: { mountPath }, subPath });
    }
  });

  it.each(['/', '', '/A', '/abc', '/b', '/文', '/a/../ab', '/a\\b', '/a\0'])(
    'finds %j nowhere',
    (path) => {
      expect(resolveMount(MOUNTS, path)).toBeUndefined();
    },
  );

  it('spells the path once, however it was written', () => {
    expect(resolveMount(MOUNTS, 'a//b/x/')).toEqual({
      mount: { mountPath: '/a/b' },
      path: '/a/b/x',
      subPath: '/x',
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { AuthenticatedCaller } from '../../security/caller.ts';
import { createMountTree } from '../mounts/mount-tree.ts';
import type { Mount } from '../mounts/service.ts';
import { findPlaces } from './places.ts';

const mountAt = (mountPath: string) =>
  ({ id: mountPath, mountPath, storageConfigId: 'bucket' }) as Mount;
const ADMIN = { kind: 'admin', id: 'a', name: 'admin' } as AuthenticatedCaller;
const keyAt = (basePath: string) =>
  ({ kind: 'apiKey', id: 'k', name: 'key', permissions: 256, basePath }) as AuthenticatedCaller;

const find = (
  caller: AuthenticatedCaller,
  root: string,
  usable: readonly string[],
  active: readonly string[] = usable,
) =>
  Object.fromEntries(
    findPlaces(caller, root, usable.map(mountAt), createMountTree(active.map(mountAt))).map(
      ({ mount, region: { prefix, hidden } }) => [mount.mountPath, [prefix, ...hidden]],
    ),
  );

describe('findPlaces (CONTRACT A4, SECURITY 2)', () => {
  it('shows an administrator all of every mount', () => {
    expect(find(ADMIN, '/', ['/a', '/b'])).toEqual({ '/a': [''], '/b': [''] });
  });

  it('shows a key what lies in its base path, by whole segments', () => {
    expect(find(keyAt('/a/b'), '/', ['/a', '/ab'])).toEqual({ '/a': ['b/'] });
    expect(find(keyAt('/a'), '/', ['/a', '/ab', '/a/c'])).toEqual({
      '/a': ['', 'c'],
      '/a/c': [''],
    });
    expect(find(keyAt('/x'), '/', ['/a'])).toEqual({});
  });

  it('looks below a directory only, whether it is in a mount or above some', () => {
    expect(find(ADMIN, '/a/docs', ['/a', '/b'])).toEqual({ '/a': ['docs/'] });
    expect(find(ADMIN, '/x', ['/x/a', '/x/b', '/y'])).toEqual({ '/x/a': [''], '/x/b': [''] });
    expect(find(ADMIN, '/nowhere', ['/a'])).toEqual({});
  });

  it('takes the narrower of directory and base path, and nothing where they part', () => {
    expect(find(keyAt('/a/b'), '/a', ['/a'])).toEqual({ '/a': ['b/'] });
    expect(find(keyAt('/a/b'), '/a/b/c', ['/a'])).toEqual({ '/a': ['b/c/'] });
    expect(find(keyAt('/a/b'), '/a/c', ['/a'])).toEqual({});
  });

  it('leaves out of a mount what another one covers, whoever may use that', () => {
    expect(find(ADMIN, '/', ['/a'], ['/a', '/a/x/y', '/a/b', '/ab'])).toEqual({
      '/a': ['', 'b', 'x/y'],
    });
    expect(find(ADMIN, '/a/x', ['/a'], ['/a', '/a/x/y', '/a/b'])).toEqual({ '/a': ['x/', 'x/y'] });
    expect(find(ADMIN, '/', ['/a'], ['/a', '/a/\u00e9'])).toEqual({
      '/a': ['', 'e\u0301', '\u00e9'],
    });
    expect(find(ADMIN, '/a/x/y/z', ['/a'], ['/a', '/a/x/y'])).toEqual({});
    expect(find(keyAt('/a/x/y'), '/', ['/a'], ['/a', '/a/x/y'])).toEqual({});
  });
});

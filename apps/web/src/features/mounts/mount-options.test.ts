import { createMount } from '@satchel/api-client/contract/mounts';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  NEW_MOUNT,
  newMountOf,
  optionsOf,
  problemsOf,
  withPath,
} from './mount-options.ts';

const MOUNT = { ...NEW_MOUNT, name: ' Photos ', path: '/photos/照片', storageId: 's1' };

describe('a mount in its form (SPEC 3, 5)', () => {
  it('is sent as the server takes it', () => {
    const body = newMountOf({ ...MOUNT, remark: ' ' }, 3);
    expect(createMount.body?.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({ name: 'Photos', remark: null, sort_order: 3, sign_expires: null });
  });

  it.each(['', '/', 'photos', '/a b', '/a/', '//a', '/a.b', '/a/../b'])(
    'refuses the path %j',
    (path) => {
      expect([...problemsOf({ ...MOUNT, path })]).toEqual(['path']);
    },
  );

  it('has a name of 1 to 50 characters, a storage, and a cache of a day at most', () => {
    expect([...problemsOf(MOUNT)]).toEqual([]);
    expect([...problemsOf({ ...MOUNT, name: 'x'.repeat(51) })]).toEqual(['name']);
    expect([...problemsOf({ ...MOUNT, storageId: '' })]).toEqual(['storageId']);
    expect([...problemsOf({ ...MOUNT, cacheSeconds: 86_401 })]).toEqual(['cacheSeconds']);
    expect([...problemsOf({ ...MOUNT, cacheSeconds: null })]).toEqual(['cacheSeconds']);
    expect([...problemsOf({ ...MOUNT, signSeconds: undefined })]).toEqual(['signSeconds']);
  });

  it.each([
    ['My photos', '/my-photos'],
    [' 照片 2026 ', '/照片-2026'],
    ['Team & friends!', '/team-friends'],
    ['???', '/mount'],
    ['Taken', '/taken-3'],
  ])('has a path that follows from the name %j', (name, path) => {
    const options = withPath({ ...MOUNT, name, path: ' ' }, ['/Taken', '/taken-2', '/other']);
    expect(options.path).toBe(path);
    expect([...problemsOf(options)]).toEqual([]);
  });

  it('keeps a typed path', () => expect(withPath(MOUNT, [MOUNT.path])).toBe(MOUNT));

  it('comes back as it was stored', () => {
    const row = {
      ...changesOf(MOUNT),
      id: 'm1',
      storage_type: 'S3',
      is_active: 1 as const,
      web_proxy: 0 as const,
      enable_sign: 0 as const,
      cache_ttl: 300,
      sort_order: 0,
      created_by: 'admin',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
      last_used: null,
    };
    expect(optionsOf(row)).toEqual({ ...MOUNT, name: 'Photos' });
  });
});

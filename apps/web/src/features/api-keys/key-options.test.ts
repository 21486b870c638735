import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { describe, expect, it } from 'vitest';
import {
  changesOf,
  hasFlag,
  NEW_KEY,
  newKeyOf,
  PERMISSION_GROUPS,
  problemsOf,
  withFlags,
} from './key-options.ts';

const KEY = { ...NEW_KEY, name: ' script ', permissions: 257, basePath: '/team' };

describe('an API key in its form (SPEC 3, 5, 9)', () => {
  it('lasts as many days as were chosen, or for ever', () => {
    expect(newKeyOf({ ...KEY, expiry: '7' }, 0).expires_at).toBe('1970-01-08T00:00:00.000Z');
    expect(newKeyOf({ ...KEY, expiry: 'custom', customDays: '2' }, 0).expires_at).toBe(
      '1970-01-03T00:00:00.000Z',
    );
    expect(newKeyOf({ ...KEY, expiry: 'never' }, 0).expires_at).toBe('never');
  });

  it('keeps its end when something else is changed', () => {
    expect(changesOf({ ...KEY, expiry: 'keep' }, 0)).toEqual({
      name: 'script',
      permissions: 257,
      basic_path: '/team',
      is_guest: false,
    });
  });

  it('is a random one unless a custom key is asked for', () => {
    expect(newKeyOf({ ...KEY, customKey: 'a-key-of-my-own' }, 0).custom_key).toBeNull();
    expect(
      newKeyOf({ ...KEY, hasCustomKey: true, customKey: 'a-key-of-my-own' }, 0).custom_key,
    ).toBe('a-key-of-my-own');
  });

  it('needs a name, a path, and what was chosen to be custom', () => {
    expect([...problemsOf(KEY)]).toEqual([]);
    expect([...problemsOf({ ...KEY, name: ' ' })]).toEqual(['name']);
    expect([...problemsOf({ ...KEY, expiry: 'custom', customDays: '0' })]).toEqual(['customDays']);
    expect([...problemsOf({ ...KEY, hasCustomKey: true, customKey: 'short' })]).toEqual([
      'customKey',
    ]);
  });

  it.each(['', 'team', '/team/../other', '/a/.', '\\a'])('refuses the base path %j', (basePath) => {
    expect([...problemsOf({ ...KEY, basePath })]).toEqual(['basePath']);
  });

  it('offers every permission exactly once', () => {
    expect(Object.values(PERMISSION_GROUPS).flat().toSorted()).toEqual(
      Object.keys(PERMISSION_FLAGS).toSorted(),
    );
  });

  it('keeps the permissions that this version does not know', () => {
    const unknown = 1 << 20;
    const bits = withFlags(unknown, PERMISSION_GROUPS.mounts, true);
    expect(hasFlag(bits, 'mount_delete')).toBe(true);
    expect(withFlags(bits, PERMISSION_GROUPS.mounts, false)).toBe(unknown);
  });
});

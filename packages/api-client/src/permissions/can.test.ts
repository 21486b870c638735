import { ANONYMOUS } from '@satchel/permissions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Access,
  type ApiKeyPrincipal,
  can,
  decide,
  decideAccess,
  decideListing,
  PERMISSION_FLAGS,
  type PermissionFlagName,
} from './permissions.ts';

const ADMIN = { kind: 'admin', id: '1' } as const;
const permissionNames = Object.keys(PERMISSION_FLAGS) as PermissionFlagName[];
const permission = fc.constantFrom<PermissionFlagName | 'mount'>(...permissionNames, 'mount');

function keyWith(permissions: number, basePath = '/'): ApiKeyPrincipal {
  return { kind: 'apiKey', id: '42', permissions, basePath };
}

describe('decideAccess', () => {
  it('lets everybody make public calls', () => {
    for (const principal of [ANONYMOUS, keyWith(0), ADMIN]) {
      expect(decideAccess(principal, 'public')).toEqual({ allowed: true });
    }
  });

  it('asks the anonymous for a credential wherever one is needed', () => {
    const access = fc.oneof(
      fc.constantFrom<Access>('authenticated', 'admin'),
      permission,
      fc.array(permission).map((anyOf) => ({ anyOf })),
    );
    fc.assert(
      fc.property(access, (needed) => {
        expect(decideAccess(ANONYMOUS, needed)).toEqual({
          allowed: false,
          reason: 'unauthenticated',
        });
        expect(decideAccess(ADMIN, needed)).toEqual({ allowed: true });
      }),
    );
  });

  it('lets any key make authenticated calls and no key, whatever its bits, admin calls', () => {
    expect(decideAccess(keyWith(0), 'authenticated')).toEqual({ allowed: true });
    expect(decideAccess(keyWith(2 ** 31 - 1), 'admin')).toEqual({
      allowed: false,
      reason: 'admin_only',
    });
  });

  it.each(permissionNames)('needs the very bit of %s from a key', (name) => {
    expect(decideAccess(keyWith(PERMISSION_FLAGS[name]), name)).toEqual({ allowed: true });
    expect(decideAccess(keyWith(~PERMISSION_FLAGS[name] & 0x7fffffff), name)).toEqual({
      allowed: false,
      reason: 'missing_permission',
      anyOf: [name],
    });
  });

  it('takes any one of anyOf, and denies an empty anyOf', () => {
    const anyOf = ['text', 'file_share'] as const;
    expect(decideAccess(keyWith(2), { anyOf }).allowed).toBe(true);
    expect(decideAccess(keyWith(256), { anyOf })).toEqual({
      allowed: false,
      reason: 'missing_permission',
      anyOf,
    });
    expect(decideAccess(keyWith(-1), { anyOf: [] }).allowed).toBe(false);
  });
});

describe('decide and can', () => {
  it('confine a key to its base path (SPEC 6)', () => {
    const key = keyWith(256, '/a');
    expect(can(key, 'mount_view', '/a/b')).toBe(true);
    expect(can(key, 'mount_view', '/ab')).toBe(false);
    expect(decide(key, 'mount_view', '/ab')).toEqual({
      allowed: false,
      reason: 'outside_base_path',
      basePath: '/a',
    });
  });

  it('name the missing permission before the path', () => {
    expect(decide(keyWith(256, '/a'), 'mount_delete', '/b')).toMatchObject({
      reason: 'missing_permission',
    });
  });

  it('refuse a malformed path to everybody, administrators included', () => {
    for (const principal of [ADMIN, keyWith(256)]) {
      expect(decide(principal, 'mount_view', '/a/../b')).toEqual({
        allowed: false,
        reason: 'invalid_path',
        problem: 'dot_segment',
      });
    }
  });

  it('never allow a key less bits or a deeper base path than before to do more', () => {
    const bits = fc.integer({ min: 0, max: 2 ** 18 });
    const path = fc.array(fc.constantFrom('a', 'b', 'ab', ''), { maxLength: 4 });
    fc.assert(
      fc.property(bits, bits, path, path, permission, (held, mask, base, asked, needed) => {
        const wide = keyWith(held, `/${base.join('/')}`);
        const narrow = keyWith(held & mask, `${wide.basePath}/a`);
        const target = `/${asked.join('/')}`;
        if (can(narrow, needed, target)) expect(can(wide, needed, target)).toBe(true);
      }),
    );
  });
});

describe('decideListing', () => {
  it('shows a key the way to its base path, and no siblings', () => {
    const key = keyWith(256, '/a/b');
    for (const path of ['/', '/a', '/a/b', '/a/b/c']) {
      expect(decideListing(key, 'mount_view', path)).toEqual({ allowed: true });
    }
    for (const path of ['/a/bc', '/b', '/a/c']) {
      expect(decideListing(key, 'mount_view', path)).toMatchObject({ reason: 'outside_base_path' });
    }
  });

  it('still needs the permission and a well-formed path', () => {
    expect(decideListing(keyWith(512, '/a'), 'mount_view', '/').allowed).toBe(false);
    expect(decideListing(keyWith(256, '/a'), 'mount_view', '/a/..').allowed).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { createPermissions } from './create-permissions.ts';
import { ANONYMOUS, type PrincipalOf } from './principal.ts';

const blog = createPermissions({
  flags: { read: 1, write: 2, publish: 4 },
  groups: { edit: ['write', 'publish'] },
  holders: { user: 'user:', token: 'token:' },
});

type BlogPrincipal = PrincipalOf<'user' | 'token'>;

const ADMIN = { kind: 'admin', id: '1' } as const;
const user = (permissions: number, basePath = '/') =>
  ({ kind: 'user', id: '7', permissions, basePath }) as const;
const token = (permissions: number, basePath = '/') =>
  ({ kind: 'token', id: '7', permissions, basePath }) as const;
const claiming = (kind: unknown) => ({ ...user(-1), kind }) as unknown as BlogPrincipal;

const ALLOWED = { allowed: true };
const UNAUTHENTICATED = { allowed: false, reason: 'unauthenticated' };
const ADMIN_ONLY = { allowed: false, reason: 'admin_only' };
const missing = (...anyOf: readonly string[]) => ({
  allowed: false,
  reason: 'missing_permission',
  anyOf,
});
const outside = (basePath: string) => ({ allowed: false, reason: 'outside_base_path', basePath });

describe('the permissions of another application', () => {
  it.each([
    ['everybody', ANONYMOUS, 'public', ALLOWED],
    ['the anonymous', ANONYMOUS, 'authenticated', UNAUTHENTICATED],
    ['the anonymous', ANONYMOUS, 'admin', UNAUTHENTICATED],
    ['the anonymous', ANONYMOUS, 'read', UNAUTHENTICATED],
    ['the anonymous', ANONYMOUS, { anyOf: [] }, UNAUTHENTICATED],
    ['an administrator', ADMIN, 'public', ALLOWED],
    ['an administrator', ADMIN, 'authenticated', ALLOWED],
    ['an administrator', ADMIN, 'admin', ALLOWED],
    ['an administrator', ADMIN, 'publish', ALLOWED],
    ['a user without bits', user(0), 'public', ALLOWED],
    ['a user without bits', user(0), 'authenticated', ALLOWED],
    ['a user without bits', user(0), 'read', missing('read')],
    ['a user with all bits', user(-1), 'admin', ADMIN_ONLY],
    ['a user with all bits', user(-1), { anyOf: [] }, missing()],
    ['a user who reads', user(1), 'read', ALLOWED],
    ['a user who reads', user(1), 'write', missing('write')],
    ['a user who reads', user(1), 'edit', missing('edit')],
    ['a user who reads', user(1), { anyOf: ['edit', 'read'] }, ALLOWED],
    ['a user who writes', user(2), 'edit', ALLOWED],
    ['a token that publishes', token(4), 'edit', ALLOWED],
    ['a token that publishes', token(4), 'read', missing('read')],
  ] as const)('answer %s %o, where %o is needed: %o', (_who, principal, access, decision) => {
    expect(blog.decideAccess(principal, access)).toEqual(decision);
  });

  it.each(['User', 'USER', 'apiKey', 'Admin', '', 'toString', '__proto__', undefined, null, 0])(
    'deny everything but public calls to the unknown kind %j, whatever it holds',
    (kind) => {
      const principal = claiming(kind);
      expect(blog.decideAccess(principal, 'public')).toEqual(ALLOWED);
      for (const access of ['authenticated', 'admin', 'read', { anyOf: ['edit'] }] as const) {
        expect(blog.decideAccess(principal, access)).toEqual(UNAUTHENTICATED);
      }
      expect(blog.decide(principal, 'read', '/')).toEqual(UNAUTHENTICATED);
      expect(blog.can(principal, 'read')).toBe(false);
      expect(blog.decideListing(principal, 'read', '/')).toEqual(UNAUTHENTICATED);
      expect(blog.owns(principal, 'user:7')).toBe(false);
      expect(blog.owns(principal, null)).toBe(false);
      expect(blog.createdByOf(principal)).toBeNull();
    },
  );

  it('give the anonymous nothing, not even where they are declared to hold bits', () => {
    const careless = createPermissions({
      flags: { read: 1 },
      holders: { anonymous: ':', admin: ':' },
    });
    const anonymous = { ...user(-1), kind: 'anonymous' } as const;
    expect(careless.decideAccess(anonymous, 'read')).toEqual(UNAUTHENTICATED);
    expect(careless.owns(anonymous, ':7')).toBe(false);
    expect(careless.can(ADMIN, 'read', '/a')).toBe(true);
  });

  it('refuse two holders with one prefix, who would own what the other made', () => {
    const holders = { user: 'x:', token: 'x:' } as const;
    expect(() => createPermissions({ flags: { read: 1 }, holders })).toThrow(
      new RangeError('holders share a prefix'),
    );
  });

  it('need no bit that is not a number', () => {
    for (const permissions of [undefined, null, Number.NaN, 'all', {}]) {
      expect(blog.can({ ...user(0), permissions } as BlogPrincipal, 'read')).toBe(false);
    }
  });
});

describe('names that are not in the table', () => {
  it('are an error, whoever asks', () => {
    const error = new RangeError('unknown permission: raed');
    for (const principal of [ANONYMOUS, ADMIN, user(-1), claiming('apikey')]) {
      // @ts-expect-error It does not compile either.
      expect(() => blog.decideAccess(principal, 'raed')).toThrow(error);
      // @ts-expect-error Nor among others.
      expect(() => blog.decideAccess(principal, { anyOf: ['read', 'raed'] })).toThrow(error);
      // @ts-expect-error Nor with a path.
      expect(() => blog.decide(principal, 'raed', '/')).toThrow(error);
      // @ts-expect-error Nor where only yes or no is asked for.
      expect(() => blog.can(principal, 'raed')).toThrow(error);
      // @ts-expect-error Nor of a directory.
      expect(() => blog.decideListing(principal, 'raed', '/')).toThrow(error);
    }
  });

  it('include none at all, as of a route that declares nothing', () => {
    const error = new RangeError('unknown permission: undefined');
    for (const principal of [ANONYMOUS, ADMIN, user(-1)]) {
      expect(() => blog.decideAccess(principal, undefined as unknown as 'read')).toThrow(error);
    }
  });

  it('include what only a call can say', () => {
    for (const access of ['public', 'authenticated', 'admin']) {
      expect(() => blog.can(ANONYMOUS, access as 'read')).toThrow(RangeError);
      expect(() => blog.can(ADMIN, access as 'read')).toThrow(RangeError);
    }
  });
});

describe('base paths', () => {
  it.each([
    ['/a', undefined, ALLOWED, ALLOWED],
    ['/a', '/a', ALLOWED, ALLOWED],
    ['/a', '/a/', ALLOWED, ALLOWED],
    ['/a', '/a/b', ALLOWED, ALLOWED],
    ['/a', '/ab', outside('/a'), outside('/a')],
    ['/a', '/A', outside('/a'), outside('/a')],
    ['/a', '/', outside('/a'), ALLOWED],
    ['/a/b', '/a', outside('/a/b'), ALLOWED],
    ['/a/b', '/a/bc', outside('/a/b'), outside('/a/b')],
    ['/a/b', '/c', outside('/a/b'), outside('/a/b')],
    ['/', '/anything', ALLOWED, ALLOWED],
    ['/a/..', '/', outside('/a/..'), outside('/a/..')],
    ['/a/..', '/a', outside('/a/..'), outside('/a/..')],
  ] as const)('%j let %j be read: %o, and listed: %o', (basePath, path, reading, listing) => {
    const reader = user(1, basePath);
    expect(blog.decide(reader, 'read', path)).toEqual(reading);
    expect(blog.can(reader, 'read', path)).toBe(reading.allowed);
    if (path !== undefined) expect(blog.decideListing(reader, 'read', path)).toEqual(listing);
  });

  it('are named after the permission that is missing', () => {
    expect(blog.decide(user(1, '/a'), 'write', '/b')).toEqual(missing('write'));
    expect(blog.decideListing(user(1, '/a'), 'write', '/')).toEqual(missing('write'));
  });

  it('let nobody use a malformed path, administrators included', () => {
    const invalid = { allowed: false, reason: 'invalid_path', problem: 'dot_segment' };
    for (const principal of [ADMIN, user(1), token(1, '/a')]) {
      expect(blog.decide(principal, 'read', '/a/../b')).toEqual(invalid);
      expect(blog.can(principal, 'read', '/a/../b')).toBe(false);
      expect(blog.decideListing(principal, 'read', '/a/../b')).toEqual(invalid);
    }
  });

  it('do not confine administrators', () => {
    expect(blog.decide(ADMIN, 'publish', '/anywhere')).toEqual(ALLOWED);
  });
});

describe('ownership', () => {
  it('is by kind and id, and everything is an administrator’s', () => {
    expect(blog.createdByOf(user(0))).toBe('user:7');
    expect(blog.createdByOf(token(0))).toBe('token:7');
    expect(blog.createdByOf(ADMIN)).toBe('1');
    expect(blog.createdByOf(ANONYMOUS)).toBeNull();

    expect(blog.owns(user(0), 'user:7')).toBe(true);
    for (const createdBy of ['7', 'token:7', 'user:71', 'User:7', '', null, undefined]) {
      expect(blog.owns(user(-1), createdBy)).toBe(false);
      expect(blog.owns(ADMIN, createdBy)).toBe(true);
      expect(blog.owns(ANONYMOUS, createdBy)).toBe(false);
    }
  });
});

describe('the types', () => {
  it('want a prefix for ids, so that no two principals have the same', () => {
    // @ts-expect-error Without a prefix, user 7 would own what administrator 7 made.
    const bare = createPermissions({ flags: { read: 1 }, holders: { user: '' } });
    expect(bare.createdByOf(user(0))).toBe(bare.createdByOf({ ...ADMIN, id: '7' }));
  });

  it('take the names and kinds of the application only', () => {
    // @ts-expect-error Another application's permission.
    expect(() => blog.has(1, 'mount_view')).toThrow(RangeError);
    // @ts-expect-error Another application's kind.
    expect(blog.can({ kind: 'apiKey', id: '7', permissions: 1, basePath: '/' }, 'read')).toBe(
      false,
    );
    const { reason } = blog.decide(user(0), 'edit') as { reason: string };
    expect(reason).toBe('missing_permission');
  });

  it('tell the denials apart', () => {
    const decision = blog.decide(user(0), 'edit');
    if (decision.allowed || decision.reason !== 'missing_permission') throw new Error('allowed');
    const needed: readonly ('read' | 'write' | 'publish' | 'edit')[] = decision.anyOf;
    expect(needed).toEqual(['edit']);
  });
});

import { describe, expect, it } from 'vitest';
import { hashPassword, verifyNothing, verifyPassword } from './passwords.ts';

describe('passwords (CONTRACT A2)', () => {
  it('are argon2id with a salt of their own, at OWASP strength', async () => {
    const [one, two] = await Promise.all([hashPassword('same'), hashPassword('same')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword('same', one)).toBe(true);
    expect(await verifyPassword('Same', one)).toBe(false);
  });

  it('are the same however the keyboard composes them', async () => {
    expect(await verifyPassword('e\u0301', await hashPassword('\u00e9'))).toBe(true);
  });

  it('verify hashes of other strength, so that it can be raised', async () => {
    const hash = `$argon2id$v=19$m=64,t=3,p=1$c29tZXNhbHRzb21lc2FsdA$${'A'.repeat(43)}`;
    expect(await verifyPassword('x', hash)).toBe(false);
  });

  it.each(['', 'plain', '$argon2i$v=19$m=1,t=1,p=1$a$b', '$2b$10$abc'])(
    'match nothing where the hash is %j',
    async (hash) => {
      expect(await verifyPassword('', hash)).toBe(false);
      expect(await verifyPassword(hash, hash)).toBe(false);
    },
  );

  it('are checked a bounded number at once, and beyond it refused (CONTRACT A6)', async () => {
    const hash = await hashPassword('right');
    const checks = Array.from({ length: 200 }, () => verifyPassword('right', hash));
    // A logged-in caller who sets a password does not wait for anonymous ones.
    const own = hashPassword('new');
    const outcomes = await Promise.allSettled(checks);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(100);
    expect(refused.length).toBeLessThan(200);
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: { code: 'auth.busy', status: 503 } });
    }
    expect(await own).toMatch(/^\$argon2id/);
    expect(await verifyPassword('right', hash)).toBe(true);
  });

  it('of nobody are never right', async () => {
    expect(await verifyNothing('anything')).toBe(false);
  });
});

import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { createUploadRequest } from '@satchel/api-client/contract/upload-requests';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Attempt,
  checkKey,
  logInWith,
  sendAttempt,
  unlockWith,
} from '../../test/send-attempt.ts';
import { ADMIN, DATABASES, startServer, type TestServer } from '../../test/start-server.ts';
import { verifyPassword } from '../security/passwords.ts';

/** Hash of the product's own strength, so that checking it takes a while. */
const SLOW_HASH = `$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$${'A'.repeat(43)}`;
const DAY_MS = 24 * 60 * 60 * 1000;
const PROXY = '127.0.0.1';
const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;
const countOf = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;

describe.each(DATABASES)('budgets of strangers on %s (CONTRACT A6)', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database, { TRUSTED_PROXIES: PROXY });
  });
  afterAll(() => server.close());

  const send = (attempt: Attempt) => sendAttempt(server.url, attempt);
  const statusesOf = async (attempts: readonly Attempt[]) => {
    const statuses: number[] = [];
    for (const attempt of attempts) statuses.push((await send(attempt)).status);
    return statuses;
  };
  const createShare = async () => {
    const body = { content: 'the text', password: 'right' };
    return (await server.api.call(createTextShare, { body })).slug;
  };
  /** Headers of a request through the proxy, so that a test can use any number of sources. */
  const by = (source: string) => ({ headers: { 'x-forwarded-for': source } });
  const rowsOf = (source: string) => server.prisma.failedAttempt.count({ where: { source } });

  it('deliveries: 30 of a source in five minutes, whatever else it has tried (SECURITY 24)', async () => {
    const body = { title: 'Documents' };
    const { slug } = await server.api.call(createUploadRequest, { body });
    const source = '203.0.113.77';
    const enter = () =>
      fetch(`${server.url}/api/public/requests/${slug}/enter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': source },
        body: '{}',
      });
    const logIn = (at: number) => logInWith(`invented-${at}`, 'wrong', by(source));
    for (let at = 0; at < 29; at += 1) await send(logIn(at));
    const statuses: number[] = [];
    for (let at = 0; at < 31; at += 1) statuses.push((await enter()).status);
    expect(statuses).toEqual([...Array(30).fill(201), 429]);
    // Deliveries are no wrong guesses, so the source has one guess left.
    expect((await send(logIn(29))).status).toBe(401);
    expect((await send(logIn(30))).status).toBe(429);
    server.moveClock(5 * 60 * 1000 + 1000);
    expect((await enter()).status).toBe(201);
  });

  it('60 log-ins at once with ever new names: 30 are checked, and 30 get 429 (SECURITY 16)', async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        send(logInWith(`invented-${at}`, 'wrong', { from: '127.0.4.1' })),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([30, 30]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.retryAfter).toBeGreaterThan(0);
    expect(refused?.body).toContain('"auth.throttled"');
    const other = logInWith('invented', 'wrong', { from: '127.0.4.2' });
    expect((await send(other)).status).toBe(401);
  });

  it('wrong keys of ever new prefixes get 429 after 30 in every header, and the right key never', async () => {
    const { key } = await server.createApiKey({ permissions: PERMISSION_FLAGS.webdav_read });
    const from = '127.0.4.3';
    const wrong = (at: number): Attempt =>
      [
        checkKey(`ApiKey ${at}-wrong-key`, from),
        { ...checkKey('', from), headers: { 'x-custom-auth-key': `${at}-wrong-key` } },
        checkKey(basic(`${at}-wrong-key`, `${at}-wrong-key`), from),
      ][at % 3] ?? checkKey('', from);
    const statuses = await statusesOf(Array.from({ length: 120 }, (_, at) => wrong(at)));
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(statuses.slice(30)).toEqual(Array(90).fill(429));
    expect(await rowsOf(from)).toBe(30);

    for (const authorization of [`ApiKey ${key}`, basic(key, key), server.authorization]) {
      expect((await send(checkKey(authorization, from))).status).toBe(200);
    }
    const byHeader = { ...checkKey('', from), headers: { 'x-custom-auth-key': key } };
    expect((await send(byHeader)).status).toBe(200);
    const right = await send(logInWith(ADMIN.username, ADMIN.password, { from }));
    expect(right.status).toBe(429);
    server.moveClock(right.retryAfter * 1000);
    expect((await send(logInWith(ADMIN.username, ADMIN.password, { from }))).status).toBe(200);
  });

  it('one budget spans names, keys and shares', async () => {
    const from = '127.0.4.4';
    const slug = await createShare();
    const failures = await statusesOf([
      ...Array.from({ length: 10 }, (_, at) => logInWith(`name-${at}`, 'wrong', { from })),
      ...Array.from({ length: 10 }, (_, at) => checkKey(`ApiKey ${at}-key-of-none`, from)),
      ...Array.from({ length: 10 }, () => unlockWith(slug, 'wrong', { from })),
    ]);
    expect(failures).toEqual(Array(30).fill(401));
    const other = await createShare();
    expect((await send(unlockWith(other, 'right', { from }))).status).toBe(429);
    expect((await send(unlockWith(other, 'right', { from: '127.0.4.5' }))).status).toBe(200);
  });

  it('a success takes back the failures of its own target only', async () => {
    const from = '127.0.4.6';
    const slug = await createShare();
    await statusesOf([
      ...Array.from({ length: 20 }, (_, at) => logInWith(`some-${at}`, 'wrong', { from })),
      ...Array.from({ length: 9 }, () => unlockWith(slug, 'wrong', { from })),
    ]);
    expect((await send(unlockWith(slug, 'right', { from }))).status).toBe(200);
    const more = Array.from({ length: 11 }, (_, at) => logInWith(`more-${at}`, 'wrong', { from }));
    expect(await statusesOf(more)).toEqual([...Array(10).fill(401), 429]);
  });

  it('wrong tries from many addresses do not lock out where the right password came from (SECURITY 17)', async () => {
    const slug = await createShare();
    const known = { from: '127.0.4.7' };
    expect((await send(unlockWith(slug, 'right', known))).status).toBe(200);
    const guessFromEverywhere = async () => {
      const guesses = Array.from({ length: 110 }, (_, at) =>
        unlockWith(slug, 'wrong', { from: `127.0.5.${1 + (at % 11)}` }),
      );
      return statusesOf(guesses);
    };
    expect(countOf(await guessFromEverywhere(), 401)).toBe(100);
    const stranger = { from: '127.0.4.8' };
    expect((await send(unlockWith(slug, 'right', stranger))).status).toBe(429);
    expect((await send(unlockWith(slug, 'right', known))).status).toBe(200);
    // Its own ten failures still count, and it is known for 30 days.
    const own = Array.from({ length: 11 }, () => unlockWith(slug, 'wrong', known));
    expect(await statusesOf(own)).toEqual([...Array(10).fill(401), 429]);
    server.moveClock(31 * DAY_MS);
    await guessFromEverywhere();
    expect((await send(unlockWith(slug, 'right', known))).status).toBe(429);
    await server.sweep();
    expect(await server.prisma.knownSource.count()).toBe(0);
  });

  it('wrong tries from many addresses do not lock out the right key (SECURITY 17)', async () => {
    const key = 'guessed1-and-more';
    await server.createApiKey({ key });
    const guesses = Array.from({ length: 110 }, (_, at) =>
      checkKey(`ApiKey guessed1-${at}`, `127.0.6.${1 + (at % 11)}`),
    );
    const statuses = await statusesOf(guesses);
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([100, 10]);
    expect((await send(checkKey(`ApiKey ${key}`, '127.0.4.9'))).status).toBe(200);
    const wrong = await send(checkKey('ApiKey guessed1-x', '127.0.4.9'));
    expect(wrong.status).toBe(429);
  });

  it.each([
    ['the addresses of one IPv6 /64', (at: number) => `2001:db8:7:7:${at + 1}::1`],
    [
      'an IPv4 address and its IPv6 spelling',
      (at: number) => (at % 2 ? '203.0.113.77' : '::ffff:203.0.113.77'),
    ],
  ])('%s are one source', async (_, sourceAt) => {
    const attempts = Array.from({ length: 31 }, (_, at) =>
      logInWith(`from-${at}`, 'wrong', by(sourceAt(at))),
    );
    expect(await statusesOf(attempts)).toEqual([...Array(30).fill(401), 429]);
    const neighbour = logInWith('neighbour', 'wrong', by('2001:db8:7:8::1'));
    expect((await send(neighbour)).status).toBe(401);
  });

  it('a flood from everywhere is told to come back, and leaves no trace (SECURITY 16)', async () => {
    await server.prisma.failedAttempt.deleteMany();
    const others = Array.from({ length: 20 }, () => verifyPassword('wrong', SLOW_HASH));
    const replies = await Promise.all(
      Array.from({ length: 150 }, (_, at) =>
        send(logInWith(`flood-${at}`, 'wrong', by(`198.51.100.${at}`))),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    const busy = replies.find(({ status }) => status === 503);
    expect(busy?.retryAfter).toBeGreaterThan(0);
    expect(busy?.body).toContain('"auth.busy"');
    expect(await server.prisma.failedAttempt.count()).toBe(countOf(statuses, 401));
    await Promise.all(others);
  });
});

describe('keys in use', () => {
  it('cost no write a call', async () => {
    const server = await startServer('sqlite');
    try {
      const { key } = await server.createApiKey();
      const check = async () => {
        // Longer than the caller cache, but within a minute of the key's last use.
        server.moveClock(2500);
        return (await sendAttempt(server.url, checkKey(`ApiKey ${key}`, '127.0.0.1'))).status;
      };
      // SQLite counts the changes that other connections have made.
      const changes = () => server.prisma.$queryRaw`PRAGMA data_version`;
      expect(await check()).toBe(200);
      const before = await changes();
      for (let at = 0; at < 10; at += 1) expect(await check()).toBe(200);
      expect(await changes()).toEqual(before);
      await server.createApiKey();
      await sendAttempt(server.url, checkKey('ApiKey wrong-key', '127.0.0.1'));
      expect(await changes()).not.toEqual(before);
    } finally {
      await server.close();
    }
  });
});

import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Attempt,
  type AttemptReply,
  checkKey as check,
  logInWith as logIn,
  sendAttempt as send,
  unlockWith as unlock,
} from '../../test/send-attempt.ts';
import { ADMIN, DATABASES, startServer, type TestServer } from '../../test/start-server.ts';
import { vary } from '../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const FIVE_MINUTES_MS = 5 * 60 * 1000;

describe.each(DATABASE)('throttles on %s (CONTRACT A2, A5, SECURITY 6)', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  const repeat = async (count: number, attempt: Attempt) => {
    const replies: AttemptReply[] = [];
    for (let at = 0; at < count; at += 1) replies.push(await send(server.url, attempt));
    return replies;
  };
  const createShare = (body: { password: string; maxViews?: number }) =>
    server.api.call(createTextShare, { body: { content: 'the text', ...body } });

  it('refuses the right password too after 10 failures, says for how long, and then lets in', async () => {
    const failures = await repeat(10, logIn('admin', 'wrong', { from: '127.0.1.1' }));
    expect(new Set(failures.map(({ status }) => status))).toEqual(new Set([401]));
    const right = logIn('admin', ADMIN.password, { from: '127.0.1.1' });
    const refused = await send(server.url, right);
    expect(refused.status).toBe(429);
    expect(refused.body).toContain('"auth.throttled"');
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(300);
    server.moveClock(refused.retryAfter * 1000);
    expect((await send(server.url, right)).status).toBe(200);
  });

  it('does not let refused attempts prolong the wait', async () => {
    await repeat(10, logIn('admin', 'wrong', { from: '127.0.1.2' }));
    server.moveClock(FIVE_MINUTES_MS - 30_000);
    await repeat(5, logIn('admin', 'wrong', { from: '127.0.1.2' }));
    server.moveClock(31_000);
    const right = logIn('admin', ADMIN.password, { from: '127.0.1.2' });
    expect((await send(server.url, right)).status).toBe(200);
  });

  it('does not refuse another source', async () => {
    await repeat(11, logIn('admin', 'wrong', { from: '127.0.1.3' }));
    const other = logIn('admin', ADMIN.password, { from: '127.0.1.4' });
    expect((await send(server.url, other)).status).toBe(200);
  });

  it('forgets the failures of a source at its success', async () => {
    const { slug } = await createShare({ password: 'right' });
    for (let round = 0; round < 3; round += 1) {
      const replies = await repeat(9, unlock(slug, 'wrong'));
      expect(replies.at(-1)?.status).toBe(401);
      expect((await send(server.url, unlock(slug, 'right'))).status).toBe(200);
    }
  });

  it('refuses every source after 100 failures from all of them together', async () => {
    const { slug } = await createShare({ password: 'right' });
    const sources = Array.from({ length: 10 }, (_, at) => `127.0.2.${at + 1}`);
    await Promise.all(sources.map((from) => repeat(10, unlock(slug, 'wrong', { from }))));
    const fresh = await send(server.url, unlock(slug, 'right', { from: '127.0.2.99' }));
    expect(fresh.status).toBe(429);
    expect(fresh.retryAfter).toBeGreaterThan(0);
    server.moveClock(FIVE_MINUTES_MS + 1000);
    const later = await send(server.url, unlock(slug, 'right', { from: '127.0.2.99' }));
    expect(later.status).toBe(200);
  });

  it('checks no more than 10 of many guesses at once', async () => {
    const { slug } = await createShare({ password: 'right' });
    const guesses = Array.from({ length: 40 }, (_, at) => unlock(slug, `guess ${at}`));
    const replies = await Promise.all(guesses.map((guess) => send(server.url, guess)));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it('does not shut out many who know the password and come at once', async () => {
    const { slug } = await createShare({ password: 'right' });
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => send(server.url, unlock(slug, 'right'))),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('throttles the password of raw text in header and query together', async () => {
    const { slug } = await createShare({ password: 'right' });
    const raw = (headers: Record<string, string>, search = ''): Attempt => ({
      method: 'GET',
      path: `/api/raw/${slug}${search}`,
      headers,
    });
    await repeat(5, raw({ 'x-share-password': 'wrong' }));
    await repeat(5, raw({}, '?password=wrong'));
    const refused = await send(server.url, raw({ 'x-share-password': 'right' }));
    expect([refused.status, refused.retryAfter > 0]).toEqual([429, true]);
    expect(refused.body).toMatch(/^Too many failed attempts/);
  });

  it('throttles keys by their prefix, and Basic as both of them', async () => {
    const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;
    const key = 'prefix01-of-a-custom-key';
    await server.createApiKey({ key, permissions: PERMISSION_FLAGS.webdav_read });
    const byKey = await repeat(10, check('ApiKey prefix01-wrong', '127.0.3.1'));
    expect(byKey.at(-1)?.status).toBe(401);
    expect((await send(server.url, check(`ApiKey ${key}`, '127.0.3.1'))).status).toBe(429);
    expect((await send(server.url, check(`ApiKey ${key}`, '127.0.3.2'))).status).toBe(200);

    await repeat(10, check(basic('prefix01-bad', 'prefix01-bad'), '127.0.3.3'));
    expect((await send(server.url, check(basic(key, key), '127.0.3.3'))).status).toBe(429);

    await repeat(10, check(basic('admin', 'wrong'), '127.0.3.4'));
    const right = basic(ADMIN.username, ADMIN.password);
    expect((await send(server.url, check(right, '127.0.3.4'))).status).toBe(429);
  });

  it('checks no more than 10 of many keys that are guessed at once', async () => {
    // Late enough to be refused, and early enough to be looked up before wrong ones are recorded.
    await server.createApiKey({ key: 'prefix02-20' });
    const guesses = Array.from({ length: 40 }, (_, at) =>
      check(`ApiKey prefix02-${at}`, '127.0.3.5'),
    );
    const replies = await Promise.all(guesses.map((guess) => send(server.url, guess)));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it('forgets wrong keys at the right one (CONTRACT A5)', async () => {
    for (const number of [1, 2, 3]) {
      const key = `prefix03-${number}`;
      await server.createApiKey({ key });
      const replies = await repeat(9, check('ApiKey prefix03-wrong', '127.0.3.6'));
      expect(replies.at(-1)?.status).toBe(401);
      expect((await send(server.url, check(`ApiKey ${key}`, '127.0.3.6'))).status).toBe(200);
    }
  });

  it('ignores X-Forwarded-For, as no proxy is trusted', async () => {
    const { slug } = await createShare({ password: 'right' });
    const replies: AttemptReply[] = [];
    for (let at = 0; at < 11; at += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${at}` };
      replies.push(await send(server.url, unlock(slug, 'wrong', { headers })));
    }
    expect(replies.at(-1)?.status).toBe(429);
  });

  it('keeps no secret in its rows', async () => {
    await send(server.url, logIn('someone-secret', 'wrong'));
    const rows = await server.prisma.failedAttempt.findMany();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('someone-secret');
  });

  it('lets the sweeper remove failures of the past', async () => {
    await send(server.url, logIn('admin', 'wrong', { from: '127.0.1.9' }));
    server.moveClock(FIVE_MINUTES_MS + 1000);
    await server.sweep();
    expect(await server.prisma.failedAttempt.count()).toBe(0);
  });
});

describe('throttles behind a proxy (TRUSTED_PROXIES)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer('sqlite', { TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => server.close());

  it('tells sources apart by X-Forwarded-For from the proxy, and not from anybody else', async () => {
    const attempt = (source: string, from: string, password = 'wrong') =>
      send(server.url, logIn('admin', password, { from, headers: { 'x-forwarded-for': source } }));
    for (let at = 0; at < 10; at += 1) await attempt('203.0.113.1', '127.0.0.1');
    expect((await attempt('203.0.113.1', '127.0.0.1', ADMIN.password)).status).toBe(429);
    expect((await attempt('203.0.113.2', '127.0.0.1', ADMIN.password)).status).toBe(200);
    for (let at = 0; at < 10; at += 1) await attempt(`203.0.113.${10 + at}`, '127.0.0.2');
    expect((await attempt('203.0.113.30', '127.0.0.2', ADMIN.password)).status).toBe(429);
  });
});

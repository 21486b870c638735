import { login } from '@satchel/api-client/contract/sessions';
import {
  createTextShare,
  updateTextShare,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import { readThroughUrlProxy, readUrlInfo } from '@satchel/api-client/contract/url-uploads';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { checkKey, logInWith, sendAttempt, unlockWith } from './send-attempt.ts';
import { ADMIN, startServer, type TestServer } from './start-server.ts';
import { startSource } from './start-source.ts';

describe.skipIf(inject('postgresUrl') === undefined)('two replicas on one PostgreSQL', () => {
  let one: TestServer;
  let two: TestServer;
  beforeAll(async () => {
    const env = { URL_UPLOAD_ALLOW: '127.0.0.1' };
    one = await startServer('postgresql', env);
    two = await startServer('postgresql', { ...env, DATABASE_URL: one.databaseUrl ?? '' });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  const create = (body: { maxViews?: number } = {}) =>
    one.api.call(createTextShare, { body: { content: 'the text', ...body } });
  const view = (replica: TestServer, slug: string) =>
    replica.anonymous.call(viewTextShare, { params: { slug }, query: {} });

  it('have one administrator, whose sessions hold on both', async () => {
    expect(two.services.firstAdmin).toBeUndefined();
    expect(await one.prisma.admin.count()).toBe(1);
    const { slug } = await two
      .apiAs({ kind: 'admin', token: one.authorization.slice(7) })
      .call(createTextShare, { body: { content: 'made on the other' } });
    await expect(view(one, slug)).resolves.toMatchObject({ content: 'made on the other' });
  });

  it('deliver a one-view text once between them', async () => {
    const { slug } = await create({ maxViews: 1 });
    const replies = await Promise.allSettled(
      Array.from({ length: 100 }, (_, at) => view(at % 2 === 0 ? one : two, slug)),
    );
    expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('drop what they remember of a share when the other changes it', async () => {
    const { id, slug } = await create();
    await view(two, slug);
    const body = { content: 'changed' };
    await one.api.call(updateTextShare, { params: { id }, body });
    await vi.waitFor(async () => {
      expect(await view(two, slug)).toMatchObject({ content: 'changed' });
    });
  });

  it('let an address that was probed on one be read on either, once (CONTRACT A6)', async () => {
    const source = await startSource();
    const url = `${source.url}/hello.txt`;
    const read = async (replica: TestServer) => {
      const reply = await fetch(replica.api.url(readThroughUrlProxy, { query: { url } }));
      await reply.text();
      return reply.status;
    };
    for (let round = 0; round < 30; round += 1) {
      await one.api.call(readUrlInfo, { body: { url } });
      const statuses = await Promise.all([read(two), read(one), read(two), read(one)]);
      expect(statuses.sort()).toEqual([200, 401, 401, 401]);
    }
    await source.close();
  });

  it('count failed attempts together (CONTRACT A2)', async () => {
    const attempt = (replica: TestServer, password: string) =>
      replica.anonymous
        .call(login, { body: { username: ADMIN.username, password } })
        .catch((error) => error);
    for (let at = 0; at < 10; at += 1) await attempt(at % 2 === 0 ? one : two, 'wrong');
    expect(await attempt(one, ADMIN.password)).toMatchObject({ code: 'auth.throttled' });
    expect(await attempt(two, ADMIN.password)).toMatchObject({ code: 'auth.throttled' });
  });

  it('count what one source tries together, over all targets and kinds (CONTRACT A6)', async () => {
    const from = '127.0.7.1';
    const statuses: number[] = [];
    for (let at = 0; at < 40; at += 1) {
      const attempt =
        at % 4 < 2
          ? logInWith(`invented-${at}`, 'wrong', { from })
          : checkKey(`ApiKey ${at}-wrong-key`, from);
      const replica = at % 2 === 0 ? one : two;
      statuses.push((await sendAttempt(replica.url, attempt)).status);
    }
    expect(statuses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)]);
    expect(await one.prisma.failedAttempt.count({ where: { source: from } })).toBe(30);
  });

  it('let no more guesses through that come to both at once (CONTRACT A6)', async () => {
    const from = '127.0.7.2';
    const replies = await Promise.all(
      Array.from({ length: 80 }, (_, at) =>
        sendAttempt((at % 2 ? one : two).url, checkKey(`ApiKey ${at}-wrong-key`, from)),
      ),
    );
    const checked = replies.filter(({ status }) => status === 401);
    expect(checked.length).toBeGreaterThan(0);
    expect(checked.length).toBeLessThanOrEqual(30);
  });

  it('know where the right password came from, whoever of them saw it (SECURITY 17)', async () => {
    const { slug } = await one.api.call(createTextShare, {
      body: { content: 'the text', password: 'right' },
    });
    const known = unlockWith(slug, 'right', { from: '127.0.7.3' });
    expect((await sendAttempt(one.url, known)).status).toBe(200);
    for (let at = 0; at < 100; at += 1) {
      const from = `127.0.8.${1 + (at % 11)}`;
      await sendAttempt((at % 2 ? one : two).url, unlockWith(slug, 'wrong', { from }));
    }
    const stranger = unlockWith(slug, 'right', { from: '127.0.7.4' });
    expect((await sendAttempt(two.url, stranger)).status).toBe(429);
    expect((await sendAttempt(two.url, known)).status).toBe(200);
  });

  it('run a job one at a time, and take it over from one that died', async () => {
    const holder = 'a replica that died';
    const expiresAt = new Date(one.now().getTime() + 60_000);
    await one.prisma.lease.create({ data: { name: 'textShares', holder, expiresAt } });
    const swept = await one.sweep();
    expect(swept).toMatchObject({ fileShares: expect.any(Number) });
    expect(swept).not.toHaveProperty('textShares');
    one.moveClock(61_000);
    expect(await one.sweep()).toMatchObject({ textShares: expect.any(Number) });
    expect(await one.prisma.lease.count()).toBe(0);
  });
});

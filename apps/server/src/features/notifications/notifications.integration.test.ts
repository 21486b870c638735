import { listNotifications, retryNotification } from '@satchel/api-client/contract/notifications';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMIN, DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import {
  createWebhookOf,
  enqueueCall,
  isSigned,
  startWebhookReceiver,
  WEBHOOK_ENV,
  WEBHOOK_OUTGOING,
  type WebhookReceiver,
} from '../../../test/start-webhook-receiver.ts';
import { vary } from '../../../test/vary.ts';
import type { CreatedWebhook } from './service.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe.each(DATABASE)('webhooks on %s (CONTRACT A7)', (database) => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let webhook: CreatedWebhook;
  beforeAll(async () => {
    server = await startServer(database, WEBHOOK_ENV, WEBHOOK_OUTGOING);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    webhook = await createWebhookOf(server, receiver.url);
  });
  afterEach(async () => {
    await server.prisma.notification.deleteMany();
    await receiver.close();
  });

  const enqueue = (subject = 'Photos', to = webhook) => enqueueCall(server, subject, to);
  /** Administrator with a new session, because the clock moves by days. */
  const admin = async () => {
    const { username, password } = ADMIN;
    const { token } = await server.services.sessions.login(username, password, 'tests');
    return server.apiAs({ kind: 'admin', token });
  };
  const list = async (query: { state?: 'waiting' | 'delivered' | 'failed' } = {}) =>
    (await (await admin()).call(listNotifications, { query })).notifications;
  /** Moves the clock to the next attempt and makes it. */
  const attemptAfter = async (milliseconds: number) => {
    server.moveClock(milliseconds);
    await server.sweep();
  };

  it('are called within two seconds of the commit, signed', async () => {
    await enqueue();
    server.services.notifications.wake();
    await vi.waitFor(() => expect(receiver.calls).toHaveLength(1), 2000);
    const [call] = receiver.calls;
    if (!call) throw new Error('there is a call');
    expect(isSigned(call, webhook.plainSecret)).toBe(true);
    expect(isSigned({ ...call, body: `${call.body} ` }, webhook.plainSecret)).toBe(false);
    expect(call).toMatchObject({ path: '/hook?token=secret' });
    expect(call.headers['content-type']).toBe('application/json');
    expect(JSON.parse(call.body)).toEqual({
      type: 'request.delivery_done',
      timestamp: expect.stringMatching(/Z$/),
      data: { subject: 'Photos' },
    });
    await vi.waitFor(async () =>
      expect(await list()).toMatchObject([
        { state: 'delivered', attempts: 1, problem: null, next_attempt_at: null },
      ]),
    );
    expect(JSON.stringify(await list())).not.toContain('token=secret');
    const row = await server.prisma.notification.findFirstOrThrow();
    expect(row.secret).not.toContain(webhook.plainSecret);
  });

  it('are called again after two failures, with the same id', async () => {
    receiver.answers.push(500, 503);
    await enqueue();
    await server.sweep();
    expect(await list()).toMatchObject([{ state: 'waiting', attempts: 1, problem: 'HTTP 500' }]);
    await server.sweep();
    expect(receiver.calls).toHaveLength(1);
    await attemptAfter(6000);
    expect(await list({ state: 'waiting' })).toMatchObject([{ attempts: 2, problem: 'HTTP 503' }]);
    await attemptAfter(240_000);
    expect(receiver.calls).toHaveLength(2);
    await attemptAfter(61_000);
    expect(await list()).toMatchObject([{ state: 'delivered', attempts: 3, problem: null }]);
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
    for (const call of receiver.calls) expect(isSigned(call, webhook.plainSecret)).toBe(true);
  });

  it('have failed after the last of ten attempts, until an administrator sends them again', async () => {
    receiver.answers.push(...Array.from({ length: 10 }, () => 500));
    await enqueue();
    for (let attempt = 1; attempt <= 10; attempt += 1) await attemptAfter(25 * HOUR_MS);
    const [failed] = await list({ state: 'failed' });
    expect(failed).toMatchObject({ attempts: 10, problem: 'HTTP 500', next_attempt_at: null });
    await attemptAfter(25 * HOUR_MS);
    expect(receiver.calls).toHaveLength(10);
    const api = await admin();
    await api.call(retryNotification, { params: { id: failed?.id ?? '' } });
    await vi.waitFor(async () => expect(await list({ state: 'delivered' })).toHaveLength(1));
    await expect(api.call(retryNotification, { params: { id: 'unknown' } })).rejects.toMatchObject({
      code: 'notifications.not_found',
    });
  });

  it('end at once where the receiver is gone', async () => {
    receiver.answers.push(410);
    await enqueue();
    await server.sweep();
    expect(await list()).toMatchObject([{ state: 'failed', attempts: 1, problem: 'HTTP 410' }]);
  });

  it('follow no redirect (SECURITY 1)', async () => {
    receiver.answers.push(302);
    await enqueue();
    await server.sweep();
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/hook?token=secret']);
    expect(await list()).toMatchObject([{ state: 'waiting', problem: 'HTTP 302' }]);
  });

  it.each([
    ['http://inside.test/', 'notifications.address_refused'],
    ['http://127.0.0.1:1/', 'notifications.address_refused'],
    ['http://169.254.169.254/', 'notifications.address_refused'],
    ['ftp://hooks.test/', 'notifications.url_invalid'],
    ['http://user:password@hooks.test/', 'notifications.url_invalid'],
    ['http://nowhere.test/', 'notifications.url_invalid'],
    ['no url', 'notifications.url_invalid'],
  ])('refuse %s with %s (SECURITY 1)', async (url, code) => {
    await expect(server.services.notifications.createWebhook(url)).rejects.toMatchObject({ code });
  });

  it('check the address again at each call (SECURITY 1)', async () => {
    // A name that was public when the webhook was made, and leads inside now.
    await enqueue('moved', { ...webhook, url: 'http://inside.test/' });
    await server.sweep();
    expect(await list()).toMatchObject([
      { state: 'waiting', problem: 'url_uploads.address_refused', host: 'inside.test' },
    ]);
  });

  it('are sent although the process was killed between the commit and the call', async () => {
    await enqueue();
    const row = await server.prisma.notification.findFirstOrThrow();
    // The killed process had counted its attempt.
    const nextAttemptAt = new Date(server.now().getTime() + 60_000);
    await server.prisma.notification.updateMany({ data: { attempts: 1, nextAttemptAt } });
    await server.sweep();
    expect(receiver.calls).toHaveLength(0);
    await attemptAfter(61_000);
    expect(receiver.calls.map(({ headers }) => headers['webhook-id'])).toEqual([row.id]);
    expect(await list()).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('are not called for a change that was rolled back', async () => {
    const change = server.prisma.$transaction(async (transaction) => {
      const { url, secret } = webhook;
      const event = 'bundle.opened' as const;
      const subject = 'undone';
      const notification = { event, subject, url, secret, data: {} };
      await server.services.notifications.enqueue(transaction, notification);
      throw new Error('the change fails');
    });
    await expect(change).rejects.toThrow('the change fails');
    await server.sweep();
    expect([receiver.calls, await list()]).toEqual([[], []]);
  });

  it('do not wait for a webhook that does not answer', async () => {
    const dead = { ...webhook, url: 'http://hooks.test:1/' };
    for (const subject of ['a', 'b', 'c']) await enqueue(subject, dead);
    await enqueue('alive');
    await server.sweep();
    expect(receiver.calls).toHaveLength(1);
    const waiting = await list({ state: 'waiting' });
    // One attempt tells that it is dead; the others wait without one.
    expect(waiting.map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1]);
  });

  it('have a limit of waiting calls, and go 30 days after their end (SECURITY 24)', async () => {
    for (let count = 0; count < 3; count += 1) await enqueue(`sent ${count}`);
    await server.sweep();
    expect(await list({ state: 'delivered' })).toHaveLength(3);
    const row = await server.prisma.notification.findFirstOrThrow();
    const nextAttemptAt = new Date(server.now().getTime() + HOUR_MS);
    const data = Array.from({ length: 500 }, (_, count) => {
      return { ...row, id: `waiting-${count}`, state: 'waiting', nextAttemptAt };
    });
    await server.prisma.notification.createMany({ data });
    await enqueue('one too many');
    expect(await server.prisma.notification.count({ where: { state: 'waiting' } })).toBe(500);
    await server.prisma.notification.deleteMany({ where: { state: 'waiting' } });
    server.moveClock(29 * DAY_MS);
    expect((await server.sweep()).notifications).toBe(0);
    server.moveClock(2 * DAY_MS);
    expect((await server.sweep()).notifications).toBe(3);
  });
});

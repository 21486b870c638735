import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import {
  createWebhookOf,
  enqueueCall,
  RECEIVER_NAME,
  startWebhookReceiver,
  WEBHOOK_ENV,
  WEBHOOK_OUTGOING,
  type WebhookReceiver,
} from '../../../test/start-webhook-receiver.ts';
import { vary } from '../../../test/vary.ts';
import type { CreatedWebhook } from './service.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.each(DATABASE)('receivers of webhooks that fail, on %s', (database) => {
  let server: TestServer;
  let receiver: WebhookReceiver;
  let webhook: CreatedWebhook;
  beforeEach(async () => {
    server = await startServer(database, WEBHOOK_ENV, WEBHOOK_OUTGOING);
    receiver = await startWebhookReceiver();
    webhook = await createWebhookOf(server, receiver.url);
  });
  afterEach(async () => {
    await server.close();
    await receiver.close();
  });

  const enqueue = (subject: string, to = webhook) => enqueueCall(server, subject, to);
  const attemptAfter = async (milliseconds: number) => {
    server.moveClock(milliseconds);
    await server.sweep();
  };
  /** Subjects of the calls that the receiver got. */
  const received = () => receiver.calls.map(({ body }) => JSON.parse(body).data.subject);
  const rows = () => server.prisma.notification.findMany({ orderBy: { createdAt: 'asc' } });

  /** Webhook of a receiver that does as the test says. */
  const listen = async (answer: RequestListener) => {
    const other = createServer(answer);
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => {
      other.closeAllConnections();
      other.close();
    });
    return createWebhookOf(
      server,
      `http://${RECEIVER_NAME}:${(other.address() as AddressInfo).port}/`,
    );
  };

  it('are asked once if they are gone (410), whatever waits for them', async () => {
    receiver.answers.push(...Array.from({ length: 9 }, () => 410));
    for (const subject of ['a', 'b', 'c']) await enqueue(subject);
    await server.sweep();
    for (let minutes = 0; minutes < 5; minutes += 1) await attemptAfter(2 * MINUTE_MS);
    expect(receiver.calls).toHaveLength(1);
    const failed = { state: 'failed', problem: 'HTTP 410', nextAttemptAt: null };
    expect(await rows()).toMatchObject([failed, failed, failed]);
  });

  it('get the waiting calls in the order of the events once they answer again', async () => {
    receiver.answers.push(500);
    const subjects = Array.from({ length: 12 }, (_, count) => `event ${count}`);
    for (const subject of subjects) {
      await enqueue(subject);
      server.moveClock(1000);
    }
    await server.sweep();
    await attemptAfter(6000);
    expect(received()).toEqual(['event 0', ...subjects]);
  });

  it('are called at most three times a minute for the many calls that wait', async () => {
    receiver.answers.push(...Array.from({ length: 1000 }, () => 500));
    for (let count = 0; count < 40; count += 1) await enqueue(`event ${count}`);
    await server.sweep();
    for (let seconds = 0; seconds < 600; seconds += 6) await attemptAfter(6000);
    expect(receiver.calls.length).toBeLessThanOrEqual(30);
  });

  it('get a new call within minutes although an older one is refused for the ninth time', async () => {
    receiver.answers.push(400);
    await enqueue('refused');
    await server.prisma.notification.updateMany({ data: { attempts: 8 } });
    server.moveClock(1000);
    await enqueue('new');
    await server.sweep();
    await attemptAfter(2 * MINUTE_MS);
    expect(received()).toEqual(['refused', 'new']);
    expect(await rows()).toMatchObject([{ attempts: 9 }, { state: 'delivered' }]);
  });

  it('do not hold up the calls of others while they hang', async () => {
    const heard: string[] = [];
    const hanging = await listen((request) => heard.push(request.url ?? ''));
    await enqueue('hangs', hanging);
    server.services.notifications.wake();
    await vi.waitFor(() => expect(heard).toHaveLength(1), 5000);
    await enqueue('other');
    server.services.notifications.wake();
    await vi.waitFor(() => expect(received()).toEqual(['other']), 5000);
  });

  it('lose no attempt because the server is stopped while they hang', async () => {
    const heard: string[] = [];
    const hanging = await listen((request) => heard.push(request.url ?? ''));
    await enqueue('hangs', hanging);
    await server.prisma.notification.updateMany({ data: { attempts: 9 } });
    server.services.notifications.wake();
    await vi.waitFor(() => expect(heard).toHaveLength(1), 5000);
    await server.services.notifications.close();
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'waiting', problem: null, attempts: 9 });
    expect(row?.nextAttemptAt?.getTime()).toBeLessThanOrEqual(server.now().getTime());
  });

  it('have the reason named why they cannot be reached', async () => {
    const closed = await createWebhookOf(server, `http://${RECEIVER_NAME}:1/`);
    const cutting = await listen((request) => request.socket.destroy());
    await enqueue('refused', closed);
    server.moveClock(1000);
    await enqueue('cut', cutting);
    await server.sweep();
    expect(await rows()).toMatchObject([{ problem: 'ECONNREFUSED' }, { problem: 'ECONNRESET' }]);
  });

  it('count as reached if they trickle the body of their answer', async () => {
    const trickling = await listen((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 50);
      response.once('close', () => clearInterval(timer));
    });
    await enqueue('trickled', trickling);
    await server.sweep();
    expect(await rows()).toMatchObject([{ state: 'delivered' }]);
  });

  it('are called again soon although the clock was a month ahead at the last attempt', async () => {
    receiver.answers.push(500);
    const monthMs = 30 * 24 * HOUR_MS;
    server.moveClock(monthMs);
    await enqueue('from the future');
    await server.sweep();
    server.moveClock(-monthMs);
    await server.sweep();
    expect(received()).toEqual(['from the future', 'from the future']);
    expect(await rows()).toMatchObject([{ state: 'delivered' }]);
  });
});

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, createApiClient } from '@satchel/api-client';
import { login } from '@satchel/api-client/contract/sessions';
import { freePort } from '@satchel/test-kit/free-port';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Child, startChild } from './start-child.ts';
import { uploadFile } from './upload-files.ts';

const ADMIN_PASSWORD = 'correct-horse-battery';
/** Longer than a test may take, so that waiting for its end fails. */
const ENDLESS_GRACE = '3600';

describe('the end of the process (SECURITY 11, 12)', () => {
  let directory = '';
  let child: Child;
  let api: ApiClient;
  let authorization = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-shutdown-'));
  });
  afterEach(async () => {
    child.process.kill('SIGKILL');
    await child.ended;
    await rm(directory, { recursive: true, force: true });
  });

  const start = async (graceSeconds: string, delaySeconds = '0') => {
    child = startChild(await freePort(), {
      DATA_DIR: directory,
      ADMIN_PASSWORD,
      SHUTDOWN_GRACE_SECONDS: graceSeconds,
      SHUTDOWN_DELAY_SECONDS: delaySeconds,
    });
    await child.ready;
    const body = { username: 'admin', password: ADMIN_PASSWORD };
    const { token } = await createApiClient({ baseUrl: child.url }).call(login, { body });
    api = createApiClient({ baseUrl: child.url, credential: () => ({ kind: 'admin', token }) });
    authorization = `Bearer ${token}`;
  };
  /** Size of SQLite's log, which is written into the database when it is closed. */
  const logSize = async () => {
    const path = join(directory, 'satchel.db-wal');
    return existsSync(path) ? (await stat(path)).size : 0;
  };

  it('comes at once where connections are kept alive, or were opened ahead of a request', async () => {
    await start(ENDLESS_GRACE);
    const agent = new Agent({ keepAlive: true });
    const [response] = await once(get(`${child.url}/api/health`, { agent }), 'response');
    response.resume();
    await once(response, 'end');
    const ahead = connect(Number(new URL(child.url).port), '127.0.0.1');
    await once(ahead, 'connect');
    const ended = once(ahead, 'close');
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
    await ended;
    agent.destroy();
    expect(await logSize()).toBe(0);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'lets a download end after %s, also one sent twice, and takes no new ones',
    async (signal) => {
      await start(ENDLESS_GRACE);
      const content = Buffer.alloc(30 * 1024 * 1024, 9);
      const { slug } = await uploadFile(api, content, { filename: 'large.bin' });
      // The connection would otherwise be kept alive afterwards.
      const agent = new Agent({ keepAlive: true });
      const call = get(`${child.url}/api/file-download/${slug}`, { agent });
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      await once(response, 'readable');
      child.process.kill(signal);
      await untilClosed();
      child.process.kill(signal);
      let size = 0;
      for await (const chunk of response) size += chunk.length;
      expect(size).toBe(content.length);
      expect(await child.ended).toBe(0);
      expect(await logSize()).toBe(0);
      agent.destroy();
    },
  );
  const untilClosed = async () => {
    const isOpen = () =>
      fetch(`${child.url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (await isOpen());
  };

  it('does not wait for the rest of a request that is answered already', async () => {
    await start('5');
    const refused = request(`${child.url}/api/no-such-call`, {
      method: 'PUT',
      headers: { authorization, 'content-length': 1000, 'content-type': 'text/plain' },
    });
    refused.on('error', () => undefined);
    refused.write('the beginning');
    const [response] = (await once(refused, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(404);
    response.resume();
    await once(response, 'end');
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
    expect(child.errors()).toBe('');
  });

  it('is announced first: not ready, yet alive and at work, on connections that nobody keeps', async () => {
    await start(ENDLESS_GRACE, '2');
    const ask = async (path: string) => {
      const reply = await fetch(child.url + path);
      return {
        status: reply.status,
        connection: reply.headers.get('connection'),
        body: await reply.json(),
      };
    };
    expect(await ask('/api/health/ready')).toMatchObject({ status: 200, connection: 'keep-alive' });
    child.process.kill('SIGTERM');
    await vi.waitFor(async () => {
      expect(await ask('/api/health/ready')).toMatchObject({
        status: 503,
        connection: 'close',
        body: { error: 'server.unavailable', details: { problems: ['draining'] } },
      });
    });
    expect(await ask('/api/health')).toMatchObject({ status: 200, connection: 'close' });
    await uploadFile(api, 'still taken');
    expect(await child.ended).toBe(0);
  });

  it('is forced where a request does not end: it says so, exits with 1 and closes the database', async () => {
    await start('1');
    const endless = request(`${child.url}/api/upload-direct/endless.bin`, {
      method: 'PUT',
      headers: { authorization, 'content-length': 1000, 'content-type': 'text/plain' },
    });
    const cut = once(endless, 'error');
    endless.write('the beginning');
    // Waits until the request has arrived, because the server does not wait for one that has not.
    await uploadFile(api, 'x');
    expect(await logSize()).toBeGreaterThan(0);
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(1);
    await cut;
    expect(child.errors()).toContain('did not end within the grace and were cut off');
    expect(await logSize()).toBe(0);
  });
});

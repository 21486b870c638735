import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { runCommand } from '@satchel/server/test/run-command';
import { connectAsAdmin } from '@satchel/server/test/share-contents';
import { type Child, startChild } from '@satchel/server/test/start-child';
import { S3_CREDENTIALS, startS3 } from '@satchel/server/test/start-s3';
import { ADMIN } from '@satchel/server/test/start-server';
import { freePort } from '@satchel/test-kit/free-port';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Found {
  readonly healthy: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly state: string;
    readonly text: string;
  }[];
}

describe('satchel doctor', () => {
  let env: Record<string, string> = {};
  let child: Child | undefined;
  let proxy: Server | undefined;
  beforeEach(async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'satchel-doctor-'));
    const PORT = String(await freePort());
    env = { DATA_DIR, PORT, HOST: '127.0.0.1', PUBLIC_URL: `http://127.0.0.1:${PORT}` };
  });
  afterEach(async () => {
    child?.process.kill('SIGKILL');
    await child?.ended;
    proxy?.closeAllConnections();
    proxy?.close();
    child = undefined;
    proxy = undefined;
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true });
  });

  async function start(): Promise<Child> {
    child = startChild(Number(env.PORT), { ...env, ADMIN_PASSWORD: ADMIN.password });
    await child.ready;
    return child;
  }

  async function examine(): Promise<Found & { readonly exitCode: number | null }> {
    const { exitCode, output } = await runCommand(['doctor', '--json'], env);
    return { exitCode, ...(JSON.parse(output) as Found) };
  }

  const problemsOf = ({ checks }: Found) =>
    checks.filter(({ state }) => state === 'problem').map(({ name, text }) => `${name}: ${text}`);

  /**
   * Starts a proxy in front of the server, such as nginx, which may drop everything that it is not
   * configured to forward.
   */
  async function startProxy({ isLimited = false, caller = '203.0.113.7' } = {}): Promise<void> {
    const port = Number(env.PORT);
    proxy = createServer((incoming, outgoing) => {
      const length = Number(incoming.headers['content-length'] ?? 0);
      const path = incoming.url ?? '/';
      if (isLimited && (length > 1024 ** 2 || path.startsWith('/dav') || path.startsWith('/s3'))) {
        incoming.resume();
        incoming.once('end', () => outgoing.writeHead(length > 0 ? 413 : 404).end('<html>'));
        return;
      }
      const headers = {
        ...incoming.headers,
        'x-forwarded-for': caller,
        'x-forwarded-proto': 'http',
      };
      const onward = send(
        { host: '127.0.0.1', port, path, method: incoming.method, headers },
        (reply) => {
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(outgoing);
        },
      );
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => proxy?.once('listening', resolve));
    env = { ...env, PUBLIC_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  }

  it('finds nothing wrong with a server that is well, and gives advice', async () => {
    await start();
    const found = await examine();
    expect(problemsOf(found)).toEqual([]);
    expect(found).toMatchObject({ exitCode: 0, healthy: true });
    const states = found.checks.map(({ name, state }) => `${name} ${state}`);
    expect(states).toEqual(
      expect.arrayContaining([
        'database ok',
        'secret key ok',
        'address ok',
        'proxy ok',
        'backup advice',
        'content advice',
      ]),
    );
    await runCommand(['backup', join(env.DATA_DIR ?? '', 'backup.tar')], env);
    const { output } = await runCommand(['doctor'], env);
    expect(output).toMatch(/ok {7}backup: The last one is of/);
  });

  it('says where the server is not, and where there is no database', async () => {
    const none = await examine();
    expect(none.exitCode).toBe(1);
    expect(problemsOf(none)).toEqual(['database: There is no SQLite database yet']);
    const { process: running, ended } = await start();
    running.kill('SIGTERM');
    await ended;
    expect(problemsOf(await examine())).toEqual([expect.stringContaining('does not answer')]);
  });

  it('sees a proxy whose headers are not believed, and one that is told right', async () => {
    await startProxy();
    await start();
    const untrusted = await examine();
    expect(untrusted.exitCode).toBe(1);
    expect(problemsOf(untrusted)).toEqual([
      'proxy: Its headers are not believed; everybody comes from 127.0.0.1',
    ]);
    child?.process.kill('SIGTERM');
    await child?.ended;
    env = { ...env, TRUSTED_PROXIES: '127.0.0.1' };
    await start();
    const trusted = await examine();
    expect(problemsOf(trusted)).toEqual([]);
    expect(trusted.checks.map(({ text }) => text)).toContain(
      'Requests come as they were sent, from 203.0.113.7',
    );
  });

  it('finds a trusted proxy right that runs on the same machine', async () => {
    await startProxy({ caller: '127.0.0.1' });
    env = { ...env, TRUSTED_PROXIES: '127.0.0.0/8' };
    await start();
    expect(problemsOf(await examine())).toEqual([]);
  });

  it('sees a proxy that does not let through what uploads and WebDAV need', async () => {
    await startProxy({ isLimited: true });
    env = { ...env, TRUSTED_PROXIES: '127.0.0.1' };
    await start();
    expect(problemsOf(await examine())).toEqual([
      'proxy: It does not let 2 MiB through',
      'proxy: /dav does not lead to this server',
      'proxy: /s3 does not lead to this server',
    ]);
  });

  it('tests every storage as the administration does', async () => {
    const s3 = await startS3('bucket');
    const { url } = await start();
    const api = await connectAsAdmin(url, ADMIN);
    await api.call(createStorageConfig, {
      body: {
        ...{ name: 'Wrong', provider_type: 'Other', endpoint_url: s3.url, bucket_name: 'bucket' },
        ...{ access_key_id: S3_CREDENTIALS.accessKeyId, secret_access_key: 'not the secret of it' },
        path_style: true,
      },
    });
    expect(problemsOf(await examine())).toContainEqual(
      'storage Wrong: The storage refuses the signature',
    );
    await s3.close();
  });

  it('shows nobody else how a request has arrived', async () => {
    const { url } = await start();
    const token = `${Date.now() + 30_000}.forged`;
    for (const headers of [{}, { 'x-satchel-doctor': token }]) {
      const reply = await fetch(`${url}/api/health`, { headers });
      expect(reply.headers.get('x-satchel-seen')).toBeNull();
    }
  });
});

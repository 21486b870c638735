import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@satchel/server/test/run-command';
import { type Child, startChild } from '@satchel/server/test/start-child';
import { ADMIN } from '@satchel/server/test/start-server';
import { freePort } from '@satchel/test-kit/free-port';
import type { ProxyName } from '@satchel/test-kit/tls-proxies';
import {
  hasProxy,
  startUploadProxy,
  type UploadProxy,
  type UploadProxyOptions,
} from '@satchel/test-kit/upload-proxy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Found {
  readonly checks: readonly {
    readonly name: string;
    readonly state: string;
    readonly text: string;
    readonly hint?: string;
  }[];
}

describe('satchel doctor about uploads', () => {
  let env: Record<string, string> = {};
  let child: Child | undefined;
  let proxy: UploadProxy | undefined;
  beforeEach(async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'satchel-doctor-'));
    env = { DATA_DIR, PORT: String(await freePort()), HOST: '127.0.0.1' };
  });
  afterEach(async () => {
    child?.process.kill('SIGKILL');
    await child?.ended;
    await proxy?.stop();
    child = undefined;
    proxy = undefined;
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true });
  });

  /** Starts the server behind a proxy. */
  async function start(
    name: ProxyName,
    options: Omit<UploadProxyOptions, 'target'> = {},
  ): Promise<UploadProxy> {
    proxy = await startUploadProxy(name, { target: `http://127.0.0.1:${env.PORT}`, ...options });
    env = {
      ...env,
      PUBLIC_URL: `https://localhost:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: proxy.certificate,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    await startServer();
    return proxy;
  }

  async function startServer(): Promise<void> {
    child?.process.kill('SIGTERM');
    await child?.ended;
    child = startChild(Number(env.PORT), { ...env, ADMIN_PASSWORD: ADMIN.password });
    await child.ready;
  }

  /** Returns state, text and hint of the checks of the connection and of uploads. */
  async function examine(changes: Record<string, string> = {}): Promise<string[]> {
    const { output } = await runCommand(['doctor', '--json'], { ...env, ...changes });
    const { checks } = JSON.parse(output) as Found;
    return checks
      .filter(({ name }) => name === 'connection' || name === 'uploads')
      .map(({ state, text, hint }) => [state, text, hint].filter(Boolean).join(' | '));
  }

  it.skipIf(!hasProxy('nginx'))(
    'reads the windows of nginx, and is content with the advised ones',
    async () => {
      await start('nginx');
      expect(await examine()).toEqual([
        expect.stringMatching(/^ok \| Browsers get HTTP\/2 with nginx\S*; \d+\.\d ms from here$/),
        expect.stringMatching(
          /^advice \| .*each upload to 64 KiB per round trip, 1\.6 MB\/s at 40 ms \| Set "http2_body_preread_size 4m;"/,
        ),
      ]);
      // An S3 storage gets uploads directly.
      expect(await examine({ EMBEDDED_STORE: 'off' })).toHaveLength(1);
      await proxy?.stop();
      await start('nginx', { settings: 'http2_body_preread_size 4m;' });
      expect(await examine()).toEqual([expect.stringMatching(/^ok \| Browsers get HTTP\/2/)]);
    },
  );

  it.skipIf(!hasProxy('caddy'))(
    'advises UPLOAD_URL behind Caddy, and tries each of its addresses',
    async () => {
      const { port, uploadPort } = await start('caddy');
      const connection = expect.stringMatching(/^ok \| Browsers get HTTP\/2 with Caddy/);
      const limit = expect.stringMatching(
        /^advice \| .*together to 1 MiB per round trip, 26\.2 MB\/s at 40 ms \| Set UPLOAD_URL/,
      );
      expect(await examine()).toEqual([connection, limit]);

      const upload = `https://localhost:${uploadPort}`;
      const strange = expect.stringMatching(/^problem \| .* but not as an address for uploads/);
      expect(await examine({ UPLOAD_URL: upload }), 'not yet set for the server').toEqual([
        connection,
        limit,
        strange,
      ]);
      // Names of the certificate do not have this one, and the last one nobody has.
      const others = [`https://127.0.0.1:${uploadPort}`, 'https://uploads.invalid'];
      env.UPLOAD_URL = [upload, ...others].join(',');
      await startServer();
      expect(await examine()).toEqual([
        connection,
        `ok | ${upload} takes them over HTTP/1.1`,
        expect.stringMatching(
          /^problem \| https:\/\/127\S+ of UPLOAD_URL does not answer: .*cert/i,
        ),
        expect.stringMatching(
          /^problem \| https:\/\/uploads\.invalid of UPLOAD_URL has no address/,
        ),
      ]);

      // The public address is another one now, so that this one is free for uploads.
      env = { ...env, PUBLIC_URL: upload, UPLOAD_URL: `https://localhost:${port}` };
      await startServer();
      expect(await examine()).toEqual([
        expect.stringMatching(/^ok \| Browsers get HTTP\/1\.1 with Caddy/),
        expect.stringMatching(/^problem \| .* speaks HTTP\/2.*"tls { alpn http\/1\.1 }"/),
      ]);
    },
  );

  it.skipIf(!hasProxy('caddy'))('notices an address for uploads that offers HTTP/3', async () => {
    const { uploadPort } = await start('caddy', { uploadProtocols: 'h1 h3' });
    env.UPLOAD_URL = `https://localhost:${uploadPort}`;
    await startServer();
    expect(await examine()).toContainEqual(
      expect.stringMatching(/^problem \| .* offers HTTP\/3.*"header -Alt-Svc"/),
    );
  });

  it('says nothing of an address that does not answer, which is another check', async () => {
    env.PUBLIC_URL = `http://127.0.0.1:${env.PORT}`;
    await startServer();
    expect(await examine()).toEqual([expect.stringMatching(/^ok \| Browsers get HTTP\/1\.1; /)]);
    expect(await examine({ PUBLIC_URL: 'http://127.0.0.1:9' })).toEqual([]);
  });
});

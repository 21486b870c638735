import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProxyName } from '@satchel/test-kit/tls-proxies';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createDavClient, type DavClient } from './dav-client.ts';
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts';
import { adaptExample, hasProxy, type ReverseProxy, startProxy } from './start-proxy.ts';
import { type Replicas, startReplicas } from './start-replicas.ts';

const postgresUrl = inject('postgresUrl');

/** Starts a replica that says it is ready, and answers everything else in a given way. */
async function startReplica(answer = (response: ServerResponse): unknown => response.end()) {
  const server = createServer(({ url }, response) =>
    url === '/api/health/ready' ? response.end() : answer(response),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** The history test runs the examples under all kinds of faults. */
describe.skipIf(postgresUrl === undefined)(
  'a replica that dies after a write and before its answer, behind a proxy of the documentation',
  () => {
    let replicas: Replicas;
    let way: PostgresProxy;
    let proxy: ReverseProxy | undefined;
    let dav: DavClient;
    beforeAll(async () => {
      replicas = await startReplicas(postgresUrl ?? '', { TRUSTED_PROXIES: '127.0.0.1' });
      await replicas.addBucket('/m');
      way = await startPostgresProxy(replicas.one.url);
    });
    afterAll(async () => {
      await proxy?.stop();
      await way.close();
      await replicas.close();
    });

    const start = async (name: ProxyName) => {
      await proxy?.stop();
      proxy = await startProxy(name, { replicas: [way.url, replicas.two.url] });
      dav = createDavClient(proxy.url, undefined, proxy.fetch);
    };
    /**
     * Sends the same request for one name after another until the dying replica gets it; returns its
     * status.
     */
    const sendToDying = async (
      method: string,
      nameOf: (at: number) => string,
      headersOf: (at: number) => Record<string, string> = () => ({}),
    ) => {
      const reached = way.standAt(`${method} /dav`, 'after').then(() => undefined);
      for (let at = 0; at < 20; at += 1) {
        const sent = dav(method, nameOf(at), { headers: headersOf(at) });
        if (await Promise.race([sent, reached])) continue;
        way.refuse();
        const { status } = await sent;
        way.accept();
        return { status, at };
      }
      return expect.unreachable('no request came to the replica');
    };
    const putMany = async (prefix: string) => {
      const { two } = replicas;
      const direct = createDavClient(two.url);
      for (let at = 0; at < 20; at += 1) await direct('PUT', `/m/${prefix}${at}`, { body: 'x' });
    };

    it.skipIf(!hasProxy('nginx'))(
      'nginx sends it to another, whose answer is the first (SECURITY 21)',
      async () => {
        await start('nginx');
        await putMany('moved');
        const destination = (at: number) => ({ destination: `/dav/m/target${at}` });
        expect(await sendToDying('MOVE', (at) => `/m/moved${at}`, destination)).toMatchObject({
          status: 201,
        });
        await putMany('gone');
        expect(await sendToDying('DELETE', (at) => `/m/gone${at}`)).toMatchObject({ status: 204 });
        expect(await sendToDying('MKCOL', (at) => `/m/made${at}`)).toMatchObject({ status: 201 });
      },
    );

    it.skipIf(!hasProxy('caddy'))(
      'Caddy says that it does not know, and the write was done once',
      async () => {
        await start('caddy');
        await putMany('left');
        const { status, at } = await sendToDying('DELETE', (each) => `/m/left${each}`);
        expect(status).toBe(502);
        const direct = createDavClient(replicas.two.url);
        expect((await direct('GET', `/m/left${at}`)).status).toBe(404);
      },
    );
  },
);

describe.each<ProxyName>(['nginx', 'caddy'])('the example for %s with two replicas', (name) => {
  it.skipIf(!hasProxy(name))('makes only some callers wait for one that hangs', async () => {
    const both = [await startReplica(() => undefined), await startReplica()];
    const proxy = await startProxy(name, { replicas: both.map(({ url }) => url) });
    const stop = new AbortController();
    let ended = 0;
    const call = async () => {
      for (let sent = 0; sent < 30; sent += 1)
        await proxy.fetch(proxy.url, { signal: stop.signal });
      ended += 1;
    };
    try {
      for (let caller = 0; caller < 12; caller += 1) call().catch(() => undefined);
      // In turns, each would come to the hanging one within a few requests.
      await vi.waitFor(() => expect(ended).toBeGreaterThanOrEqual(4), { timeout: 10_000 });
    } finally {
      stop.abort();
      await proxy.stop();
      for (const { close } of both) close();
    }
  });
});

describe.skipIf(!hasProxy('caddy'))('the examples for Caddy', () => {
  // Browsers follow an offer of HTTP/3, whose requests share a connection.
  it('offer HTTP/3 for pages and not for files', async () => {
    const { url, close } = await startReplica();
    const proxy = await startProxy('caddy', { replicas: [url], storage: url });
    try {
      const offerOf = async (address: string) =>
        (await proxy.fetch(address)).headers.get('alt-svc');
      expect(await offerOf(proxy.url)).toContain('h3=');
      expect(await offerOf(proxy.storageUrl)).toBeNull();
    } finally {
      await proxy.stop();
      close();
    }
  });
  it.each(['Caddyfile', 'Caddyfile.scale'])('%s offers no HTTP/3 for files', (file) => {
    expect(adaptExample(file)).toContain('"deferred":true,"delete":["Alt-Svc"]');
  });
  it.each(['Caddyfile', 'Caddyfile.scale'])('%s is valid', (file) => {
    expect(adaptExample(file)).toContain('reverse_proxy');
  });
});

import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { updateEntry } from '@satchel/api-client/contract/file-system';
import { login } from '@satchel/api-client/contract/sessions';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { basic, createDavClient, type DavClient } from './dav-client.ts';
import { type Replicas, type SharedBucket, startReplicas } from './start-replicas.ts';
import { ADMIN } from './start-server.ts';
import { type StorageProxy, startStorageProxy } from './storage-proxy.ts';

const postgresUrl = inject('postgresUrl');
/** Longer than any lease. */
const PAUSE_MS = 36_000;
/** For a busy machine. */
const POLL = { timeout: 60_000 };

/** PUT of which only the first half was sent. */
interface HalfPut {
  sendRest(): void;
  readonly status: Promise<number>;
}

describe.skipIf(postgresUrl === undefined)(
  'a replica that is paused for longer than its leases (SECURITY 21)',
  () => {
    let replicas: Replicas;
    let bucket: SharedBucket;
    let proxy: StorageProxy;
    let dav: DavClient;
    beforeAll(async () => {
      replicas = await startReplicas(postgresUrl ?? '');
      const proxyOf = async (url: string) => {
        proxy = await startStorageProxy(url);
        return proxy.url;
      };
      // Uses a storage that checks the version of a copy's source.
      bucket = await replicas.addBucket('/m', { store: 'local-s3', proxyOf });
      dav = createDavClient(replicas.two.url);
    });
    afterAll(async () => {
      replicas.one.process.kill('SIGCONT');
      await replicas.close();
      await proxy.close();
    });

    const putHalf = (path: string, body: string, headers = {}): HalfPut => {
      const half = body.length / 2;
      const sent: ClientRequest = request(`${replicas.one.url}/dav${path}`, {
        method: 'PUT',
        headers: {
          authorization: basic(ADMIN.username, ADMIN.password),
          'content-length': String(body.length),
          ...headers,
        },
      });
      sent.write(body.slice(0, half));
      const status = once(sent, 'response').then(([response]: IncomingMessage[]) => {
        response?.resume();
        return response?.statusCode ?? 0;
      });
      return { sendRest: () => sent.end(body.slice(half)), status };
    };
    /** Repeats a request until no claim prevents it. */
    const untilDone = async (ask: () => Promise<{ status: number }>) => {
      for (let tries = 0; tries < 60; tries += 1) {
        const { status } = await ask();
        if (status < 300) return status;
        expect(status, replicas.two.errors() + replicas.two.output().slice(-2000)).toBe(423);
        await sleep(500);
      }
      return expect.unreachable('the name stays locked');
    };

    it('replaces and removes nothing that another has acknowledged meanwhile', async () => {
      const { one, two, prisma } = replicas;
      const { token } = await two.anonymous.call(login, { body: ADMIN });
      for (const name of ['a', 'm', 'e', 'c']) {
        await two.api.call(updateEntry, { body: { path: `/m/${name}`, content: `old ${name}` } });
      }
      const etag = (await dav('HEAD', '/m/e')).headers.get('etag') ?? '';
      // Delays copies until their operations are long over.
      const released = Promise.withResolvers<undefined>();
      let copies = 0;
      let hasLooked = false;
      proxy.setFault(({ operation, key, count }) => {
        if (operation === 'head' && key === 'e') hasLooked = true;
        if (operation !== 'copy') return undefined;
        copies = count;
        return count <= 2 ? released.promise : undefined;
      });
      // Uses plain fetch, because our client times out after 30 s.
      const renamed = fetch(`${one.url}/api/fs/rename`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ oldPath: '/m/a', newPath: '/m/b' }),
      });
      const moved = createDavClient(one.url)('MOVE', '/m/m', {
        headers: { destination: '/dav/m/n' },
      });
      const edit = putHalf('/m/e', 'x'.repeat(1000), { 'if-match': etag });
      const plain = putHalf('/m/c', 'x'.repeat(1000));
      const claimed = async () => {
        const rows = await prisma.objectWrite.findMany({ where: { claim: { not: null } } });
        return rows
          .map(({ objectKey }) => objectKey)
          .toSorted()
          .join('');
      };
      await expect.poll(claimed, POLL).toBe('abcemn');
      await expect.poll(() => copies, POLL).toBe(2);
      // The edit knows what it replaces: an answer that arrived during the pause would come too late.
      await expect.poll(() => [hasLooked, proxy.running()], POLL).toEqual([true, copies]);
      one.process.kill('SIGSTOP');
      await sleep(PAUSE_MS);

      // The other replica continues both renames, and accepts new files with the old names.
      await untilDone(() => dav('PUT', '/m/a', { body: 'new a' }));
      await untilDone(() => dav('PUT', '/m/m', { body: 'new m' }));
      await untilDone(() => dav('PUT', '/m/e', { body: 'new e', headers: { 'if-match': etag } }));
      await untilDone(() => dav('PUT', '/m/c', { body: 'new c' }));
      for (const half of [edit, plain]) half.sendRest();
      one.process.kill('SIGCONT');
      released.resolve(undefined);

      expect(await edit.status).toBe(412);
      expect(await plain.status).toBe(409);
      // The other replica has done the work, and this one's callers get its result.
      expect((await renamed).status).toBe(200);
      expect((await moved).status).toBe(201);
      await sleep(2000);
      const contents = ['a', 'b', 'c', 'e', 'm', 'n'].map((name) => bucket.read(name));
      expect(await Promise.all(contents)).toEqual([
        ...['new a', 'old a', 'new c', 'new e', 'new m', 'old m'],
      ]);
      expect(await prisma.objectWrite.count({ where: { claim: { not: null } } })).toBe(0);
      expect(await prisma.operation.count({ where: { state: 'running' } })).toBe(0);
    });
  },
);

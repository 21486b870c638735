import { makeDirectory, updateEntry } from '@satchel/api-client/contract/file-system';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDavClient, type DavClient, lockInfo, tokenOf } from './dav-client.ts';
import { type Replicas, startReplicas } from './start-replicas.ts';

const ROUNDS = Array.from({ length: 10 }, (_, round) => round);

describe.skipIf(inject('postgresUrl') === undefined)(
  'WebDAV locks of two replicas (SECURITY 18)',
  () => {
    let replicas: Replicas;
    let one: DavClient;
    let two: DavClient;
    beforeAll(async () => {
      replicas = await startReplicas(inject('postgresUrl') ?? '');
      await replicas.addBucket('/m');
      one = createDavClient(replicas.one.url);
      two = createDavClient(replicas.two.url);
      await one('PUT', '/m/a.txt', { body: 'a' });
    });
    afterAll(() => replicas.close());

    it('are in force on the other at once, for the API too, also while the feed is cut', async () => {
      await replicas.cutFeed();
      for (const _ of ROUNDS) {
        const token = tokenOf(await one('LOCK', '/m/a.txt', { body: lockInfo() }));
        expect((await two('PUT', '/m/a.txt', { body: 'b' })).status).toBe(423);
        const update = { body: { path: '/m/a.txt', content: 'b' } };
        await expect(replicas.two.api.call(updateEntry, update)).rejects.toMatchObject({
          code: 'file_system.locked',
        });
        expect((await two('LOCK', '/m/a.txt', { body: lockInfo() })).status).toBe(423);
        const named = { headers: { if: `(${token})` }, body: 'c' };
        expect((await two('PUT', '/m/a.txt', named)).status).toBe(204);
        const unlock = { headers: { 'lock-token': token } };
        expect((await two('UNLOCK', '/m/a.txt', unlock)).status).toBe(204);
        expect((await one('PUT', '/m/a.txt', { body: 'd' })).status).toBe(204);
      }
    });

    it('are had by one of many that ask both at once', async () => {
      for (const round of ROUNDS) {
        const path = `/m/race-${round}.txt`;
        await one('PUT', path, { body: 'x' });
        const asked = Array.from({ length: 6 }, (_, index) =>
          (index % 2 ? one : two)('LOCK', path, { body: lockInfo() }),
        );
        const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
        expect(statuses).toEqual([200, 423, 423, 423, 423, 423]);
      }
    });

    it('let the others know a folder or a file that one of them makes, and never that it is busy', async () => {
      const asked = (ask: (dav: DavClient) => ReturnType<DavClient>) =>
        Promise.all([one, two, one, two, one, two, one, two].map(ask));
      const count = (replies: Awaited<ReturnType<typeof asked>>, status: number) =>
        replies.filter((reply) => reply.status === status).length;
      for (const round of ROUNDS) {
        const made = await asked((dav) => dav('MKCOL', `/m/folder-${round}/`));
        expect([count(made, 201), count(made, 405)]).toEqual([1, 7]);
        const isNew = { headers: { 'if-none-match': '*' }, body: 'x' };
        const put = await asked((dav) => dav('PUT', `/m/folder-${round}/new.txt`, isNew));
        expect([count(put, 201), count(put, 412)]).toEqual([1, 7]);
        const path = `/m/mixed-${round}`;
        const mixed = await Promise.all([
          one('MKCOL', `${path}/`),
          ...[replicas.one, replicas.two].map(({ api }) =>
            api.call(makeDirectory, { body: { path } }).then(() => ({ status: 200 })),
          ),
          two('MKCOL', `${path}/`),
        ]);
        expect([1, 2].map((at) => mixed[at]?.status)).toEqual([200, 200]);
        for (const at of [0, 3]) expect([201, 405]).toContain(mixed[at]?.status);
      }
    });
  },
);

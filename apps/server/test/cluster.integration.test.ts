import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient } from '@satchel/api-client';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { login } from '@satchel/api-client/contract/sessions';
import { createTextShare, updateTextShare } from '@satchel/api-client/contract/text-shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckedClient } from './checked-client.ts';
import { createDavClient, lockInfo } from './dav-client.ts';
import { readFrom, startLoad } from './load-replicas.ts';
import { sendAttempt, unlockWith } from './send-attempt.ts';
import { hasNginx, type Nginx, startNginx } from './start-nginx.ts';
import { findPostgres, type Postgres, startPostgres } from './start-postgres.ts';
import { type Replica, type Replicas, startReplicas } from './start-replicas.ts';
import { ADMIN } from './start-server.ts';
import { putToStorage, uploadFile } from './upload-files.ts';

const binaries = findPostgres();

describe.skipIf(binaries === undefined || !hasNginx)(
  'three processes behind nginx, on one PostgreSQL and one radosgw (SECURITY 18)',
  { timeout: 180_000 },
  () => {
    let postgres: Postgres;
    let replicas: Replicas;
    let all: Replica[];
    let nginx: Nginx;
    let token = '';
    beforeAll(async () => {
      postgres = await startPostgres(binaries ?? '');
      // Addresses of callers are those that nginx tells.
      replicas = await startReplicas(postgres.url, { TRUSTED_PROXIES: '127.0.0.1' });
      all = [replicas.one, replicas.two, await replicas.start()];
      await replicas.addBucket('/m');
      nginx = await startNginx(all.map(({ url }) => url));
      token = (await createApiClient({ baseUrl: nginx.url }).call(login, { body: ADMIN })).token;
    });
    afterAll(async () => {
      await nginx.stop();
      await replicas.close();
      await postgres.stop();
    });

    const api = () => createCheckedClient(nginx.url, { kind: 'admin', token });
    /** Asks as often as all of them have been asked at least twice. */
    const askAll = async (path: string, authorization = `Bearer ${token}`) => {
      const replies = [];
      for (let call = 0; call < 9; call += 1) {
        const reply = await fetch(nginx.url + path, { headers: { authorization } });
        replies.push({
          status: reply.status,
          by: reply.headers.get('x-upstream'),
          text: await reply.text(),
        });
      }
      expect(new Set(replies.map(({ by }) => by)).size, 'all were asked').toBe(all.length);
      return replies;
    };

    it('a session that one has begun is one of all, and is ended on all', async () => {
      const client = createApiClient({ baseUrl: nginx.url });
      const other = await client.call(login, { body: ADMIN });
      const authorization = `Bearer ${other.token}`;
      const check = () => askAll('/api/test/admin-token', authorization);
      expect((await check()).map(({ status }) => status)).toEqual(Array(9).fill(200));
      await fetch(`${nginx.url}/api/admin/logout`, { method: 'POST', headers: { authorization } });
      expect((await check()).map(({ status }) => status)).toEqual(Array(9).fill(401));
    });

    it('whoever guesses has no more guesses than with one process', async () => {
      const { slug } = await api().call(createTextShare, {
        body: { content: 'locked', password: 'sesame' },
      });
      const guesses = async (url: string, address: string) => {
        for (let made = 0; made < 200; made += 1) {
          const headers = { 'x-forwarded-for': address };
          const { status } = await sendAttempt(url, unlockWith(slug, `guess ${made}`, { headers }));
          if (status === 429) return made;
        }
        return 200;
      };
      const ofOne = await guesses(replicas.one.url, '203.0.113.1');
      expect(ofOne).toBeLessThan(200);
      expect(await guesses(nginx.url, '203.0.113.2')).toBe(ofOne);
    });

    it('of 60 readers at once as many get a text and a file as there are views', async () => {
      const text = await api().call(createTextShare, { body: { content: 'few', maxViews: 7 } });
      const file = await uploadFile(api(), 'few', { max_views: 7 });
      for (const path of [`/api/raw/${text.slug}`, `/api/file-view/${file.slug}`]) {
        const readers = Array.from({ length: 60 }, () => readFrom(nginx.url, path));
        const statuses = (await Promise.all(readers)).map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(7);
        expect(statuses.filter((status) => status === 410)).toHaveLength(53);
      }
    });

    it('what one has changed, the others show at once', async () => {
      const { id, slug } = await api().call(createTextShare, { body: { content: 'version 0' } });
      for (let version = 1; version <= 5; version += 1) {
        await askAll(`/api/raw/${slug}`);
        const { api: changer } = all[version % all.length] ?? replicas.one;
        const content = `version ${version}`;
        await changer.call(updateTextShare, { params: { id }, body: { content } });
        const shown = (await askAll(`/api/raw/${slug}`)).map(({ text }) => text);
        expect(shown).toEqual(Array(9).fill(content));
      }
    });

    it('an upload goes on where it was not begun, and a name is given once', async () => {
      for (let upload = 0; upload < 6; upload += 1) {
        const [beginner, ender] = [all[upload % 3], all[(upload + 1) % 3]];
        const text = `upload ${upload}`;
        const begun = await beginner?.api.call(presignFileShare, {
          body: { filename: 'a.txt', size: text.length },
        });
        await putToStorage(begun?.upload_url ?? '', text);
        const body = { file_id: begun?.file_id ?? '' };
        const { slug } = (await ender?.api.call(commitFileShare, { body })) ?? { slug: '' };
        expect((await readFrom(nginx.url, `/api/file-view/${slug}`)).text).toBe(text);
      }
      const slug = `taken-${crypto.randomUUID()}`;
      const claims = Array.from({ length: 30 }, () =>
        api().call(presignFileShare, { body: { filename: 'a.txt', size: 1, slug } }),
      );
      const outcomes = await Promise.allSettled(claims);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('a lock of WebDAV holds on all, until it is ended on all', async () => {
      const dav = createDavClient(nginx.url);
      const path = '/m/locked.txt';
      await dav('PUT', path, { body: 'before' });
      const lock = await createDavClient(replicas.one.url)('LOCK', path, { body: lockInfo() });
      const lockToken = lock.headers.get('lock-token') ?? '';
      const write = async () => {
        const statuses = [];
        for (let call = 0; call < 6; call += 1) {
          statuses.push((await dav('PUT', path, { body: `after ${call}` })).status);
        }
        return statuses;
      };
      expect(await write()).toEqual(Array(6).fill(423));
      const headers = { 'lock-token': lockToken };
      expect((await createDavClient(replicas.two.url)('UNLOCK', path, { headers })).status).toBe(
        204,
      );
      expect(await write()).toEqual(Array(6).fill(204));
    });

    it('one is killed under load: nothing that was acknowledged is lost, and no reader notices', async () => {
      const load = startLoad(nginx.url, `Bearer ${token}`, '/m');
      await load.progress(40);
      const [victim] = all.splice(2, 1);
      victim?.process.kill('SIGKILL');
      await load.progress(80);
      await load.stop();
      expect(load.failedReads).toEqual([]);
      // Those that it was at work on, at most; nobody can know whether they were made.
      expect(load.failedWrites.length).toBeLessThanOrEqual(4);
      for (const [path, content] of load.acknowledged) {
        expect(await readFrom(nginx.url, path)).toMatchObject({ status: 200, text: content });
      }
    });

    it('the database is restarted under load: callers are told, nothing is lost, and all go on', async () => {
      const load = startLoad(nginx.url, `Bearer ${token}`, '/m');
      await load.progress(40);
      await postgres.kill();
      await sleep(1500);
      await postgres.revive();
      await load.progress(80);
      await load.stop();
      // nginx asks nobody for a second where all have said that they cannot, and says so itself.
      const refusals = load.failedWrites.filter((failure) => !/satchel$/.test(Object(failure).by));
      const statuses = refusals.map((failure) => Object(failure).status);
      expect(new Set(statuses), 'a clear refusal, and not a broken server').toEqual(new Set([503]));
      for (const { process } of all) expect(process.exitCode).toBeNull();
      for (const [path, content] of load.acknowledged) {
        expect(await readFrom(nginx.url, path)).toMatchObject({ status: 200, text: content });
      }
    });
  },
);

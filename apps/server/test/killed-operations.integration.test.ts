import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, createApiClient } from '@satchel/api-client';
import { removeEntries, renameEntry, shareEntry } from '@satchel/api-client/contract/file-system';
import { copyEntries } from '@satchel/api-client/contract/file-system-copies';
import { getOperation } from '@satchel/api-client/contract/file-system-operations';
import { login } from '@satchel/api-client/contract/sessions';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { createSecretKey } from '../src/security/secret-key.ts';
import { DATABASE_OPTIONS } from './database-options.ts';
import { killAt } from './kill-at.ts';
import { type OwnBucket, startBucket, startLocalS3Server } from './start-bucket.ts';
import { type Child, startChild } from './start-child.ts';
import { createDatabase } from './start-postgres.ts';
import { DATABASES, startServer } from './start-server.ts';

const ADMIN_PASSWORD = 'correct-horse-battery';
const SECRET_KEY = 'one secret for every replica of this test';
/** More than one call of the storage deletes. */
const OBJECTS = 1200;
const NAMES = Array.from({ length: OBJECTS }, (_, index) => String(index).padStart(4, '0'));

describe.each(DATABASES)(
  'a change of 1,200 files on %s that kill -9 ends (SECURITY 12)',
  (kind) => {
    let directory = '';
    let databaseUrl: string | undefined;
    let bucket: OwnBucket;
    let child: Child;
    let api: ApiClient;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'satchel-killed-'));
      const serverUrl = inject('postgresUrl');
      if (kind === 'postgresql' && serverUrl) databaseUrl = await createDatabase(serverUrl);
      bucket = await startBucket(await startLocalS3Server());
      await start();
      await bucket.mount(api, '/m');
      await bucket.put(all('first'));
    });
    afterAll(async () => {
      child.process.kill('SIGKILL');
      await child.ended;
      await bucket.close();
      await rm(directory, { recursive: true, force: true });
    });

    const environment = () => ({
      SECRET_KEY,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    });
    const start = async () => {
      child = startChild(await freePort(), {
        DATA_DIR: directory,
        ADMIN_PASSWORD,
        ...environment(),
      });
      await child.ready;
      const baseUrl = child.url;
      const body = { username: 'admin', password: ADMIN_PASSWORD };
      const { token } = await createApiClient({ baseUrl }).call(login, { body });
      const credential = () => ({ kind: 'admin', token }) as const;
      // Changes 1,200 objects, on machines that may be busy.
      api = createApiClient({ baseUrl, credential, timeoutMs: 120_000 });
    };
    const killedAt = async (operation: string, count: number, work: () => Promise<unknown>) => {
      await killAt(bucket, child, { operation, count }, work);
      return findRunning();
    };
    const findRunning = async () => {
      const secretKey = createSecretKey(SECRET_KEY);
      const options = { ...DATABASE_OPTIONS, dataDirectory: directory, databaseUrl, secretKey };
      const { prisma, close } = await openDatabase(options);
      const [operation] = await prisma.operation.findMany({ where: { state: 'running' } });
      await close();
      return operation?.id ?? expect.unreachable('nothing was journaled');
    };
    /**
     * Continues in the next start of the only process, or on another replica once the lease has lapsed.
     */
    const goOn = async (id: string) => {
      const ended = (by: ApiClient) =>
        expect
          .poll(() => by.call(getOperation, { params: { id } }), {
            timeout: 120_000,
            interval: 200,
          })
          .toMatchObject({ state: 'completed', error: null });
      if (!databaseUrl) {
        await start();
        await ended(api);
        return;
      }
      const other = await startServer('postgresql', { ...environment(), ADMIN_PASSWORD });
      expect((await other.api.call(getOperation, { params: { id } })).state).toBe('running');
      other.moveClock(31_000);
      await ended(other.api);
      await other.close();
      await start();
    };
    const all = (name: string) => NAMES.map((each) => `${name}/${each}`);
    const rename = (from: string, to: string) =>
      api.call(renameEntry, { body: { oldPath: `/m/${from}`, newPath: `/m/${to}` } });

    // Runs sequentially with the same files, because creating 1,200 for each test takes longer than all else.
    it.each([
      ['while it copies', 'copy', 500, 'first', 'second'],
      ['while it deletes the old files', 'delete', 2, 'second', 'third'],
    ] as const)(
      'a rename, %s, is finished, and its shares follow',
      async (_, operation, count, from, to) => {
        const { slug } = await api.call(shareEntry, { body: { path: `/m/${from}/1199` } });
        const id = await killedAt(operation, count, () => rename(`${from}/`, `${to}/`));
        expect((await bucket.keys(`${to}/`)).length).toBeGreaterThan(400);
        await goOn(id);
        expect(await bucket.keys(`${from}/`)).toEqual([]);
        expect(await bucket.keys(`${to}/`)).toEqual(all(to));
        const shared = await fetch(`${child.url}/api/file-view/${slug}`);
        expect([shared.status, await shared.text()]).toEqual([200, 'first/1199']);
        // No name is claimed any more.
        await rename(`${to}/0000`, `${to}/x`);
        await rename(`${to}/x`, `${to}/0000`);
      },
      120_000,
    );

    it('a copy is finished under the one name that it had taken', async () => {
      await bucket.put(['to/is-there']);
      const body = { items: [{ sourcePath: '/m/third/', targetPath: '/m/to/' }] };
      const id = await killedAt('copy', 500, () => api.call(copyEntries, { body }));
      await goOn(id);
      expect(await bucket.keys('to (1)/')).toEqual(all('to (1)'));
      expect(await bucket.keys('to (2)/')).toEqual([]);
      const { result, progress } = await api.call(getOperation, { params: { id } });
      expect(result).toMatchObject({ crossStorage: false, success: OBJECTS + 1, skipped: 0 });
      expect(progress).toMatchObject({ done: OBJECTS, failed: 0 });
    });

    it('a removal is finished, and the directory around it stays', async () => {
      await rename('third/', 'around/third/');
      const body = { paths: ['/m/around/third/'] };
      const id = await killedAt('delete', 2, () => api.call(removeEntries, { body }));
      expect(await bucket.keys('around/')).toHaveLength(OBJECTS - 1000);
      await goOn(id);
      expect(await bucket.keys('around/')).toEqual(['around/']);
      const { result } = await api.call(getOperation, { params: { id } });
      expect(result).toEqual({ success: 1, failed: [] });
    });
  },
);

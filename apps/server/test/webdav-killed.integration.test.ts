import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '@satchel/api-client';
import { login } from '@satchel/api-client/contract/sessions';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDavClient, type DavClient, hrefsIn, lockInfo, tokenOf } from './dav-client.ts';
import { killAt } from './kill-at.ts';
import { runCommand } from './run-command.ts';
import { type OwnBucket, startBucket, startLocalS3Server } from './start-bucket.ts';
import { type Child, freePort, startChild } from './start-child.ts';
import { type LargeSource, startLargeSource } from './start-large-source.ts';
import { createDatabase } from './start-postgres.ts';
import { ADMIN, DATABASES } from './start-server.ts';

const NAMES = Array.from({ length: 400 }, (_, index) => String(index).padStart(3, '0'));
/** What a process that is gone holds ends 30 s later, where there may be others. */
const PATIENCE = { timeout: 60_000, interval: 500 };

describe.each(DATABASES)('WebDAV on %s when kill -9 comes (SECURITY 12)', (kind) => {
  let directory = '';
  let databaseUrl: string | undefined;
  let bucket: OwnBucket;
  let large: LargeSource;
  let child: Child;
  let dav: DavClient;
  const environment = () => ({
    DATA_DIR: directory,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    SECRET_KEY: 'one secret for every process of this test',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  const start = async () => {
    child = startChild(await freePort(), environment());
    await child.ready;
    dav = createDavClient(child.url);
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-killed-dav-'));
    const serverUrl = inject('postgresUrl');
    if (kind === 'postgresql' && serverUrl) databaseUrl = await createDatabase(serverUrl);
    bucket = await startBucket(await startLocalS3Server());
    await start();
    const { token } = await createApiClient({ baseUrl: child.url }).call(login, { body: ADMIN });
    const credential = () => ({ kind: 'admin', token }) as const;
    const api = createApiClient({ baseUrl: child.url, credential });
    await bucket.mount(api, '/m');
    large = await startLargeSource();
    await large.mount(api, '/large');
  });
  afterAll(async () => {
    child.process.kill('SIGKILL');
    await child.ended;
    await large.close();
    await bucket.close();
    await rm(directory, { recursive: true, force: true });
  });

  const killedAt = async (operation: string, count: number, work: () => Promise<unknown>) => {
    await killAt(bucket, child, { operation, count }, work);
    await start();
  };
  const put = (name: string, keys: readonly string[]) =>
    bucket.put(keys.map((key) => `${name}/${key}`));
  const namesOf = async (path: string) => {
    const { status, ...listed } = await dav('PROPFIND', path, { headers: { depth: '1' } });
    if (status === 404) return [];
    return hrefsIn({ status, ...listed })
      .slice(1)
      .map((href) => href.slice(`/dav${path}`.length));
  };
  const transfer = (method: string, from: string, to: string) => () =>
    dav(method, from, { headers: { destination: `/dav${to}` } });

  it('a file that was being written is the old one, and can be written again', async () => {
    expect((await dav('PUT', '/m/a.txt', { body: 'old' })).status).toBe(201);
    await killedAt('put', 1, () => dav('PUT', '/m/a.txt', { body: 'new' }));
    expect((await dav('GET', '/m/a.txt')).text).toBe('old');
    await expect
      .poll(async () => (await dav('PUT', '/m/a.txt', { body: 'newer' })).status, PATIENCE)
      .toBe(204);
    expect((await dav('GET', '/m/a.txt')).text).toBe('newer');
  });

  const sweepAway = async () => {
    const { exitCode, errors } = await runCommand(['sweep'], environment());
    expect(exitCode, errors).toBe(0);
    return bucket.openUploads();
  };

  it('a file that was being written in parts leaves none of them to the storage', async () => {
    const body = Buffer.alloc(20 * 1024 * 1024, 7);
    const work = () => dav('PUT', '/m/large.bin', { body });
    await killAt(bucket, child, { operation: 'PUT part', count: 2 }, work);
    expect(await bucket.openUploads()).toEqual(['large.bin']);
    await expect.poll(sweepAway, PATIENCE).toEqual([]);
    await start();
    expect((await dav('GET', '/m/large.bin')).status).toBe(404);
    expect((await dav('PUT', '/m/large.bin', { body })).status).toBe(201);
    expect(await bucket.openUploads()).toEqual([]);
  });

  it('a file that was being copied from another storage leaves none of its parts', async () => {
    const work = transfer('COPY', `/large/${large.key}`, '/m/copied.bin');
    await killAt(bucket, child, { operation: 'PUT part', count: 2 }, work);
    expect(await bucket.openUploads()).toEqual(['copied.bin']);
    await expect.poll(sweepAway, PATIENCE).toEqual([]);
    await start();
    expect((await dav('GET', '/m/copied.bin')).status).toBe(404);
    // Nothing is held any more.
    expect((await dav('PUT', '/m/copied.bin', { body: 'x' })).status).toBe(201);
  });

  it.each([
    ['while it copies', 'copy', 200],
    ['while it takes away what was there before', 'delete', 2],
    ['while it takes away the original', 'delete', 3],
  ])(
    'a directory that was being moved over another has taken its place, %s',
    async (_, operation, count) => {
      await put('from', NAMES);
      await put('to', ['100', 'old-1', 'old-2']);
      await killedAt(operation, count, transfer('MOVE', '/m/from/', '/m/to/'));
      await expect.poll(() => namesOf('/m/from/'), PATIENCE).toEqual([]);
      await expect.poll(() => namesOf('/m/to/'), PATIENCE).toEqual(NAMES);
      expect((await dav('GET', '/m/to/100')).text).toBe('from/100');
      expect((await dav('DELETE', '/m/to/')).status).toBe(204);
    },
  );

  it('a file that was being moved is in one place', async () => {
    await put('file', ['a']);
    await killedAt('delete', 1, transfer('MOVE', '/m/file/a', '/m/file/b'));
    await expect.poll(() => namesOf('/m/file/'), PATIENCE).toEqual(['b']);
    expect((await dav('GET', '/m/file/b')).text).toBe('file/a');
  });

  it('a directory that was being copied is there, with all that is in it', async () => {
    await put('source', NAMES);
    await killedAt('copy', 200, transfer('COPY', '/m/source/', '/m/copy/'));
    await expect.poll(() => namesOf('/m/copy/'), PATIENCE).toEqual(NAMES);
    await expect.poll(async () => (await dav('DELETE', '/m/source/')).status, PATIENCE).toBe(204);
  });

  it('a lock stays, and ends when it was said to', async () => {
    const locked = await dav('LOCK', '/m/locked.txt', { body: lockInfo() });
    expect(locked.status).toBe(201);
    child.process.kill('SIGKILL');
    await child.ended;
    await start();
    expect((await dav('PUT', '/m/locked.txt', { body: 'x' })).status).toBe(423);
    const shorter = { if: `(${tokenOf(locked)})`, timeout: 'Second-1' };
    expect((await dav('LOCK', '/m/locked.txt', { headers: shorter })).status).toBe(200);
    await expect
      .poll(async () => (await dav('PUT', '/m/locked.txt', { body: 'x' })).status, PATIENCE)
      .toBe(204);
  });
});

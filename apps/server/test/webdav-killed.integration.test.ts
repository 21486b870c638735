import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '@satchel/api-client';
import { login } from '@satchel/api-client/contract/sessions';
import { freePort } from '@satchel/test-kit/free-port';
import { describe, expect, inject, test } from 'vitest';
import { createDavClient, hrefsIn, lockInfo, tokenOf } from './dav-client.ts';
import { killAt, type Standstill } from './kill-at.ts';
import { runCommand } from './run-command.ts';
import { startBucket, startLocalS3Server } from './start-bucket.ts';
import { startChild } from './start-child.ts';
import { startLargeSource } from './start-large-source.ts';
import { createDatabase } from './start-postgres.ts';
import { ADMIN, DATABASES, SECRET_KEY } from './start-server.ts';

const NAMES = Array.from({ length: 120 }, (_, index) => String(index).padStart(3, '0'));
/**
 * Timeout that allows for claims of a dead process, which lapse after 30 s if there may be other
 * processes.
 */
const PATIENCE = { timeout: 60_000, interval: 2000 };
/** Each try starts a process, which takes more than the claim's rest. */
const PATIENCE_OF_SWEEPS = { timeout: 120_000, interval: 10_000 };

/**
 * Server in a separate process, with a mount, another mount with a large file, and ways to break them.
 */
async function startScene(kind: (typeof DATABASES)[number]) {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-killed-dav-'));
  const serverUrl = inject('postgresUrl');
  const isOnPostgres = kind === 'postgresql' && serverUrl;
  const environment = {
    DATA_DIR: directory,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...(isOnPostgres
      ? { DATABASE_URL: await createDatabase(serverUrl, inject('migratedDatabase')), SECRET_KEY }
      : {}),
  };
  if (!isOnPostgres) await cp(inject('migratedSqlite'), directory, { recursive: true });
  const bucket = await startBucket(await startLocalS3Server());
  const large = await startLargeSource();
  const start = async () => {
    const child = startChild(await freePort(), environment);
    await child.ready;
    return { child, dav: createDavClient(child.url) };
  };
  let server = await start();
  const { url } = server.child;
  const { token } = await createApiClient({ baseUrl: url }).call(login, { body: ADMIN });
  const api = createApiClient({ baseUrl: url, credential: () => ({ kind: 'admin', token }) });
  await bucket.mount(api, '/m');
  await large.mount(api, '/large');

  const dav: typeof server.dav = (...request) => server.dav(...request);
  const restart = async () => {
    server = await start();
  };
  const kill = async () => {
    server.child.process.kill('SIGKILL');
    await server.child.ended;
  };
  const killAtStandstill = (at: Standstill, work: () => Promise<unknown>) =>
    killAt(bucket, server.child, at, work);
  return {
    bucket,
    large,
    dav,
    restart,
    kill,
    killAtStandstill,
    async killedAt(operation: string, count: number, work: () => Promise<unknown>) {
      await killAtStandstill({ operation, count }, work);
      await restart();
    },
    put: (name: string, keys: readonly string[]) => bucket.put(keys.map((key) => `${name}/${key}`)),
    async namesOf(path: string) {
      const { status, ...listed } = await dav('PROPFIND', path, { headers: { depth: '1' } });
      if (status === 404) return [];
      return hrefsIn({ status, ...listed })
        .slice(1)
        .map((href) => href.slice(`/dav${path}`.length));
    },
    transfer: (method: string, from: string, to: string) => () =>
      dav(method, from, { headers: { destination: `/dav${to}` } }),
    async sweepAway() {
      const { exitCode, errors } = await runCommand(['sweep'], environment);
      expect(exitCode, errors).toBe(0);
      return bucket.openUploads();
    },
    async close() {
      await kill();
      await large.close();
      await bucket.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

// Each test has its own server, so that their waiting times overlap.
describe.concurrent.each(DATABASES)('WebDAV on %s when kill -9 comes (SECURITY 12)', (kind) => {
  const it = test.extend<{ scene: Awaited<ReturnType<typeof startScene>> }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that nothing else is needed
    scene: async ({}, use) => {
      const scene = await startScene(kind);
      await use(scene);
      await scene.close();
    },
  });

  it('a file that was being written is the old one, and can be written again', async ({
    scene: { dav, killedAt },
    expect,
  }) => {
    expect((await dav('PUT', '/m/a.txt', { body: 'old' })).status).toBe(201);
    await killedAt('put', 1, () => dav('PUT', '/m/a.txt', { body: 'new' }));
    expect((await dav('GET', '/m/a.txt')).text).toBe('old');
    await expect
      .poll(async () => (await dav('PUT', '/m/a.txt', { body: 'newer' })).status, PATIENCE)
      .toBe(204);
    expect((await dav('GET', '/m/a.txt')).text).toBe('newer');
  });

  it('a file that was being written in parts leaves none of them to the storage', async ({
    scene: { bucket, dav, restart, killAtStandstill, sweepAway },
    expect,
  }) => {
    const body = Buffer.alloc(20 * 1024 * 1024, 7);
    const work = () => dav('PUT', '/m/large.bin', { body });
    await killAtStandstill({ operation: 'PUT part', count: 2 }, work);
    expect(await bucket.openUploads()).toEqual(['large.bin']);
    await expect.poll(sweepAway, PATIENCE_OF_SWEEPS).toEqual([]);
    await restart();
    expect((await dav('GET', '/m/large.bin')).status).toBe(404);
    expect((await dav('PUT', '/m/large.bin', { body })).status).toBe(201);
    expect(await bucket.openUploads()).toEqual([]);
  });

  it('a file that was being copied from another storage goes on, and leaves no parts behind', async ({
    scene: { bucket, large, restart, kill, killAtStandstill, transfer, sweepAway },
    expect,
  }) => {
    const work = transfer('COPY', `/large/${large.key}`, '/m/copied.bin');
    await killAtStandstill({ operation: 'PUT part', count: 2 }, work);
    expect(await bucket.openUploads()).toEqual(['copied.bin']);
    // The next process continues the copy with a new upload, and is killed before it knows that upload's id.
    bucket.setFault(({ operation }) =>
      operation === 'create-upload' ? { repliesAfter: new Promise(() => undefined) } : undefined,
    );
    await restart();
    await expect.poll(async () => (await bucket.openUploads()).length, PATIENCE).toBe(2);
    await kill();
    bucket.setFault(undefined);
    await expect.poll(sweepAway, PATIENCE_OF_SWEEPS).toEqual([]);
  });

  const moments = [
    ['while it copies', 'copy', 60],
    ['while it takes away what was there before', 'delete', 2],
    ['while it takes away the original', 'delete', 3],
  ] as const;
  // Both databases store in the same way how far a move is.
  it.for(kind === 'sqlite' ? moments : moments.slice(0, 1))(
    'a directory that was being moved over another has taken its place, %s',
    async ([, operation, count], { scene: { dav, killedAt, put, namesOf, transfer }, expect }) => {
      await put('from', NAMES);
      await put('to', ['100', 'old-1', 'old-2']);
      await killedAt(operation, count, transfer('MOVE', '/m/from/', '/m/to/'));
      await expect.poll(() => namesOf('/m/from/'), PATIENCE).toEqual([]);
      await expect.poll(() => namesOf('/m/to/'), PATIENCE).toEqual(NAMES);
      expect((await dav('GET', '/m/to/100')).text).toBe('from/100');
      expect((await dav('DELETE', '/m/to/')).status).toBe(204);
    },
  );

  it('a file that was being moved is in one place', async ({
    scene: { dav, killedAt, put, namesOf, transfer },
    expect,
  }) => {
    await put('file', ['a']);
    await killedAt('delete', 1, transfer('MOVE', '/m/file/a', '/m/file/b'));
    await expect.poll(() => namesOf('/m/file/'), PATIENCE).toEqual(['b']);
    expect((await dav('GET', '/m/file/b')).text).toBe('file/a');
  });

  it('a directory that was being copied is there, with all that is in it', async ({
    scene: { dav, killedAt, put, namesOf, transfer },
    expect,
  }) => {
    await put('source', NAMES);
    await killedAt('copy', 60, transfer('COPY', '/m/source/', '/m/copy/'));
    await expect.poll(() => namesOf('/m/copy/'), PATIENCE).toEqual(NAMES);
    await expect.poll(async () => (await dav('DELETE', '/m/source/')).status, PATIENCE).toBe(204);
  });

  it('a lock stays, and ends when it was said to', async ({
    scene: { dav, restart, kill },
    expect,
  }) => {
    const locked = await dav('LOCK', '/m/locked.txt', { body: lockInfo() });
    expect(locked.status).toBe(201);
    await kill();
    await restart();
    expect((await dav('PUT', '/m/locked.txt', { body: 'x' })).status).toBe(423);
    const shorter = { if: `(${tokenOf(locked)})`, timeout: 'Second-1' };
    expect((await dav('LOCK', '/m/locked.txt', { headers: shorter })).status).toBe(200);
    await expect
      .poll(async () => (await dav('PUT', '/m/locked.txt', { body: 'x' })).status, PATIENCE)
      .toBe(204);
  });
});

import { randomBytes, randomInt } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { listAuditEvents } from '@satchel/api-client/contract/audit-log';
import { createMount } from '@satchel/api-client/contract/mounts';
import { listStorageConfigs } from '@satchel/api-client/contract/storage-configs';
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { startPostgresProxy } from '@satchel/server/test/postgres-proxy';
import { runCommand, startCommand } from '@satchel/server/test/run-command';
import { connectAsAdmin, readContents } from '@satchel/server/test/share-contents';
import { type OwnBucket, startBucket, startLocalS3Server } from '@satchel/server/test/start-bucket';
import { type Child, startChild } from '@satchel/server/test/start-child';
import { createDatabase } from '@satchel/server/test/start-postgres';
import { S3_CREDENTIALS } from '@satchel/server/test/start-s3';
import { ADMIN } from '@satchel/server/test/start-server';
import { type StorageFault, s3Error } from '@satchel/server/test/storage-proxy';
import { uploadFile } from '@satchel/server/test/upload-files';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

const FILES = 12;
const SHARE_PASSWORD = 'of a share';
/** Larger than one part, so that its ETag is not the MD5 of its bytes. */
const LARGE_BYTES = 20 * 1024 ** 2;

let folder = '';
/** Data folder with SQLite and the embedded store; each test gets a copy. */
let original = '';
let contents = new Map<string, string>();
let children: Child[] = [];

async function start(env: Readonly<Record<string, string>>): Promise<Child> {
  const child = startChild(await freePort(), { ADMIN_PASSWORD: ADMIN.password, ...env });
  children.push(child);
  await child.ready;
  return child;
}

async function stop(child: Child): Promise<void> {
  child.process.kill('SIGTERM');
  expect(await child.ended, child.errors()).toBe(0);
}

async function readAll(env: Readonly<Record<string, string>>): Promise<Map<string, string>> {
  const child = await start(env);
  const api = await connectAsAdmin(child.url, ADMIN);
  const read = await readContents(child.url, api, SHARE_PASSWORD);
  await stop(child);
  return read;
}

/** Move events in the audit log. */
async function listMoves(env: Readonly<Record<string, string>>) {
  const child = await start(env);
  const api = await connectAsAdmin(child.url, ADMIN);
  const { data } = await api.call(listAuditEvents, { query: { area: 'server' } });
  await stop(child);
  return data;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-move-'));
  original = join(folder, 'original');
  const child = await start({ DATA_DIR: original });
  const api = await connectAsAdmin(child.url, ADMIN);
  for (let at = 0; at < FILES; at += 1) {
    await uploadFile(api, new Uint8Array(randomBytes(randomInt(1, 100_000))));
  }
  await uploadFile(api, new Uint8Array(0));
  const headers = { authorization: `Bearer ${await tokenOf(child)}`, accept: 'text/plain' };
  const body = randomBytes(LARGE_BYTES);
  const url = `${child.url}/api/upload-direct/large.bin`;
  expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(201);
  await api.call(createTextShare, {
    body: { content: '文本 and "quotes"', password: SHARE_PASSWORD },
  });
  await api.call(createTextShare, { body: { content: 'plain' } });
  const mount = { name: 'm', storage_type: 'S3', mount_path: '/m' } as const;
  await api.call(createMount, { body: { ...mount, storage_config_id: 'embedded' } });
  await stop(child);
});
afterEach(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await Promise.all(children.map(({ ended }) => ended));
  children = [];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function tokenOf({ url }: Child): Promise<string> {
  const reply = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { data } = (await reply.json()) as { readonly data: { readonly token: string } };
  return data.token;
}

describe('satchel move', () => {
  let bucket: OwnBucket;
  let source: { DATA_DIR: string };
  let words: string[] = [];
  let secrets: Record<string, string> = {};
  beforeEach(async () => {
    bucket = await startBucket(await startLocalS3Server());
    source = { DATA_DIR: await mkdtemp(join(folder, 'source-')) };
    await cp(original, source.DATA_DIR, { recursive: true });
    words = ['move', '--s3-endpoint', bucket.url, '--s3-bucket', bucket.name];
    secrets = {
      TARGET_S3_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
      TARGET_S3_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    };
  });
  afterEach(() => bucket.close());

  it('says what it would do in a dry run, and does nothing', async () => {
    const env = { ...source, ...secrets };
    const { exitCode, output, errors } = await runCommand([...words, '--dry-run'], env);
    expect(exitCode, errors).toBe(0);
    expect(output).toContain(`${FILES + 2} objects`);
    expect(output).toContain('Nothing was changed');
    expect(await bucket.keys()).toEqual([]);
  });

  it('moves objects to a storage: shares and mounts are there, and read from it', async () => {
    contents = await readAll(source);
    const moved = await runCommand(words, { ...source, ...secrets });
    expect(moved.exitCode, moved.errors).toBe(0);
    // Removes the source, so that no object can come from there.
    await rm(join(source.DATA_DIR, 'objects'), { recursive: true });
    expect(await readAll(source)).toEqual(contents);
    const child = await start(source);
    const api = await connectAsAdmin(child.url, ADMIN);
    const configs = await api.call(listStorageConfigs, {});
    expect(configs.filter((config) => config.is_default)).toMatchObject([
      { bucket_name: bucket.name },
    ]);
    const share = await uploadFile(api, 'after the move');
    expect(
      (await bucket.keys()).some((key) =>
        key.endsWith(share.storage_path.split('/').at(-1) ?? '?'),
      ),
    ).toBe(true);
    await stop(child);
  });

  it('says in a sentence that the storage failed, and goes on in the next run', async () => {
    contents = await readAll(source);
    const env = { ...source, ...secrets };
    bucket.setFault(({ operation, count }) =>
      operation === 'put' && count > 5 ? s3Error(503, 'SlowDown') : undefined,
    );
    const stopped = await runCommand(words, env);
    expect(stopped).toMatchObject({ exitCode: 1 });
    expect(stopped.errors).toMatch(/The move stopped: SlowDown.*Run the command again/);
    expect(stopped.errors).not.toContain('    at ');
    const before = (await bucket.keys()).length;
    expect(before).toBeGreaterThan(2);
    bucket.setFault(undefined);
    bucket.requests.splice(0);
    const finished = await runCommand(words, env);
    expect(finished.exitCode, finished.errors).toBe(0);
    expect(bucket.requests.filter((operation) => operation === 'put').length).toBeLessThanOrEqual(
      FILES + 2 - before,
    );
    expect(await readAll(source)).toEqual(contents);
  });

  it('sends a large object again whose connection broke, or whose reply was lost', async () => {
    contents = await readAll(source);
    const faults: StorageFault[] = ['drop', 'drop_reply'];
    bucket.setFault(({ operation, headers }) =>
      operation === 'put' && headers['content-length'] === String(LARGE_BYTES)
        ? faults.shift()
        : undefined,
    );
    const moved = await runCommand(words, { ...source, ...secrets });
    expect(moved.exitCode, moved.errors).toBe(0);
    expect(faults).toEqual([]);
    await rm(join(source.DATA_DIR, 'objects'), { recursive: true });
    expect(await readAll(source)).toEqual(contents);
  });

  it('is refused while a server runs, into a bucket with other objects, and with a wrong key', async () => {
    const child = await start(source);
    const running = await runCommand(words, { ...source, ...secrets });
    expect(running).toMatchObject({ exitCode: 1 });
    expect(running.errors).toContain('is in use by another Satchel');
    await stop(child);
    const before = await readAll(source);
    const wrong = { ...secrets, TARGET_S3_SECRET_ACCESS_KEY: 'another secret of this bucket' };
    const unlisted = await runCommand(words, { ...source, ...wrong });
    expect(unlisted).toMatchObject({ exitCode: 1 });
    expect(unlisted.errors).toContain('cannot be listed');

    const objects = await runCommand(words, { ...source, ...secrets });
    expect(objects.exitCode).toBe(0);
    const [key = ''] = await bucket.keys();
    const again = { DATA_DIR: await mkdtemp(join(folder, 'again-')) };
    await cp(original, again.DATA_DIR, { recursive: true });
    await bucket.put([key]);
    const refused = await runCommand(words, { ...again, ...secrets });
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.errors).toContain('another object');
    expect(await readAll(again)).toEqual(before);
  });

  it.runIf(inject('postgresUrl') !== undefined)(
    'moves SQLite and objects to PostgreSQL and a storage, and goes on where it was killed',
    async () => {
      contents = await readAll(source);
      const databaseUrl = await createDatabase(inject('postgresUrl') ?? '');
      const env = { ...source, ...secrets, TARGET_DATABASE_URL: databaseUrl };
      const reached = Promise.withResolvers<void>();
      bucket.setFault(({ operation, count }) => {
        if (operation !== 'put' || count < 8) return undefined;
        reached.resolve();
        return new Promise(() => undefined);
      });
      const killed = startCommand(words, env, { isDetached: true });
      await reached.promise;
      killed.killAll();
      await killed.ended;
      const copied = await bucket.keys();
      expect(copied.length).toBeGreaterThan(2);
      // The source is still complete.
      expect(await readAll(source)).toEqual(contents);

      bucket.setFault(undefined);
      const countIn = ({ output }: { output: string }) => /(\d+) rows/.exec(output)?.[1];
      const planned = countIn(await runCommand([...words, '--dry-run'], env));
      expect(planned).toMatch(/^\d+$/);
      bucket.requests.splice(0);
      const finished = await runCommand(words, env);
      expect(countIn(finished)).toBe(planned);
      expect(finished.exitCode, finished.errors).toBe(0);
      const keys = await bucket.keys();
      expect(new Set(keys).size).toBe(FILES + 2);
      const puts = bucket.requests.filter((operation) => operation === 'put').length;
      expect(puts).toBeLessThan(FILES + 2 - 2);

      const SECRET_KEY = (await readFile(join(source.DATA_DIR, 'secret.key'), 'utf8')).trim();
      const DATA_DIR = await mkdtemp(join(folder, 'target-'));
      const target = { DATA_DIR, DATABASE_URL: databaseUrl, SECRET_KEY };
      expect(await readAll(target)).toEqual(contents);
      const repeated = await runCommand(words, env);
      expect(repeated).toMatchObject({ exitCode: 1 });
      expect(repeated.errors).toContain('is not empty');
    },
  );

  it.runIf(inject('postgresUrl') !== undefined)(
    'ends well where it was killed after its last step, and only there',
    async () => {
      contents = await readAll(source);
      const databaseUrl = await createDatabase(inject('postgresUrl') ?? '');
      const proxy = await startPostgresProxy(databaseUrl);
      const stands = proxy.standAt('COMMIT', 'after');
      const env = { ...source, ...secrets, TARGET_DATABASE_URL: databaseUrl };
      const throughProxy = { ...env, TARGET_DATABASE_URL: proxy.url };
      const killed = startCommand(words, throughProxy, { isDetached: true });
      await stands;
      killed.killAll();
      await killed.ended;
      await proxy.close();

      const foreign = await createDatabase(inject('postgresUrl') ?? '');
      const DATA_DIR = await mkdtemp(join(folder, 'target-'));
      const SECRET_KEY = (await readFile(join(source.DATA_DIR, 'secret.key'), 'utf8')).trim();
      const migrate = { DATA_DIR, SECRET_KEY, DATABASE_URL: foreign };
      expect(await runCommand(['migrate'], migrate)).toMatchObject({ exitCode: 0 });
      const refused = await runCommand(words, { ...env, TARGET_DATABASE_URL: foreign });
      expect(refused).toMatchObject({ exitCode: 1 });
      expect(refused.errors).toContain('is not empty');

      const dry = await runCommand([...words, '--dry-run'], env);
      for (const run of [dry, await runCommand(words, env)]) {
        expect(run.exitCode, run.errors).toBe(0);
        expect(run.output).toContain('everything is there');
      }
      expect(await readdir(source.DATA_DIR)).not.toContain('move');
      const target = { DATA_DIR, DATABASE_URL: databaseUrl, SECRET_KEY };
      expect(await readAll(target)).toEqual(contents);
      const { host, pathname } = new URL(proxy.url);
      expect(await listMoves(target)).toMatchObject([{ target: `${host}${pathname}` }]);
      const again = await runCommand(words, env);
      expect(again).toMatchObject({ exitCode: 1 });
      expect(again.errors).toContain('is not empty');
    },
  );

  it('ends well also where the database stays, and is noted once', async () => {
    const reached = Promise.withResolvers<void>();
    bucket.setFault(({ operation, count }) => {
      if (operation !== 'put' || count < 8) return undefined;
      reached.resolve();
      return new Promise(() => undefined);
    });
    const killed = startCommand(words, { ...source, ...secrets }, { isDetached: true });
    await reached.promise;
    killed.killAll();
    await killed.ended;
    bucket.setFault(undefined);
    const [journal, kept] = [join(source.DATA_DIR, 'move'), join(folder, 'kept-journal')];
    await cp(journal, kept, { recursive: true });
    const moved = await runCommand(words, { ...source, ...secrets });
    expect(moved.exitCode, moved.errors).toBe(0);
    // Simulates a process that was killed between the rows and this step.
    await cp(kept, journal, { recursive: true });
    const again = await runCommand(words, { ...source, ...secrets });
    expect(again.exitCode, again.errors).toBe(0);
    expect(again.output).toContain('everything is there');
    expect(await readdir(source.DATA_DIR)).not.toContain('move');
    expect(await listMoves(source)).toMatchObject([
      {
        action: 'server.moved',
        target: bucket.name,
        details: { endpoint: bucket.url, bucket: bucket.name },
        actor: { kind: 'operator', name: userInfo().username },
        source: hostname(),
      },
    ]);
  });
});

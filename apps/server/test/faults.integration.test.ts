import { join } from 'node:path';
import { getEntry, makeDirectory } from '@satchel/api-client/contract/file-system';
import { createMount } from '@satchel/api-client/contract/mounts';
import {
  createStorageConfig,
  setDefaultStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { health, readiness } from '@satchel/api-client/contract/system';
import { createTextShare, viewTextShare } from '@satchel/api-client/contract/text-shares';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { expectContract } from './checked-client.ts';
import { lockDatabase } from './lock-database.ts';
import { createDatabase, findPostgres, startPostgres } from './start-postgres.ts';
import { S3_CREDENTIALS, startS3 } from './start-s3.ts';
import { startServer, type TestServer } from './start-server.ts';
import { startStorageProxy } from './storage-proxy.ts';

const NEVER = Promise.withResolvers<undefined>().promise;
const TWENTY_MINUTES_MS = 20 * 60_000;

describe('a fault below the server is said clearly, and passes without a restart (SECURITY 12)', () => {
  let server: TestServer;
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    await server.close();
    for (const close of closers.splice(0)) await close();
  });

  /** Returns `ready` or the problems, after the cached answer has expired. */
  const look = async () => {
    server.moveClock(5000);
    // The client would ask three times, and the server looks for up to five seconds each time.
    const reply = await fetch(server.url + readiness.path);
    const json = (await reply.json()) as { status: unknown; details: { problems: unknown } };
    expectContract(readiness, reply.status, json);
    return reply.ok ? json.status : json.details.problems;
  };
  const write = (language?: string) => {
    const authorization = server.authorization.replace('Bearer ', '');
    const api = server.apiAs({ kind: 'admin', token: authorization }, language);
    return api.call(createTextShare, { body: { content: 'kept' } });
  };
  const read = (slug: string) =>
    server.anonymous.call(viewTextShare, { params: { slug }, query: {} });
  const unavailable = (message: string) => ({
    status: 503,
    code: 'server.database_unavailable',
    message,
  });

  it('SQLite, which another process has locked: others are served while a write waits for it', async () => {
    server = await startServer('sqlite');
    const { slug } = await write();
    const holder = await lockDatabase(join(server.dataDirectory, 'satchel.db'));
    closers.push(holder.release);
    const waiting = write('zh-CN').catch((error: unknown) => error);
    // The server answers other calls meanwhile, because it does not wait in its main thread.
    await server.anonymous.call(health, { query: {} });
    expect(await look()).toEqual(['database']);
    expect(await waiting).toMatchObject(unavailable('服务器暂时无法使用数据库，请稍后重试'));
    await holder.release();
    expect(await look()).toBe('ready');
    await write();
    expect(await read(slug)).toMatchObject({ content: 'kept' });
  });

  const binaries = inject('postgresUrl') === undefined ? undefined : findPostgres();
  it.skipIf(binaries === undefined)('PostgreSQL, which is gone and comes back', async () => {
    const postgres = await startPostgres(binaries ?? '');
    closers.push(postgres.stop);
    const DATABASE_URL = await createDatabase(postgres.url);
    server = await startServer('sqlite', {
      DATABASE_URL,
      SECRET_KEY: 'one secret for every server on a database',
      EMBEDDED_STORE: 'on',
    });
    const { slug } = await write();
    await postgres.kill();
    const told = unavailable('The server cannot use its database at the moment, please retry');
    await expect(write()).rejects.toMatchObject(told);
    await expect(read(slug)).rejects.toMatchObject(told);
    await server.anonymous.call(health, { query: {} });
    expect(await look()).toContain('database');
    await postgres.revive();
    await vi.waitFor(async () => expect(await look()).toBe('ready'), { timeout: 30_000 });
    await write();
    expect(await read(slug)).toMatchObject({ content: 'kept' });
  });

  /** Makes a storage the default, and mounts it. */
  const use = async (endpoint_url: string) => {
    const { id } = await server.api.call(createStorageConfig, {
      body: {
        name: 'of the fault',
        provider_type: 'Other',
        endpoint_url,
        bucket_name: 'bucket',
        access_key_id: S3_CREDENTIALS.accessKeyId,
        secret_access_key: S3_CREDENTIALS.secretAccessKey,
      },
    });
    await server.api.call(setDefaultStorageConfig, { params: { id } });
    const mount = {
      name: 'm',
      storage_type: 'S3',
      storage_config_id: id,
      mount_path: '/m',
    } as const;
    await server.api.call(createMount, { body: mount });
    await server.api.call(makeDirectory, { body: { path: '/m/here/' } });
  };
  const find = (language: string) =>
    server
      .apiAs({ kind: 'admin', token: server.authorization.replace('Bearer ', '') }, language)
      .call(getEntry, { query: { path: '/m/here/' } });

  it('a storage that is gone, and one that does not answer', async () => {
    server = await startServer(
      'sqlite',
      {},
      { storage: { metadataMs: 500, transferMs: 500, silenceMs: 500 } },
    );
    const s3 = await startS3('bucket');
    const proxy = await startStorageProxy(s3.url);
    closers.push(proxy.close, s3.close);
    await use(proxy.url);
    expect(await look()).toBe('ready');

    proxy.setFault(() => 'drop');
    await expect(find('zh-CN')).rejects.toMatchObject({
      status: 502,
      code: 'storage.unavailable',
      message: '暂时无法连接存储服务',
    });
    expect(await look()).toEqual(['storage']);
    // Calls that do not need the storage still work.
    await read((await write()).slug);

    proxy.setFault(() => NEVER);
    await expect(find('en')).rejects.toMatchObject({
      status: 504,
      code: 'storage.timeout',
      message: 'The storage took too long to answer',
    });
    expect(await look()).toEqual(['storage']);

    proxy.setFault(undefined);
    expect(await look()).toBe('ready');
    await expect(find('en')).resolves.toBeTruthy();
  });

  it('a clock that is 20 minutes off the storage’s', async () => {
    server = await startServer('sqlite');
    let offsetMs = 0;
    const s3 = await startS3('bucket', () => new Date(Date.now() + offsetMs));
    closers.push(s3.close);
    await use(s3.url);
    for (const sign of [1, -1]) {
      offsetMs = sign * TWENTY_MINUTES_MS;
      expect(await look()).toEqual(['clock']);
      // The SDK learns the storage's time from its refusal.
      await expect(find('en')).resolves.toBeTruthy();
    }
    offsetMs = 0;
    expect(await look()).toBe('ready');
    await expect(find('en')).resolves.toBeTruthy();
  });

  it.skipIf(binaries === undefined)('a clock that is 20 minutes off the database’s', async () => {
    server = await startServer('postgresql');
    expect(await look()).toBe('ready');
    const { now } = Date;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + TWENTY_MINUTES_MS);
    expect(await look()).toEqual(['clock']);
    clock.mockRestore();
    expect(await look()).toBe('ready');
  });
});

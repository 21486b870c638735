import { Readable } from 'node:stream';
import {
  getEntry,
  makeDirectory,
  removeEntries,
  updateEntry,
} from '@satchel/api-client/contract/file-system';
import {
  commitEntry,
  completeEntryMultipart,
  initEntryMultipart,
  presignEntry,
} from '@satchel/api-client/contract/file-system-uploads';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { testStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MountedStorage, useStorage } from '../../../../test/mounted-storage.ts';
import { startServer, type TestServer } from '../../../../test/start-server.ts';
import { SYSTEMS, type System, startSystem } from '../../../../test/storages.ts';
import { vary } from '../../../../test/vary.ts';

const SYSTEM = vary(SYSTEMS, import.meta.filename);

const CHANGED = { code: 'file_system.changed', status: 412 };
const NEW = { if_none_match: '*' } as const;

describe.each(SYSTEM)('conditions of writes on %s with %s (CONTRACT A7)', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let close: System['close'];
  let mountId = '';
  beforeAll(async () => {
    ({ server, storage, close } = await startSystem(system));
    mountId = await storage.mount('/m');
  });
  afterAll(() => close());
  afterEach(() => storage.clear());

  const put = async (url: string, body: string) => {
    const reply = await fetch(url, { method: 'PUT', body });
    return reply.headers.get('etag') ?? '';
  };
  const etagOf = async (path: string) => {
    const { etag } = await server.api.call(getEntry, { query: { path } });
    return etag ?? '';
  };

  /** Two ways from the browser to the storage, and how each ends. */
  const ways = {
    'by URL': async (condition: object) => {
      const body = { path: '/m/d', fileName: 'a.txt', fileSize: 5, ...condition };
      const { presignedUrl, targetPath, fileId } = await server.api.call(presignEntry, { body });
      await put(presignedUrl, 'later');
      return () => server.api.call(commitEntry, { body: { targetPath, mountId, fileId } });
    },
    'in parts': async (condition: object) => {
      const body = { path: '/m/d', fileName: 'a.txt', fileSize: 5, ...condition };
      const { presignedUrls, uploadId } = await server.api.call(initEntryMultipart, { body });
      const ETag = await put(presignedUrls[0]?.url ?? '', 'later');
      const parts = [{ PartNumber: 1, ETag }];
      return () =>
        server.api.call(completeEntryMultipart, {
          body: { path: '/m/d', fileName: 'a.txt', uploadId, parts },
        });
    },
  };

  describe.each(Object.entries(ways))('of an upload %s', (_, begin) => {
    it('refuses a name that is taken when it begins', async () => {
      await storage.put('d/a.txt', 'first');
      const before = await server.prisma.objectWrite.count();
      await expect(begin(NEW)).rejects.toMatchObject(CHANGED);
      await expect(begin({ if_match: '"other"' })).rejects.toMatchObject(CHANGED);
      expect(await server.prisma.objectWrite.count()).toBe(before);
    });

    it('refuses a name that a folder has', async () => {
      await server.api.call(makeDirectory, { body: { path: '/m/d/a.txt/' } });
      await expect(begin(NEW)).rejects.toMatchObject(CHANGED);
      await expect(
        server.api.call(updateEntry, { body: { path: '/m/d/a.txt', content: 'x', ...NEW } }),
      ).rejects.toMatchObject(CHANGED);
    });

    it('keeps what somebody else has stored meanwhile', async () => {
      const commit = await begin(NEW);
      await server.api.call(updateEntry, { body: { path: '/m/d/a.txt', content: 'first' } });
      await expect(commit()).rejects.toMatchObject(CHANGED);
      expect(await storage.read('d/a.txt')).toBe('first');
    });

    it('refuses a name that somebody has given to a folder meanwhile', async () => {
      const commit = await begin(NEW);
      await server.api.call(makeDirectory, { body: { path: '/m/d/a.txt/' } });
      await expect(commit()).rejects.toMatchObject(CHANGED);
      expect(await storage.keys()).toEqual(['d/', 'd/a.txt/']);
    });

    it('lets one of many through who want a new name, whatever the setting for names', async () => {
      const setting = (file_naming_strategy: string) =>
        server.api.call(updateSettingGroup, {
          params: { group: '1' },
          query: {},
          body: { file_naming_strategy },
        });
      await setting('random_suffix');
      const commits = [await begin(NEW), await begin(NEW), await begin(NEW), await begin(NEW)];
      const ends = await Promise.allSettled(commits.map((commit) => commit()));
      await setting('overwrite');
      const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      const changed = expect.objectContaining(CHANGED);
      expect(refusals).toEqual([changed, changed, changed]);
      expect(await storage.keys()).toEqual(['d/a.txt']);
    });

    it('replaces the version that it names, and no other', async () => {
      await storage.put('d/a.txt', 'first');
      const etag = await etagOf('/m/d/a.txt');
      await (await begin({ if_match: etag }))();
      expect(await storage.read('d/a.txt')).toBe('later');
      const commit = await begin({ if_match: await etagOf('/m/d/a.txt') });
      await server.api.call(updateEntry, { body: { path: '/m/d/a.txt', content: 'second' } });
      await expect(commit()).rejects.toMatchObject(CHANGED);
      expect(await storage.read('d/a.txt')).toBe('second');
    });

    it('answers a repeated commit as the first', async () => {
      const commit = await begin(NEW);
      const first = await commit();
      expect(await commit()).toEqual(first);
    });
  });

  describe('of a form', () => {
    const post = async (before: Record<string, string>, after: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(before)) form.append(name, value);
      form.append('file', new Blob(['later']), 'a.txt');
      for (const [name, value] of Object.entries(after)) form.append(name, value);
      const { authorization } = server;
      const reply = await fetch(`${server.url}/api/fs/upload`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      });
      const { code, error } = (await reply.json()) as { code: number; error?: string };
      return error ?? code;
    };

    it('holds before the file and behind it', async () => {
      await storage.put('d/a.txt', 'first');
      const path = '/m/d';
      expect(await post({ path, ...NEW })).toBe('file_system.changed');
      expect(await post({}, { path, ...NEW })).toBe('file_system.changed');
      expect(await post({ path, if_match: '"other"' })).toBe('file_system.changed');
      expect(await post({ path, if_none_match: 'x' })).toBe('request.invalid');
      // The server sees this condition only after it has begun to store the file.
      expect(await post({ path }, NEW)).toBe('request.invalid');
      expect(await storage.read('d/a.txt')).toBe('first');
      expect(await post({ path, if_match: await etagOf('/m/d/a.txt') })).toBe(200);
      expect(await storage.read('d/a.txt')).toBe('later');
    });
  });

  it('keep of a deletion what somebody else has stored meanwhile', async () => {
    const remove = (paths: string[], if_match: string) =>
      server.api.call(removeEntries, { body: { paths, if_match } });
    const before = await server.prisma.objectWrite.count();
    await storage.put('d/a.txt', 'first');
    await storage.put('d/same.txt', 'first');
    const etag = await etagOf('/m/d/a.txt');
    await server.api.call(updateEntry, { body: { path: '/m/d/a.txt', content: 'second' } });
    const paths = ['/m/d/a.txt', '/m/d/same.txt', '/m/d/gone.txt'];
    expect(await remove(paths, etag)).toEqual({
      success: 2,
      failed: [{ path: '/m/d/a.txt', error: expect.stringContaining('changed') }],
    });
    expect(await storage.read('d/a.txt')).toBe('second');
    expect(await storage.keys()).toEqual(['d/', 'd/a.txt']);
    await expect(remove(['/m/d/'], etag)).rejects.toMatchObject({ status: 400 });
    await remove(['/m/d/a.txt'], await etagOf('/m/d/a.txt'));
    expect(await storage.keys()).toEqual(['d/']);
    expect(await server.prisma.objectWrite.count()).toBe(before);
  });

  it('are fields of fs/update and fs/mkdir, too', async () => {
    const update = (content: string, condition: object) =>
      server.api.call(updateEntry, { body: { path: '/m/t.txt', content, ...condition } });
    const { etag } = await update('first', NEW);
    await expect(update('second', NEW)).rejects.toMatchObject(CHANGED);
    await update('second', { if_match: etag });
    await expect(update('third', { if_match: etag })).rejects.toMatchObject(CHANGED);
    expect(await storage.read('t.txt')).toBe('second');
    const mkdir = () => server.api.call(makeDirectory, { body: { path: '/m/new', ...NEW } });
    await mkdir();
    await expect(mkdir()).rejects.toMatchObject(CHANGED);
  });

  it('are found out for each call by the test of the storage, which the server then relies on', async () => {
    const params = { id: storage.configId };
    const { result } = await server.api.call(testStorageConfig, { params });
    const isCeph = system[1] === 'radosgw';
    expect(result.conditionalWrites).toBe(!isCeph);
    const { conditionalCalls } = await server.prisma.storageConfig.findUniqueOrThrow({
      where: params,
    });
    expect(conditionalCalls).toBe(isCeph ? 'put' : 'put,complete,copy,delete');
    expect(await storage.keys()).toEqual([]);
    await expectConditions(server, storage, !isCeph);
  });
});

describe('the embedded store', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer('sqlite');
  });
  afterAll(() => server.close());

  it('checks conditions in every call', async () => {
    await expectConditions(server, await useStorage(server), true);
  });
});

/** Another program stores an object after the server's check, so the storage port itself must refuse. */
async function expectConditions(
  server: TestServer,
  { configId }: Pick<MountedStorage, 'configId'>,
  isComplete: boolean,
): Promise<void> {
  const found = await server.services.storageConfigs.find(configId);
  if (!found) throw new Error(`there is no storage ${configId}`);
  const { store } = found;
  const { signal } = new AbortController();
  const contentType = 'text/plain';
  const put = (text: string, expected?: { etag: string } | 'absent', key = 'x') =>
    store.put(key, Readable.from([text]), { contentType, size: text.length, expected, signal });
  const first = await put('first', 'absent');
  await expect(put('again', 'absent')).rejects.toMatchObject(CHANGED);
  const second = await put('second', first);
  await expect(put('third', first)).rejects.toMatchObject(CHANGED);
  await expect(put('third', first, 'none')).rejects.toMatchObject(CHANGED);
  const copy = (sourceEtag: string, expected?: { etag: string } | 'absent') =>
    store.copy('x', 'y', { size: 6, sourceEtag, expected, signal });
  const copied = await copy(second.etag);
  expect(await store.removeUnchanged('y', first.etag)).toBe(false);
  if (isComplete) {
    await expect(copy(first.etag)).rejects.toMatchObject(CHANGED);
    await expect(copy(second.etag, 'absent')).rejects.toMatchObject(CHANGED);
    const uploadId = await store.createUpload('y', contentType, signal);
    const url = await store.presignPart('y', uploadId, 1, {
      expiresInSeconds: 60,
      origin: server.url,
    });
    const etag = (await fetch(url, { method: 'PUT', body: 'p' })).headers.get('etag') ?? '';
    const parts = [{ partNumber: 1, etag }];
    expect(await store.completeUpload('y', uploadId, parts, { expected: 'absent' })).toBe(
      'changed',
    );
    expect(await store.completeUpload('y', uploadId, parts, { expected: first })).toBe('changed');
    expect(await store.completeUpload('y', uploadId, parts, { expected: copied })).toMatchObject({
      etag: expect.any(String),
    });
  }
  const { etag = '' } = (await store.head('y')) ?? {};
  expect(await store.removeUnchanged('y', etag)).toBe(true);
  expect(await store.removeUnchanged('y', etag)).toBe(false);
  await store.remove(['x', 'y', 'none']);
}

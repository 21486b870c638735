import { makeDirectory } from '@satchel/api-client/contract/file-system';
import { commitCopies, copyEntries } from '@satchel/api-client/contract/file-system-copies';
import { cancelOperation } from '@satchel/api-client/contract/file-system-operations';
import { updateStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { namesIn } from '../../../../../test/mounted-storage.ts';
import { s3Error } from '../../../../../test/storage-proxy.ts';
import { SYSTEMS, type System, startSystem } from '../../../../../test/storages.ts';

type Item = { sourcePath: string; targetPath: string };

describe.each(SYSTEMS)('copying files on %s with %s (CONTRACT A5, F7.1)', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let other: System['storage'];
  let close: System['close'];
  let otherMount = '';
  beforeAll(async () => {
    const started = await startSystem(system);
    ({ server, storage, close } = started);
    other = await started.addStorage();
    await storage.mount('/m');
    await storage.mount('/same');
    otherMount = await other.mount('/o');
  });
  afterAll(() => close());
  afterEach(async () => {
    await storage.clear();
    await other.clear();
  });

  const copy = (items: Item | Item[], skipExisting = false, api = server.api) =>
    api.call(copyEntries, { body: { items: [items].flat(), skipExisting } });
  const item = (sourcePath: string, targetPath: string) => ({ sourcePath, targetPath });
  const commit = (paths: string[], more: { fileSize?: number; etag?: string } = {}) =>
    server.api.call(commitCopies, {
      body: {
        targetMountId: otherMount,
        files: paths.map((targetPath) => ({ targetPath, ...more })),
      },
    });

  describe('within one storage', () => {
    it('copies a file, between mounts of the same storage too', async () => {
      await storage.put('f.txt', 'text');
      const result = await copy([item('/m/f.txt', '/m/d/g.txt'), item('/m/f.txt', '/same/h.txt')]);
      expect(result).toMatchObject({ crossStorage: false, success: 2, skipped: 0, failed: 0 });
      expect(await storage.keys()).toEqual(['d/g.txt', 'f.txt', 'h.txt']);
      expect(await storage.read('d/g.txt')).toBe('text');
      const types = await storage.bucket.head('d/g.txt');
      expect(types?.contentType).toBe('text/plain');
    });

    it('copies a directory; it counts its objects and itself', async () => {
      for (const key of ['d/', 'd/1', 'd/e/2']) await storage.put(key);
      expect(await copy(item('/m/d/', '/m/x/d/'))).toMatchObject({ success: 4 });
      expect(await storage.keys('x/')).toEqual(['x/d/', 'x/d/1', 'x/d/e/2']);
    });

    it('gives an existing name a number, a file before its extension', async () => {
      for (const key of ['f.txt', 'd/1', 'plain']) await storage.put(key);
      for (const path of ['/m/f.txt', '/m/plain']) {
        await copy(item(path, path));
        await copy(item(path, path));
      }
      await copy(item('/m/d/', '/m/d/'));
      const { details } = (await copy(item('/m/d/', '/m/d'))) as { details: Item[] };
      expect(details).toMatchObject([{ targetPath: '/m/d (2)/', status: 'success' }]);
      expect((await namesIn(server.api, '/m')).toSorted()).toEqual([
        'd (1)/',
        'd (2)/',
        'd/',
        'f (1).txt',
        'f (2).txt',
        'f.txt',
        'plain',
        'plain (1)',
        'plain (2)',
      ]);
    });

    it('gives numbers to copies that are made at the same time too (SECURITY 12)', async () => {
      for (const key of ['a/f.txt', 'b/f.txt', 'c/f.txt']) await storage.put(key);
      const items = ['a', 'b', 'c'].map((from) => item(`/m/${from}/f.txt`, '/m/to/f.txt'));
      await Promise.all(items.map((one) => copy(one)));
      const keys = await storage.keys('to/');
      expect(keys).toEqual(['to/f (1).txt', 'to/f (2).txt', 'to/f.txt']);
      const contents = await Promise.all(keys.map((key) => storage.read(key)));
      expect(contents.toSorted()).toEqual(['a/f.txt', 'b/f.txt', 'c/f.txt']);
    });

    it('copies nothing that a mount covers, nor to where one covers it (CONTRACT A4, SECURITY 2)', async () => {
      await other.mount('/m/over/covered');
      for (const key of ['over/f', 'over/covered/secret', 'e/g', 'e/covered/h'])
        await storage.put(key);
      expect(await copy(item('/m/over/', '/m/x/'))).toMatchObject({ success: 2, failed: 0 });
      expect(await storage.keys('x/')).toEqual(['x/f']);
      const filled = await copy(item('/m/e/', '/m/over/'), true);
      expect(filled).toMatchObject({ success: 2, skipped: 1 });
      expect(await storage.keys('over/')).toEqual(['over/covered/secret', 'over/f', 'over/g']);
    });

    it('with skipExisting leaves alone what is there, and fills directories up', async () => {
      for (const key of ['f', 'd/1', 'd/2', 't/d/1']) await storage.put(key);
      await storage.put('t/d/1', 'kept');
      const result = await copy([item('/m/f', '/m/f'), item('/m/d/', '/m/t/d/')], true);
      expect(result).toMatchObject({ success: 2, skipped: 2, failed: 0 });
      expect(await storage.keys()).toEqual(['d/1', 'd/2', 'f', 't/d/1', 't/d/2']);
      expect(await storage.read('t/d/1')).toBe('kept');
      expect(await copy(item('/m/d/', '/m/t/d/'), true)).toMatchObject({ success: 0, skipped: 1 });
    });

    it('needs room for all that it copies, and takes no more than that (CONTRACT A6)', async () => {
      for (const key of ['d/1', 'd/2', 'd/3']) await storage.put(key, '0123456789');
      const limit = (bytes: number) =>
        server.api.call(updateStorageConfig, {
          params: { id: storage.configId },
          body: { total_storage_bytes: bytes },
        });
      await limit(59);
      expect(await copy(item('/m/d/', '/m/e/'))).toMatchObject({ success: 0, failed: 1 });
      expect(await storage.keys('e/')).toEqual([]);
      await limit(60);
      const result = await copy([item('/m/d/', '/m/e/'), item('/m/d/1', '/m/f')]);
      expect(result).toMatchObject({ success: 4, failed: 1 });
      // Only existing objects count.
      await limit(70);
      expect(await copy(item('/m/d/1', '/m/f'))).toMatchObject({ success: 1 });
      await limit(0);
      const { _sum: kept } = await server.prisma.objectWrite.aggregate({
        where: { storageConfigId: storage.configId },
        _sum: { reservedBytes: true },
      });
      expect(Number(kept.reservedBytes)).toBe(0);
    });

    it.each<[string, string, string]>([
      ['a mount without a slash', '/m', '/m/report'],
      ['a mount', '/m/', '/m/x/'],
      ['a mount into another mount of its storage', '/same/', '/m/x/'],
      ['a folder into itself by another mount', '/same/d/', '/m/d/e/'],
    ])('refuses %s: its copies would be copied (CONTRACT F7.1)', async (_, from, to) => {
      for (const key of ['.pdf', 'report.pdf', 'd/1']) await storage.put(key);
      expect(await copy(item(from, to))).toMatchObject({ success: 0, failed: 1 });
      expect(await storage.keys()).toEqual(['.pdf', 'd/1', 'report.pdf']);
      expect(await storage.read('report.pdf')).toBe('report.pdf');
    });

    it.each<[string, string]>([
      ['/m/none', '/m/x'],
      ['/m/none/', '/m/x/'],
      ['/m/f', '/m/x/'],
      ['/m/d/', '/m/d/e/'],
      ['/m/f', '/nowhere/f'],
      ['/m/f', '/m/../f'],
      ['/m/f', '/m'],
    ])('tells that %s → %s failed, and does the rest', async (from, to) => {
      for (const key of ['f', 'd/1']) await storage.put(key);
      const result = await copy([item(from, to), item('/m/f', '/m/copied')]);
      expect(result).toMatchObject({ crossStorage: false, success: 1, failed: 1 });
      expect(result.details[0]).toMatchObject({ sourcePath: from, status: 'failed' });
      expect(await storage.keys()).toEqual(['copied', 'd/1', 'f']);
    });
  });

  describe('across storages', () => {
    type Cross = Extract<Awaited<ReturnType<typeof copy>>, { crossStorage: true }>;
    const carry = async ({
      downloadUrl,
      uploadUrl,
    }: {
      downloadUrl: string;
      uploadUrl: string;
    }) => {
      const body = await (await fetch(downloadUrl)).arrayBuffer();
      expect((await fetch(uploadUrl, { method: 'PUT', body })).status).toBe(200);
    };

    it('hands out URLs with which the caller carries a file, and finds it at commit', async () => {
      await storage.put('a/f.txt', 'carried');
      const result = (await copy(item('/m/a/f.txt', '/o/b/g.txt'))) as Cross;
      expect(result).toMatchObject({
        crossStorage: true,
        requiresClientSideCopy: true,
        standardCopyResults: { success: 0, skipped: 0, failed: 0 },
        failed: [],
      });
      const [file] = result.crossStorageResults;
      if (!file || file.isDirectory) throw new Error('a file was asked for');
      expect(file).toMatchObject({
        source: '/m/a/f.txt',
        target: '/o/b/g.txt',
        sourceS3Path: 'a/f.txt',
        targetS3Path: 'b/g.txt',
        fileName: 'g.txt',
        contentType: 'text/plain',
        renamed: false,
        targetMount: otherMount,
      });
      await carry(file);
      // CONTRACT A6: an upload becomes an object only when the server completes it.
      expect(await other.keys()).toEqual([]);
      const done = { success: [{ targetPath: '/o/b/g.txt', fileName: 'g.txt' }], failed: [] };
      expect(await commit(['/o/b/g.txt'])).toEqual(done);
      expect(await other.read('b/g.txt')).toBe('carried');
      expect(await commit(['/o/b/g.txt'])).toEqual(done);
      // The URL does not work any more.
      const again = await fetch(file.uploadUrl, { method: 'PUT', body: 'swapped' });
      expect(again.status).toBeGreaterThanOrEqual(400);
      expect(await other.read('b/g.txt')).toBe('carried');
    });

    it('lists all that is in a directory, and renames it where the name is taken', async () => {
      for (const key of ['d/1.md', 'd/e/2']) await storage.put(key);
      await other.put('d/1.md');
      const result = (await copy([item('/m/d/', '/o/d/'), item('/m/d/1.md', '/m/x')])) as Cross;
      expect(result.standardCopyResults).toEqual({ success: 1, skipped: 0, failed: 0 });
      const [directory] = result.crossStorageResults;
      if (!directory?.isDirectory) throw new Error('a directory was asked for');
      expect(directory).toMatchObject({
        target: '/o/d (1)/',
        originalTarget: '/o/d/',
        renamed: true,
      });
      expect(directory.items).toMatchObject([
        {
          sourceKey: 'd/1.md',
          targetKey: 'd (1)/1.md',
          fileName: '1.md',
          relativeDir: '',
          size: 6,
        },
        { sourceKey: 'd/e/2', targetKey: 'd (1)/e/2', fileName: '2', relativeDir: 'e', size: 5 },
      ]);
      for (const file of directory.items) await carry(file);
      const committed = await commit(['/o/d (1)/1.md', '/o/d (1)/e/2']);
      expect(committed).toMatchObject({ success: [{}, {}], failed: [] });
      expect(await other.keys('d (1)/')).toEqual(['d (1)/1.md', 'd (1)/e/2']);
    });

    it('copies a mount, however it is written, into a folder of another storage', async () => {
      for (const key of ['d/1', 'f']) await storage.put(key);
      for (const from of ['/m', '/m/']) {
        expect(await copy(item(from, '/o/copy'))).toMatchObject({
          crossStorageResults: [{ isDirectory: true, items: [{}, {}] }],
        });
      }
    });

    it('commits folders and what is in them at once, whichever calls name them (CONTRACT F7.1)', async () => {
      const folders = ['d', 'd/a', 'd/a/b', 'd/c'];
      for (const folder of folders) {
        await server.api.call(makeDirectory, { body: { path: `/m/${folder}` } });
        for (const name of ['1', '2']) await storage.put(`${folder}/${name}`);
      }
      const sources = await storage.keys();
      expect(sources).toHaveLength(12);
      for (const round of ['x', 'y', 'z']) {
        const result = (await copy(item('/m/d/', `/o/${round}/`))) as Cross;
        const [directory] = result.crossStorageResults;
        if (!directory?.isDirectory) throw new Error('a directory was asked for');
        for (const file of directory.items) if (file.size > 0) await carry(file);
        const paths = directory.items.map(({ targetKey }) => `/o/${targetKey}`);
        const calls = [0, 1, 2, 3].map((call) =>
          commit(paths.filter((_, index) => index % 4 === call)),
        );
        for (const { failed } of await Promise.all(calls)) expect(failed).toEqual([]);
        const copied = sources.map((key) => key.replace('d/', `${round}/`));
        expect(await other.keys(`${round}/`)).toEqual(copied.toSorted());
      }
    });

    it('gives files that one batch brings to one name a name each (CONTRACT A5)', async () => {
      for (const key of ['a/f.txt', 'b/f.txt']) await storage.put(key);
      const items = ['a', 'b'].map((from) => item(`/m/${from}/f.txt`, '/o/to/f.txt'));
      expect(await copy(items)).toMatchObject({
        crossStorageResults: [
          { target: '/o/to/f.txt', renamed: false },
          { target: '/o/to/f (1).txt', renamed: true },
        ],
      });
      expect(await copy(items, true)).toMatchObject({
        crossStorageResults: [{ target: '/o/to/f.txt' }],
        details: [{ status: 'success' }, { status: 'skipped' }],
      });
    });

    it('frees the names of what is not carried as soon as it is given up', async () => {
      for (const key of ['d/1', 'd/2']) await storage.put(key);
      const result = (await copy(item('/m/d/', '/o/d/'))) as Cross;
      const [directory] = result.crossStorageResults;
      const [first] = directory?.isDirectory ? directory.items : [];
      if (!first) throw new Error('a directory was asked for');
      await carry(first);
      const { operationId = '' } = result;
      const held = () => server.prisma.objectWrite.count({ where: { operationId } });
      expect(await held()).toBe(2);
      await server.api.call(cancelOperation, { params: { id: operationId } });
      expect(await held()).toBe(0);
      expect(await commit(['/o/d/1'])).toMatchObject({ failed: [{ targetPath: '/o/d/1' }] });
      expect(await copy(item('/m/d/', '/o/d/'))).toMatchObject({
        crossStorageResults: [{ target: '/o/d/', renamed: false }],
      });
    });

    it('begins some uploads at a time, and all of them under the ledger', async () => {
      const names = Array.from({ length: 150 }, (_, index) => `d/${1000 + index}`);
      for (const name of names) await storage.put(name, 'x');
      other.setFault(undefined);
      other.takeRequests();
      const result = (await copy(item('/m/d/', '/o/d/'))) as Cross;
      const [directory] = result.crossStorageResults;
      expect(directory, 'says why, where one could not begin').toMatchObject({ message: 'OK' });
      const begun = other.takeRequests().filter((operation) => operation === 'create-upload');
      expect(begun).toHaveLength(150);
      expect(other.mostAtOnce()).toBeLessThanOrEqual(16);
      expect(directory).toMatchObject({ items: names.map((sourceKey) => ({ sourceKey })) });
      const where = { objectKey: { startsWith: 'd/' }, declaredBytes: 1n, reservedBytes: 1n };
      expect(await server.prisma.objectWrite.count({ where })).toBe(150);
    });

    it('ends the uploads that it has begun where the rest cannot be', async () => {
      for (const key of ['d/1', 'd/2', 'd/3']) await storage.put(key);
      other.setFault(({ operation, count }) =>
        operation === 'create-upload' && count > 1 ? s3Error(403, 'AccessDenied') : undefined,
      );
      const where = { kind: 'carried', storageConfigId: other.configId };
      const before = await server.prisma.objectWrite.count({ where });
      expect(await copy(item('/m/d/', '/o/e/'))).toMatchObject({ failed: 1 });
      other.setFault(undefined);
      expect(await other.openUploads('e/')).toEqual([]);
      expect(await server.prisma.objectWrite.count({ where })).toBe(before);
    });

    it("commits what fits, what is its caller's own, and over nothing (CONTRACT A6)", async () => {
      for (const key of ['d/short', 'd/taken', 'd/foreign']) await storage.put(key);
      await storage.put('d/empty/', '');
      const result = (await copy(item('/m/d/', '/o/d/'))) as Cross;
      const [directory] = result.crossStorageResults;
      if (!directory?.isDirectory) throw new Error('a directory was asked for');
      const urls = new Map(directory.items.map((file) => [file.targetKey, file]));
      const put = (key: string, body: string) =>
        fetch(urls.get(key)?.uploadUrl ?? '', { method: 'PUT', body });
      await put('d/short', 'x');
      await put('d/taken', 'd/taken');
      await put('d/foreign', 'd/foreign');
      await other.put('d/taken', 'was there first');
      const key = await server.createApiKey({ permissions: PERMISSION_FLAGS.mount_copy });
      const body = { targetMountId: otherMount, files: [{ targetPath: '/o/d/foreign' }] };
      expect(await key.api.call(commitCopies, { body })).toMatchObject({ success: [] });
      expect(await commit(['/o/d/short', '/o/d/taken', '/o/d/empty/'])).toMatchObject({
        failed: [{ targetPath: '/o/d/short' }, { targetPath: '/o/d/taken' }],
      });
      // The server writes an empty file itself, because the caller has no bytes to send.
      expect(await other.keys()).toEqual(['d/empty/', 'd/taken']);
      expect(await other.read('d/taken')).toBe('was there first');
    });

    it('commits over what is there only where its condition says so (CONTRACT A7)', async () => {
      await storage.put('f', 'carried');
      const result = (await copy(item('/m/f', '/o/f'))) as Cross;
      const [file] = result.crossStorageResults;
      if (!file || file.isDirectory) throw new Error('a file was asked for');
      await carry(file);
      await other.put('f', 'was there first');
      const etag = (await other.bucket.head('f'))?.etag ?? '';
      const commitIf = (condition: object) =>
        server.api.call(commitCopies, {
          body: { targetMountId: otherMount, files: [{ targetPath: '/o/f', ...condition }] },
        });
      for (const condition of [{}, { if_none_match: '*' }, { if_match: '"other"' }]) {
        expect((await commitIf(condition)).failed).toHaveLength(1);
        expect(await other.read('f')).toBe('was there first');
      }
      expect(await commitIf({ if_match: etag })).toMatchObject({ failed: [] });
      expect(await other.read('f')).toBe('carried');
    });

    it('commits nothing that is not there, or not what it is said to be (SECURITY 3)', async () => {
      await other.put('here', '12345');
      expect(await commit(['/o/here', '/o/none', '/m/here', '/o/../x'])).toMatchObject({
        success: [{ targetPath: '/o/here' }],
        failed: [{ targetPath: '/o/none' }, { targetPath: '/m/here' }, { targetPath: '/o/../x' }],
      });
      expect((await commit(['/o/here'], { fileSize: 4 })).failed).toHaveLength(1);
      expect((await commit(['/o/here'], { etag: '"other"' })).failed).toHaveLength(1);
      await expect(
        server.api.call(commitCopies, {
          body: { targetMountId: 'none', files: [{ targetPath: '/o/here' }] },
        }),
      ).rejects.toMatchObject({ code: 'mounts.not_found', status: 404 });
    });
  });

  it('confines a key to its base path, sources and targets alike (SECURITY 2)', async () => {
    for (const key of ['a/f', 'b/secret']) await storage.put(key);
    const permissions = PERMISSION_FLAGS.mount_copy;
    const { api } = await server.createApiKey({ permissions, basePath: '/m/a' });
    const items = [
      item('/m/b/secret', '/m/a/stolen'),
      item('/m/a/f', '/m/b/planted'),
      item('/m/a/f', '/m/ab'),
      item('/m/a/f', '/m/a/../b/planted'),
      item('/m/a/f', '/same/a/planted'),
      item('/m/b/none', '/m/a/x'),
    ];
    const result = await copy(items, false, api);
    expect(result).toMatchObject({ success: 0, failed: items.length });
    // Existing and missing paths outside get the same answer.
    expect(result.details[0]?.message).toBe(result.details[5]?.message);
    expect(await storage.keys()).toEqual(['a/f', 'b/secret']);
    expect(await copy(item('/m/a/f', '/m/a/g'), false, api)).toMatchObject({ success: 1 });
  });
});

import { Readable } from 'node:stream';
import {
  getEntry,
  listDirectory,
  makeDirectory,
  removeEntries,
  renameEntry,
  updateEntry,
} from '@satchel/api-client/contract/file-system';
import { copyEntries } from '@satchel/api-client/contract/file-system-copies';
import { updateMount } from '@satchel/api-client/contract/mounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEMS, type System, startSystem } from '../../../test/storages.ts';
import { forEachAtOnce } from '../../concurrency/for-each-at-once.ts';

const [SMALLEST = ['sqlite', 'local-s3'] as const] = SYSTEMS;

/** Number of requests by operation. */
function count(operations: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const operation of operations) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

/** Removes repeats in a row. */
function inRuns(operations: readonly string[]): string[] {
  return operations.filter((operation, index) => operation !== operations[index - 1]);
}

/** A page of 1000 files in `many/`, as ListObjectsV2 writes it. */
function listPage(page: number, pages: number): string {
  const contents = Array.from({ length: 1000 }, (_, index) => {
    const name = String((page - 1) * 1000 + index).padStart(5, '0');
    return `<Contents><Key>many/${name}.txt</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><ETag>&quot;e&quot;</ETag><Size>1</Size></Contents>`;
  });
  const isLast = page === pages;
  const next = isLast ? '' : `<NextContinuationToken>${page}</NextContinuationToken>`;
  return `<ListBucketResult><Name>b</Name><IsTruncated>${!isLast}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

describe('storage requests of the file system (CONTRACT A4)', () => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let close: System['close'];
  let mountId = '';
  beforeAll(async () => {
    ({ server, storage, close } = await startSystem(SMALLEST));
    mountId = await storage.mount('/m');
  });
  afterAll(() => close());
  beforeEach(async () => {
    await storage.clear();
    storage.takeRequests();
  });

  /** Writes directly to the bucket, without the server noticing. */
  const fill = async (keys: readonly string[]) => {
    await forEachAtOnce(keys, 16, async (key) => {
      const signal = AbortSignal.timeout(60_000);
      await storage.bucket.put(key, Readable.from([]), { contentType: 'x/y', size: 0, signal });
    });
    storage.takeRequests();
  };
  const range = (length: number, name: (index: number) => string) =>
    Array.from({ length }, (_, index) => name(index));
  const list = (path: string, query: { limit?: number; cursor?: string; refresh?: boolean } = {}) =>
    server.api.call(listDirectory, { query: { path, ...query } });
  const cost = () => count(storage.takeRequests());
  const writeText = (path: string) =>
    server.api.call(updateEntry, { body: { path, content: 'new' } });

  it('a listing of 100 directories with 5 files each costs 1', async () => {
    await fill(range(500, (index) => `d${index % 100}/${index}`));
    expect((await list('/m')).items).toHaveLength(100);
    expect(cost()).toEqual({ list: 1 });
  });

  it('a listing of 10,000 files costs 10, and a page of it 1', async () => {
    // Writes the storage's replies here, because storing that many files would take a minute.
    storage.setFault(({ operation, count: page }) =>
      operation === 'list' ? { status: 200, xml: listPage(page, 10) } : undefined,
    );
    expect((await list('/m/many')).items).toHaveLength(10_000);
    expect(cost()).toEqual({ list: 10 });
    storage.setFault(({ operation, count: page }) =>
      operation === 'list' ? { status: 200, xml: listPage(page, 10) } : undefined,
    );
    const first = await list('/m/many', { limit: 1000 });
    expect(first.items).toHaveLength(1000);
    expect(cost()).toEqual({ list: 1 });
    const second = await list('/m/many', { limit: 1000, cursor: first.next_cursor ?? '' });
    expect(second.items[0]?.name).toBe('01000.txt');
    expect(cost()).toEqual({ list: 1 });
    storage.setFault(undefined);
  });

  it('a path that is written in another form costs few, however deep (SECURITY 2, 9)', async () => {
    const decomposed = 'e\u0301';
    await fill([`${decomposed}/${decomposed}/f`]);
    const ask = (path: string) =>
      server.api.call(getEntry, { query: { path } }).catch(() => undefined);
    expect((await ask(`/m/${decomposed}/${decomposed}/f`))?.path).toMatch(/\/e\u0301\/f$/);
    expect(cost()).toEqual({ list: 1, head: 1 });
    await ask(`/m${`/${decomposed}`.repeat(300)}`);
    expect(cost().list).toBeLessThan(25);
    await writeText(`/m/${decomposed}/${decomposed}/new/f`);
    expect((await ask(`/m/${decomposed}/${decomposed}/new/f`))?.path).toMatch(/e\u0301\/new\/f$/);
  });

  it('one entry costs 1, a directory without its slash 2', async () => {
    await fill(['d/f']);
    const get = (path: string) => server.api.call(getEntry, { query: { path } });
    await get('/m/d/f');
    expect(cost()).toEqual({ head: 1 });
    await get('/m/d/');
    expect(cost()).toEqual({ list: 1 });
    await get('/m/d');
    expect(cost()).toEqual({ head: 1, list: 1 });
  });

  it('deleting 1,000 files costs 1 delete, and a directory of 2,500 three', async () => {
    const files = range(1000, (index) => `d/${index}`);
    await fill([...files, ...range(2500, (index) => `e/${index % 7}/${index}`)]);
    const remove = (paths: string[]) => server.api.call(removeEntries, { body: { paths } });
    expect(await remove(files.map((key) => `/m/${key}`))).toEqual({ success: 1000, failed: [] });
    // The list shows that the directory became empty, and the put creates its marker.
    expect(cost()).toEqual({ delete: 1, list: 1, put: 1 });
    await remove(['/m/e/']);
    // Each page is deleted before the next is listed, so that only one page is in memory.
    expect(storage.takeRequests()).toEqual(['list', 'delete', 'list', 'delete', 'list', 'delete']);
    expect(await storage.keys()).toEqual(['d/']);
  });

  it('renaming a directory of n objects costs n copies and a delete a 1000, bounded', async () => {
    await fill(range(1050, (index) => `old/${index % 10}/${index}`));
    storage.setFault(undefined);
    await server.api.call(renameEntry, { body: { oldPath: '/m/old/', newPath: '/m/new/' } });
    const requests = storage.takeRequests();
    expect(count(requests)).toMatchObject({ copy: 1050, delete: 2 });
    // Copies two pages one after the other, then deletes them the same way.
    expect(inRuns(requests)).toEqual([
      ...['head', 'list', 'copy', 'list', 'copy'],
      ...['list', 'delete', 'list', 'delete'],
    ]);
    expect(storage.mostAtOnce()).toBeLessThanOrEqual(16);
    expect(await storage.keys('new/')).toHaveLength(1050);
    expect(await storage.keys('old/')).toEqual([]);
  });

  it('copying a directory costs a copy an object, moves no bytes, and holds a page', async () => {
    await fill(range(1050, (index) => `from/${index}`));
    const copyTo = (target: string, skipExisting: boolean) => {
      const items = [{ sourcePath: '/m/from/', targetPath: `/m/${target}/` }];
      return server.api.call(copyEntries, { body: { items, skipExisting } });
    };
    await copyTo('to', false);
    const requests = storage.takeRequests();
    expect(count(requests)).toEqual({ head: 1, list: 3, copy: 1050 });
    expect(inRuns(requests)).toEqual(['head', 'list', 'copy', 'list', 'copy']);
    // Lists the target as well as the source, with one request per 1000 entries.
    expect(await copyTo('to', true)).toMatchObject({ success: 0, skipped: 1 });
    expect(cost()).toEqual({ head: 1, list: 5 });
  });

  it('copying and renaming a file costs what makes sure of it, and one copy', async () => {
    await fill(['d/f', 'd/g']);
    const items = [{ sourcePath: '/m/d/f', targetPath: '/m/d/copy' }];
    await server.api.call(copyEntries, { body: { items } });
    // Checks whether the name is free as a file and as a directory, and reads the size of the file.
    expect(cost()).toEqual({ head: 2, list: 1, copy: 1 });
    await server.api.call(renameEntry, { body: { oldPath: '/m/d/f', newPath: '/m/d/h' } });
    // Looks at both before deleting the old one, which it deletes as the copied version, and checks
    // whether its directory is empty.
    expect(cost()).toEqual({ head: 5, list: 2, copy: 1, delete: 1 });
  });

  describe('with a cache (SPEC 3, 9)', () => {
    beforeAll(async () => {
      await server.api.call(updateMount, { params: { id: mountId }, body: { cache_ttl: 300 } });
    });
    beforeEach(async () => {
      await fill(['a/b/1', 'a/2', 'c/3']);
      for (const path of ['/m', '/m/a', '/m/a/b', '/m/c']) await list(path, { refresh: true });
      for (const path of ['/m', '/m/a', '/m/a/b', '/m/c']) await list(path);
      storage.takeRequests();
    });

    /** Names of the listings that the server read again. */
    const readAgain = async () => {
      storage.takeRequests();
      const read = [];
      for (const path of ['/m', '/m/a', '/m/a/b', '/m/c']) {
        await list(path).catch(() => undefined);
        if (storage.takeRequests().length > 0) read.push(path);
      }
      return read;
    };
    const update = (path: string) => server.api.call(updateEntry, { body: { path, content: 'x' } });

    it('a listing is read once until its time is over', async () => {
      expect(await readAgain()).toEqual([]);
      server.moveClock(301_000);
      expect(await readAgain()).toEqual(['/m', '/m/a', '/m/a/b', '/m/c']);
    });

    it('many who ask at once wait for one read', async () => {
      server.moveClock(301_000);
      await Promise.all(range(20, () => '').map(() => list('/m/a')));
      expect(cost()).toEqual({ list: 1 });
    });

    it('what we write drops the directory that it is in, and no other', async () => {
      await update('/m/a/new.txt');
      expect(await readAgain()).toEqual(['/m/a']);
      await update('/m/a/new.txt');
      expect(await readAgain()).toEqual(['/m/a']);
      expect((await list('/m/a')).items.map(({ name }) => name)).toEqual(['b', '2', 'new.txt']);
    });

    it('a new directory shows in the one above it', async () => {
      await server.api.call(makeDirectory, { body: { path: '/m/a/new' } });
      expect(await readAgain()).toEqual(['/m/a']);
      await update('/m/d/e/f.txt');
      expect(await readAgain()).toEqual(['/m']);
      expect((await list('/m')).items.map(({ name }) => name)).toEqual(['a', 'c', 'd']);
    });

    it('what we delete and rename goes from where it was to where it is', async () => {
      await server.api.call(removeEntries, { body: { paths: ['/m/a/b/'] } });
      expect(await readAgain()).toEqual(expect.arrayContaining(['/m/a', '/m/a/b']));
      await server.api.call(renameEntry, { body: { oldPath: '/m/c/', newPath: '/m/z/' } });
      expect((await list('/m')).items.map(({ name }) => name)).toEqual(['a', 'z']);
      await expect(list('/m/c')).rejects.toMatchObject({ code: 'file_system.not_found' });
    });

    it('pages are remembered like whole listings', async () => {
      const page = () => list('/m/a', { limit: 1 });
      await page();
      await page();
      expect(cost()).toEqual({ list: 1 });
      await update('/m/a/new.txt');
      storage.takeRequests();
      await page();
      expect(cost()).toEqual({ list: 1 });
    });
  });
});

import {
  listDirectory,
  removeEntries,
  renameEntry,
  updateEntry,
} from '@satchel/api-client/contract/file-system';
import { copyEntries } from '@satchel/api-client/contract/file-system-copies';
import { cancelOperation, getOperation } from '@satchel/api-client/contract/file-system-operations';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type OwnBucket, startBucket, startLocalS3Server } from './start-bucket.ts';
import { startServer, type TestServer } from './start-server.ts';

const ROUNDS = 30;
const radosgw = inject('radosgw');
const STORES = ['local-s3', ...(radosgw ? ['radosgw'] : [])];
const hasPostgres = inject('postgresUrl') !== undefined;

describe.skipIf(!hasPostgres).each(STORES)(
  'changes of files by two replicas with %s (SECURITY 18)',
  (store) => {
    let one: TestServer;
    let two: TestServer;
    let bucket: OwnBucket;
    beforeAll(async () => {
      one = await startServer('postgresql');
      two = await startServer('postgresql', { DATABASE_URL: one.databaseUrl ?? '' });
      const ceph = radosgw && { ...radosgw, url: radosgw.endpoint, close: async () => undefined };
      bucket = await startBucket(store === 'radosgw' && ceph ? ceph : await startLocalS3Server());
      await bucket.mount(one.api, '/m');
    });
    afterAll(async () => {
      await two.close();
      await one.close();
      await bucket.close();
    });
    beforeEach(async () => {
      const paths = [...new Set((await bucket.keys()).map((key) => `/m/${key.split('/')[0]}/`))];
      if (paths.length > 0) await one.api.call(removeEntries, { body: { paths } });
    });

    const codeOf = (result: PromiseSettledResult<unknown>) =>
      result.status === 'fulfilled' ? 'done' : (result.reason as { code: string }).code;
    const renameBy = (server: TestServer, from: string, to: string) =>
      server.api.call(renameEntry, { body: { oldPath: `/m/${from}`, newPath: `/m/${to}` } });
    const copyBy = (server: TestServer, from: string, to: string) =>
      server.api.call(copyEntries, {
        body: { items: [{ sourcePath: `/m/${from}`, targetPath: `/m/${to}` }] },
      });
    const writeBy = (server: TestServer, path: string, content: string) =>
      server.api.call(updateEntry, { body: { path: `/m/${path}`, content } });

    it('of which two rename onto one free name: one does, and no file is lost', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const name = (file: string) => `${round}/${file}`;
        await bucket.put([name('a'), name('b')]);
        const both = await Promise.allSettled([
          renameBy(one, name('a'), name('c')),
          renameBy(two, name('b'), name('c')),
        ]);
        const codes = both.map(codeOf);
        expect(codes.filter((code) => code === 'done')).toHaveLength(1);
        const other = codes.find((code) => code !== 'done');
        expect(['file_system.exists', 'file_system.busy']).toContain(other);
        const left = codes[0] === 'done' ? 'b' : 'a';
        expect(await bucket.keys(`${round}/`)).toEqual([left, 'c'].map(name));
      }
    });

    it('of which two copy onto one free name: the second gets a number', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const name = (file: string) => `${round}/${file}`;
        await bucket.put([name('a'), name('b')]);
        const both = await Promise.all([
          copyBy(one, name('a'), name('c')),
          copyBy(two, name('b'), name('c')),
        ]);
        expect(both).toMatchObject([{ success: 1 }, { success: 1 }]);
        expect(await bucket.keys(`${round}/`)).toEqual(['a', 'b', 'c', 'c (1)'].map(name));
      }
    });

    it('of which one renames onto what the other writes: what is acknowledged is there', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const name = (file: string) => `${round}/${file}`;
        await bucket.put([name('a')]);
        const both = await Promise.allSettled([
          renameBy(one, name('a'), name('c')),
          writeBy(two, name('c'), 'written'),
        ]);
        const [renamed, written] = both.map(codeOf);
        const query = { path: `/m/${round}` };
        const { items } = await one.api.call(listDirectory, { query });
        const sizes = new Map(items.map((item) => [item.name, item.size]));
        // The last write is read; a rename never replaces an existing file.
        if (written === 'done') expect(sizes.get('c')).toBe('written'.length);
        if (renamed !== 'done') expect(sizes.get('a')).toBe(name('a').length);
        expect(['done', 'file_system.busy']).toContain(written);
        expect(['done', 'file_system.exists', 'file_system.busy']).toContain(renamed);
      }
    });

    it('of which one writes into what the other renames: refused or moved along', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const name = (file: string) => `${round}/${file}`;
        await bucket.put(['d/1', 'd/2', 'd/3'].map(name));
        const both = await Promise.allSettled([
          renameBy(one, name('d/'), name('e/')),
          writeBy(two, name('d/new'), 'written'),
        ]);
        const [renamed, written] = both.map(codeOf);
        const keys = await bucket.keys(`${round}/`);
        const isThere = keys.includes(name('d/new')) || keys.includes(name('e/new'));
        expect(isThere, keys.join()).toBe(written === 'done');
        expect(['done', 'file_system.busy']).toContain(written);
        expect(['done', 'file_system.busy']).toContain(renamed);
        expect(keys.filter((key) => /\/[123]$/.test(key))).toHaveLength(3);
      }
    });

    it('are cancelled by the one that does not do them', async () => {
      const keys = Array.from({ length: 40 }, (_, index) => `d/${100 + index}`);
      await bucket.put(keys);
      const gate = Promise.withResolvers<undefined>();
      bucket.setFault(({ operation, count }) =>
        operation === 'copy' && count > 20 ? gate.promise : undefined,
      );
      const renamed = renameBy(one, 'd/', 'e/').catch((error) => error);
      const where = { state: 'running' };
      await expect.poll(() => two.prisma.operation.count({ where })).toBe(1);
      const { id = '' } = (await two.prisma.operation.findFirst({ where })) ?? {};
      const params = { id };
      expect(await two.api.call(cancelOperation, { params })).toMatchObject({
        is_cancelling: true,
      });
      // The process checks for cancellations once per second.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      gate.resolve(undefined);
      expect(await renamed).toMatchObject({ code: 'file_system.cancelled' });
      bucket.setFault(undefined);
      const { state } = await two.api.call(getOperation, { params });
      expect(state).toBe('cancelled');
      expect(await bucket.keys()).toEqual(keys);
    });
  },
);

import { getEntry, listDirectory, removeEntries } from '@satchel/api-client/contract/file-system';
import { createMount, deleteMount, updateMount } from '@satchel/api-client/contract/mounts';
import { updateStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEMS, type System, startSystem } from '../../../../test/storages.ts';

describe.each(SYSTEMS)(
  'listing directories on %s with %s (SPEC 7; CONTRACT A4, A5, F7)',
  (...system) => {
    let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
    let close: System['close'];
    const mountIds: Record<string, string> = {};
    beforeAll(async () => {
      ({ server, storage, close } = await startSystem(system));
      for (const mount_path of ['/m1', '/m1/in/ner', '/lone/some']) {
        const body = { name: mount_path, storage_type: 'S3' as const, mount_path };
        const made = await server.api.call(createMount, {
          body: { ...body, storage_config_id: storage.configId, cache_ttl: 0 },
        });
        mountIds[mount_path] = made.id;
      }
      for (const key of [
        'a/1.txt',
        'a/b/2.txt',
        'empty/',
        'in/ner/shadowed.txt',
        'z.md',
        'Ä.png',
      ]) {
        await storage.put(key);
      }
    });
    afterAll(() => close());

    const list = (
      path: string,
      query: { limit?: number; cursor?: string } = {},
      api = server.api,
    ) => api.call(listDirectory, { query: { path, ...query } });
    const names = async (path: string, api = server.api) =>
      (await list(path, {}, api)).items.map(
        ({ name, isDirectory }) => name + (isDirectory ? '/' : ''),
      );
    const keyAt = async (basePath: string) => {
      const permissions = PERMISSION_FLAGS.mount_view;
      return (await server.createApiKey({ permissions, basePath })).api;
    };

    it('count what no path can name, which goes with its directory (CONTRACT A6)', async () => {
      const odd = ['odd/back\\slash', 'odd/tab\there', 'odd//below.txt', 'odd//two/three.txt'];
      for (const key of [...odd, 'odd/', 'odd/plain.txt']) await storage.put(key);
      const { items, hidden_count: hidden } = await list('/m1/odd/');
      expect([items.map(({ name }) => name), hidden]).toEqual([['plain.txt'], 3]);
      expect(await list('/m1/a/')).not.toHaveProperty('hidden_count');
      const pages = [];
      let cursor: string | undefined;
      do {
        const page = await list('/m1/odd/', { limit: 2, ...(cursor && { cursor }) });
        pages.push(page);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(pages.reduce((sum, page) => sum + (page.hidden_count ?? 0), 0)).toBe(3);
      await server.api.call(removeEntries, { body: { paths: ['/m1/odd/'] } });
      expect(await storage.keys('odd/')).toEqual([]);
    });

    it('show mounts by the segments of their paths, above all storages', async () => {
      const root = await list('/');
      expect(root).toMatchObject({ path: '/', isRoot: true, isVirtual: true });
      expect(root.items).toMatchObject([
        { name: 'lone', path: '/lone/', isVirtual: true, size: null, typeName: 'folder' },
        { name: 'm1', path: '/m1/', isMount: true, mount_id: mountIds['/m1'], mount_name: '/m1' },
      ]);
      expect(root.items[0]).not.toHaveProperty('isMount');
      expect(await names('/lone/')).toEqual(['some/']);
    });

    it('show directories first, then files, each by name, and mounts over what they hide', async () => {
      const listing = await list('/m1');
      expect(listing).toMatchObject({
        path: '/m1/',
        isRoot: false,
        isVirtual: false,
        mount_id: mountIds['/m1'],
        storage_type: 'S3',
      });
      expect(listing).not.toHaveProperty('next_cursor');
      expect(await names('/m1/')).toEqual(['a/', 'empty/', 'in/', 'Ä.png', 'z.md']);
      expect(listing.items.at(-1)).toMatchObject({
        path: '/m1/z.md',
        size: 4,
        isDirectory: false,
        type: 4,
        typeName: 'text',
      });
      // The storage has in/ner/, but the mount of that path shows its own root.
      expect((await list('/m1/in')).items).toMatchObject([{ name: 'ner', isMount: true }]);
      expect(await names('/m1/in/ner')).toEqual(['a/', 'empty/', 'in/', 'Ä.png', 'z.md']);
    });

    it('show a mount over what it hides also where that is stored decomposed (SECURITY 2)', async () => {
      const [mount_path, storage_config_id] = ['/m1/a/\u00e9', storage.configId];
      const body = { name: 'é', storage_type: 'S3' as const, mount_path, storage_config_id };
      await storage.put('a/e\u0301/shadowed.txt');
      const { id } = await server.api.call(createMount, { body });
      expect(await names('/m1/a')).toEqual(['b/', '\u00e9/', '1.txt']);
      await server.api.call(deleteMount, { params: { id } });
      await server.api.call(removeEntries, { body: { paths: ['/m1/a/e\u0301/'] } });
    });

    it('know empty directories by their markers, and nothing is 404', async () => {
      expect(await names('/m1/empty')).toEqual([]);
      for (const path of ['/m1/none', '/none', '/m1/a/1.txt/x', '/m1/z.md/']) {
        await expect(list(path)).rejects.toMatchObject({ code: 'file_system.not_found' });
      }
      for (const path of ['/m1/../m1', '/m1/%2e%2e\\x', '/m1/\u0000']) {
        await expect(list(path)).rejects.toMatchObject({ status: 400 });
      }
    });

    it('come in pages, each with the cursor of the next', async () => {
      const pages = [];
      let cursor: string | null | undefined;
      do {
        const page = await list('/m1', { limit: 2, ...(cursor ? { cursor } : {}) });
        pages.push(page.items.map(({ name }) => name));
        cursor = page.next_cursor;
      } while (cursor);
      expect(pages.flat().toSorted()).toEqual(['a', 'empty', 'in', 'z.md', 'Ä.png'].toSorted());
      // Ceph accepts any text as a cursor, but still lists only entries of this directory.
      const forged = await list('/m1', { limit: 2, cursor: '../forged' }).catch((error) => error);
      if (forged instanceof Error) expect(forged).toMatchObject({ status: 400 });
      else for (const { path } of forged.items) expect(path).toMatch(/^\/m1\/[^/]+\/?$/);
    });

    it('come in pages that hold no more than asked for, mounts and the way to them included (CONTRACT A4)', async () => {
      for (const [path, limit] of [
        ['/', 1],
        ['/m1', 1],
        ['/m1', 2],
        ['/m1/in', 1],
      ] as const) {
        const items = [];
        let cursor: string | null | undefined;
        do {
          const page = await list(path, { limit, ...(cursor ? { cursor } : {}) });
          expect(page.items.length).toBeLessThanOrEqual(limit);
          items.push(...page.items);
          cursor = page.next_cursor;
        } while (cursor);
        const sorted = (rows: readonly { path: string }[]) =>
          rows.map((row) => row.path).toSorted();
        expect(sorted(items)).toEqual(sorted((await list(path)).items));
      }
    });

    it('take a cursor only with a limit: without one they are whole, or 404', async () => {
      expect((await list('/m1', { cursor: 'x' })).items).toEqual((await list('/m1')).items);
      await expect(list('/m1/nothing', { cursor: 'x' })).rejects.toMatchObject({ status: 404 });
    });

    it('show a key its base path and the way there, and tell nothing of the rest (SPEC 6)', async () => {
      const api = await keyAt('/m1/a');
      expect(await names('/', api)).toEqual(['m1/']);
      expect(await names('/m1', api)).toEqual(['a/']);
      expect(await names('/m1/a', api)).toEqual(['b/', '1.txt']);
      for (const path of ['/m1/empty', '/m1/none', '/lone', '/nowhere', '/m1/ab']) {
        await expect(list(path, {}, api)).rejects.toMatchObject({ code: 'auth.outside_base_path' });
      }
    });

    it('show a key no mount of a storage that is not public (CONTRACT A4)', async () => {
      const api = await keyAt('/m1/a');
      const publish = (is_public: boolean) =>
        server.api.call(updateStorageConfig, {
          params: { id: storage.configId },
          body: { is_public },
        });
      await publish(false);
      expect(await names('/', api)).toEqual([]);
      await expect(list('/m1/a', {}, api)).rejects.toMatchObject({ code: 'file_system.not_found' });
      await publish(true);
    });

    it('leave an inactive mount out, and show the storage around it again', async () => {
      const params = { id: mountIds['/m1/in/ner'] ?? '' };
      await server.api.call(updateMount, { params, body: { is_active: false } });
      expect(await names('/m1/in/ner')).toEqual(['shadowed.txt']);
      await server.api.call(updateMount, { params, body: { is_active: true } });
    });

    it('one entry is a file with URLs, or a directory with and without its slash', async () => {
      const get = (path: string) => server.api.call(getEntry, { query: { path } });
      const file = await get('/m1/a/1.txt');
      expect(file).toMatchObject({ name: '1.txt', size: 7, isDirectory: false, typeName: 'text' });
      expect(await (await fetch(file.preview_url ?? '')).text()).toBe('a/1.txt');
      for (const path of ['/m1/a', '/m1/a/']) {
        expect(await get(path)).toMatchObject({ path: '/m1/a/', isDirectory: true, size: null });
      }
      expect(await get('/')).toMatchObject({ path: '/', isDirectory: true, isVirtual: true });
      await expect(get('/m1/a/1.txt/')).rejects.toMatchObject({ code: 'file_system.not_found' });
    });

    it('note when a mount was last used, at most once a minute', async () => {
      const lastUse = async () => {
        const where = { id: mountIds['/lone/some'] ?? '' };
        return (await server.prisma.mount.findUnique({ where }))?.lastUsedAt?.getTime();
      };
      server.moveClock(61_000);
      await list('/lone/some');
      await expect.poll(lastUse).toBeDefined();
      const first = await lastUse();
      server.moveClock(30_000);
      await list('/lone/some');
      expect(await lastUse()).toBe(first);
      server.moveClock(31_000);
      await list('/lone/some');
      await expect.poll(lastUse).not.toBe(first);
    });
  },
);

import { deleteApiKey, updateApiKey } from '@satchel/api-client/contract/api-keys';
import { renameEntry } from '@satchel/api-client/contract/file-system';
import {
  deleteDeliveries,
  finishDelivery,
  getUploadRequest,
  updateUploadRequest,
  viewUploadRequest,
} from '@satchel/api-client/contract/upload-requests';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MountedStorage } from '../../../test/mounted-storage.ts';
import { useStorage } from '../../../test/mounted-storage.ts';
import { SHARE_SYSTEMS, startShareServer } from '../../../test/share-systems.ts';
import type { TestApiKey, TestServer } from '../../../test/start-server.ts';
import {
  createRequest,
  deliver,
  deliverInParts,
  deliveriesOf,
  enterRequest,
  sendFile,
} from '../../../test/use-requests.ts';

const FILE = 2;
const UPLOAD = 512;
const DELETE = 4096;
const GONE = { code: 'upload_requests.folder_gone', status: 410 };

describe.each(SHARE_SYSTEMS)(
  'upload requests into a folder on %s with %s (CONTRACT A7, SECURITY 27)',
  (database, store) => {
    let server: TestServer;
    let storage: MountedStorage;
    let key: TestApiKey;
    beforeAll(async () => {
      server = await startShareServer([database, store]);
      const config = await server.prisma.storageConfig.findFirstOrThrow({
        where: { isDefault: true },
      });
      await server.prisma.storageConfig.updateMany({ data: { isPublic: true } });
      await server.forget();
      storage = await useStorage(server, config.id);
      await storage.mount('/m');
    });
    afterAll(() => server.close());
    beforeEach(async () => {
      await storage.clear();
      await storage.put('team/inbox/here.txt');
      key = await server.createApiKey({ permissions: FILE | UPLOAD, basePath: '/m/team' });
    });

    const create = (body: object = {}) =>
      createRequest(key.api, { path: '/m/team/inbox', ...body });
    const keys = () => storage.keys('team/inbox/');
    const nobodys = async () => ({
      writes: await server.prisma.objectWrite.count({
        where: { createdBy: { startsWith: 'delivery:' }, state: { not: 'stored' } },
      }),
      coming: await server.prisma.shareItem.count({ where: { state: 'coming' } }),
    });

    it('stores files below the name of their sender, where the mount shows them', async () => {
      const request = await create();
      expect(request).toMatchObject({ path: '/m/team/inbox' });
      const { api } = await enterRequest(server, request.slug, { name: 'Ann/Bob' });
      await deliver(api, 'a.txt', 'first');
      await deliverInParts(api, 'sub/b.txt', 'second');
      const [delivery] = await deliveriesOf(key.api, request.id);
      expect(delivery?.path).toBe('/m/team/inbox/Ann_Bob');
      const folder = delivery?.path?.replace('/m/', '') ?? '';
      expect(await keys()).toEqual(
        [`${folder}/a.txt`, `${folder}/sub/b.txt`, 'team/inbox/here.txt'].sort(),
      );
      expect(await storage.read(`${folder}/a.txt`)).toBe('first');
      expect(delivery?.files.map(({ path, size }) => [path, size])).toEqual([
        ['a.txt', 5],
        ['sub/b.txt', 6],
      ]);
    });

    it.each([undefined, '.satchel', '..', 'Ann / ../x', 'x'.repeat(190), '. '])(
      'takes the name %j for a folder of its own',
      async (name) => {
        const { slug, id } = await create();
        const sender = await enterRequest(server, slug, name === undefined ? {} : { name });
        await deliver(sender.api, 'a.txt', 'x');
        const [delivery] = await deliveriesOf(key.api, id);
        const path = delivery?.path ?? '';
        expect(path).toMatch(/^\/m\/team\/inbox\/[^/]{1,100}$/);
        expect(await keys()).toContain(`${path.slice(3)}/a.txt`);
      },
    );

    it('never uses a folder that exists, nor another delivery’s in another case', async () => {
      await storage.put('team/inbox/Ann/private.txt');
      const { slug, id } = await create();
      for (const name of ['Ann', 'ann', 'ANN']) {
        const { api } = await enterRequest(server, slug, { name });
        await deliver(api, 'private.txt', 'mine');
      }
      const folders = (await deliveriesOf(key.api, id)).map(({ path }) => path ?? '');
      expect(new Set(folders.map((path) => path.toLowerCase())).size).toBe(3);
      expect(folders).not.toContain('/m/team/inbox/Ann');
      expect(await storage.read('team/inbox/Ann/private.txt')).toBe('team/inbox/Ann/private.txt');
    });

    it('never replaces a file that appears while one is uploaded, and leaves nothing', async () => {
      const { slug, id } = await create();
      const { api } = await enterRequest(server, slug, { name: 'Ann' });
      const file = await sendFile(api, 'a.txt', 'from the sender');
      await storage.put('team/inbox/Ann/a.txt', 'from the owner');
      await expect(file.commit()).rejects.toMatchObject({ code: 'file_system.changed' });
      expect(await storage.read('team/inbox/Ann/a.txt')).toBe('from the owner');
      expect(await deliveriesOf(key.api, id)).toEqual([]);
      await deliver(api, 'a.txt', 'from the sender');
      expect(await storage.read('team/inbox/Ann/a (1).txt')).toBe('from the sender');
    });

    it('leaves nothing of a file that is refused at its commit', async () => {
      const { slug, id } = await create();
      const { api } = await enterRequest(server, slug, { name: 'Ann' });
      const before = await nobodys();
      const file = await sendFile(api, 'a.txt', '12345');
      // Lowered behind the check that precedes the commit's transaction.
      await key.api.call(updateUploadRequest, { params: { id }, body: { max_total_bytes: 4 } });
      await expect(file.commit()).rejects.toMatchObject({
        code: 'upload_requests.total_too_large',
      });
      expect(await keys()).toEqual(['team/inbox/here.txt']);
      expect(await nobodys()).toEqual(before);
    });

    it('follows a rename of the folder', async () => {
      const { slug, id } = await create();
      const { api } = await enterRequest(server, slug, { name: 'Ann' });
      await deliver(api, 'a.txt', 'a');
      const body = { oldPath: '/m/team/inbox/', newPath: '/m/team/renamed/' };
      await server.api.call(renameEntry, { body });
      expect(await key.api.call(getUploadRequest, { params: { id } })).toMatchObject({
        path: '/m/team/renamed',
      });
      await deliver(api, 'b.txt', 'b');
      expect(await storage.keys('team/')).toEqual(
        expect.arrayContaining(['team/renamed/Ann/a.txt', 'team/renamed/Ann/b.txt']),
      );
      expect(await deliveriesOf(key.api, id)).toMatchObject([{ path: '/m/team/renamed/Ann' }]);
    });

    it.each([
      ['/m', 'auth.outside_base_path'],
      ['/m/teams', 'auth.outside_base_path'],
      ['/m/team/../other', 'file_system.path_invalid'],
      ['/m/team/nowhere', 'file_system.not_found'],
    ])('is refused for %j with %s', async (path, code) => {
      await expect(create({ path })).rejects.toMatchObject({ code });
    });

    it('needs the right to upload, and never reaches what is reserved', async () => {
      const reader = await server.createApiKey({ permissions: FILE | 256, basePath: '/m/team' });
      const body = { path: '/m/team/inbox' };
      await expect(createRequest(reader.api, body)).rejects.toMatchObject({
        code: 'auth.forbidden',
      });
      for (const path of ['/m/.satchel', '/m/.SATCHEL/shares']) {
        await expect(createRequest(server.api, { path })).rejects.toMatchObject({
          code: 'file_system.not_found',
        });
      }
    });

    it.each([
      ['is deleted', (id: string) => server.api.call(deleteApiKey, { params: { id } })],
      [
        'has expired',
        async (id: string) => {
          const expiresAt = new Date(0);
          await server.prisma.apiKey.update({ where: { id }, data: { expiresAt } });
        },
      ],
      [
        'has moved elsewhere',
        (id: string) =>
          server.api.call(updateApiKey, { params: { id }, body: { basic_path: '/m/other' } }),
      ],
      [
        'may not upload any more',
        (id: string) =>
          server.api.call(updateApiKey, { params: { id }, body: { permissions: FILE } }),
      ],
      [
        'may not share any more',
        (id: string) =>
          server.api.call(updateApiKey, { params: { id }, body: { permissions: UPLOAD } }),
      ],
    ])('ends at once where its creator’s key %s', async (_, change) => {
      const { slug } = await create();
      const { api } = await enterRequest(server, slug, { name: 'Ann' });
      const file = await sendFile(api, 'a.txt', 'a');
      await change(key.id);
      await expect(file.commit()).rejects.toMatchObject(GONE);
      await expect(deliver(api, 'b.txt', 'b')).rejects.toMatchObject(GONE);
      const view = server.anonymous.call(viewUploadRequest, { params: { slug } });
      await expect(view).rejects.toMatchObject(GONE);
      await expect(enterRequest(server, slug)).rejects.toMatchObject(GONE);
      expect(await keys()).toEqual(['team/inbox/here.txt']);
    });

    it('deletes the files of a delivery with the rights of the caller alone', async () => {
      const { slug, id } = await create();
      const { api } = await enterRequest(server, slug, { name: 'Ann' });
      await deliver(api, 'a.txt', 'a');
      await api.call(finishDelivery, { params: { slug }, body: {} });
      const [delivery] = await deliveriesOf(key.api, id);
      const body = { ids: [delivery?.id ?? ''] };
      const remove = () => key.api.call(deleteDeliveries, { params: { id }, body });
      expect(await remove()).toMatchObject({ success: 0, failed: [{ id: delivery?.id }] });
      expect(await keys()).toContain('team/inbox/Ann/a.txt');
      const permissions = FILE | UPLOAD | DELETE;
      await server.api.call(updateApiKey, { params: { id: key.id }, body: { permissions } });
      expect(await remove()).toMatchObject({ success: 1, failed: [] });
      expect(await keys()).not.toContain('team/inbox/Ann/a.txt');
      expect(await deliveriesOf(key.api, id)).toEqual([]);
    });

    describe('a file whose parts a killed call has joined (SECURITY 12)', () => {
      /** Leaves the storage and the row as a server does that is killed before it publishes the file. */
      const joinAsKilled = async (slug: string) => {
        const sender = await enterRequest(server, slug, { name: 'Ann' });
        const file = await sendFile(sender.api, 'a.txt', '12345');
        const id = file.reserved.file_id;
        const write = await server.prisma.objectWrite.findUniqueOrThrow({ where: { id } });
        const { objectKey: key, uploadId } = write;
        const parts = await storage.bucket.listParts(
          key,
          uploadId ?? '',
          AbortSignal.timeout(9999),
        );
        const joined = await storage.bucket.completeUpload(key, uploadId ?? '', parts ?? []);
        if (typeof joined === 'string') throw new Error(joined);
        const now = server.now();
        const claim = { claim: 'exclusive', claimedUntil: now, holder: 'killed' };
        const data = { state: 'completing', etag: joined.etag, size: 5n, updatedAt: now, ...claim };
        await server.prisma.objectWrite.update({ where: { id }, data });
        return file;
      };

      it('is delivered by a repeat of the call', async () => {
        const { slug, id } = await create();
        const file = await joinAsKilled(slug);
        await file.commit();
        expect(await deliveriesOf(key.api, id)).toMatchObject([{ file_count: 1, total_size: 5 }]);
        expect(await keys()).toContain('team/inbox/Ann/a.txt');
      });

      it('is removed with its upload if nobody repeats the call', async () => {
        const { slug } = await create();
        await joinAsKilled(slug);
        server.moveClock(25 * 3_600_000);
        await server.sweep();
        expect(await keys()).toEqual(['team/inbox/here.txt']);
        expect(await server.prisma.objectWrite.count()).toBe(0);
      });

      it('stays if it is another one by then', async () => {
        const { slug } = await create();
        await joinAsKilled(slug);
        await storage.put('team/inbox/Ann/a.txt', 'owner');
        server.moveClock(25 * 3_600_000);
        await server.sweep();
        expect(await storage.read('team/inbox/Ann/a.txt')).toBe('owner');
      });
    });
  },
);

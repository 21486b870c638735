import {
  deleteFileShares,
  getFileShare,
  listFileShares,
  updateFileShare,
  viewFileShare,
} from '@satchel/api-client/contract/file-shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHARE_SYSTEMS, startShareServer } from '../../../../test/share-systems.ts';
import type { TestServer } from '../../../../test/start-server.ts';
import { listStorage, type UploadOptions, uploadFile } from '../../../../test/upload-files.ts';

const FILE_PERMISSION = 2;

describe.each(SHARE_SYSTEMS)(
  'managing file shares on %s with %s (CONTRACT F4)',
  (database, store) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startShareServer([database, store]);
    });
    afterAll(() => server.close());

    const share = (options: UploadOptions = {}) => uploadFile(server.api, 'content', options);
    const get = (id: string) => server.api.call(getFileShare, { params: { id } });
    const update = (id: string, body: object) =>
      server.api.call(updateFileShare, { params: { id }, body });

    it('lists own files to a key, newest first, by limit and offset and by search', async () => {
      const key = await server.createApiKey({ permissions: FILE_PERMISSION });
      await share({ filename: 'not-yours.txt' });
      for (const filename of ['Ärger.txt', 'b.png', 'c.pdf']) {
        await uploadFile(key.api, 'x', { filename, remark: `about ${filename}` });
      }
      const list = async (query: object) => {
        const { data, key_info: info } = await key.api.call(listFileShares, { query });
        return { names: data.files.map(({ filename }) => filename), page: data.pagination, info };
      };
      const all = await list({ created_by: 'somebody' });
      expect(all.names).toEqual(['c.pdf', 'b.png', 'Ärger.txt']);
      expect(all.info).toMatchObject({ id: key.id, name: `key-${key.id}` });
      const second = await list({ limit: 1, offset: 1 });
      expect(second.names).toEqual(['b.png']);
      expect(second.page).toEqual({ total: 3, limit: 1, offset: 1, hasMore: true });
      expect((await list({ search: 'ÄRGER' })).names).toEqual(['Ärger.txt']);
      const mine = await server.api.call(listFileShares, {
        query: { created_by: `apikey:${key.id}` },
      });
      expect(mine.data.files.map(({ typeName, key_name }) => [typeName, key_name])).toEqual([
        ['document', `key-${key.id}`],
        ['image', `key-${key.id}`],
        ['text', `key-${key.id}`],
      ]);
      expect(mine).not.toHaveProperty('key_info');
    });

    it.each([{ limit: 0 }, { limit: 1001 }, { offset: -1 }, { limit: 'x' }, { offset: 1e12 }])(
      'refuses a list with %o',
      async (query) => {
        const call = server.api.call(listFileShares, { query: query as never });
        await expect(call).rejects.toMatchObject({ code: 'request.invalid', status: 400 });
      },
    );

    it('gives the owner one file with URLs that spend no view', async () => {
      const { id } = await share({ max_views: 1, password: 'p' });
      const one = await get(id);
      expect(one.urls.previewUrl).toContain('/api/file-view/');
      const response = await fetch(one.urls.downloadUrl);
      expect([response.status, await response.text()]).toEqual([200, 'content']);
      expect((await get(id)).views).toBe(0);
      expect(JSON.stringify(one)).not.toMatch(/argon2|"password"/);
    });

    it('keeps what somebody else has changed at the same time', async () => {
      const { id } = await share();
      for (const round of [1, 2, 3]) {
        // The password is hashed between reading the share and writing it.
        const slow = update(id, { remark: `remark-${round}`, password: 'sesame' });
        const quick = update(id, { slug: `renamed-${round}` });
        await Promise.all([slow, quick]);
        expect(await get(id)).toMatchObject({
          slug: `renamed-${round}`,
          remark: `remark-${round}`,
          has_password: true,
        });
        for (const search of [`renamed-${round}`, `remark-${round}`]) {
          const { data } = await server.api.call(listFileShares, { query: { search } });
          expect(data.files.map((file) => file.id)).toEqual([id]);
        }
      }
    });

    it('removes a password by null, as by an empty text', async () => {
      const { id } = await share({ password: 'p' });
      await update(id, { password: null });
      expect(await get(id)).toMatchObject({ has_password: false });
    });

    it('keeps what an update leaves out, and clears what is null', async () => {
      const { id, slug } = await share({ remark: 'r', password: 'p', max_views: 4 });
      await update(id, {});
      expect(await get(id)).toMatchObject({ remark: 'r', has_password: true, max_views: 4, slug });
      const expires_at = '2999-01-01T00:00:00.000Z';
      await update(id, { remark: null, max_views: 0, password: '', expires_at, use_proxy: 1 });
      const changed = {
        remark: null,
        has_password: false,
        max_views: null,
        expires_at,
        use_proxy: 1,
      };
      expect(await get(id)).toMatchObject(changed);
      await update(id, { slug: '', expires_at: null, password: 'new' });
      const after = await get(id);
      expect(after).toMatchObject({ expires_at: null, has_password: true });
      expect(after.slug).not.toBe(slug);
    });

    it('opens a used-up share again with a new limit', async () => {
      const { id, slug } = await share({ max_views: 1 });
      const view = () => server.anonymous.call(viewFileShare, { params: { slug }, query: {} });
      await view();
      await expect(view()).rejects.toMatchObject({ code: 'file_shares.used_up' });
      await update(id, { max_views: 1 });
      await expect(view()).resolves.toMatchObject({ views: 1, isLastView: true });
    });

    it.each([
      [{ slug: 'DAV' }, 'shares.slug_reserved'],
      [{ slug: 'x'.repeat(51) }, 'shares.slug_invalid'],
      [{ expires_at: '2001-01-01T00:00:00Z' }, 'shares.expiry_invalid'],
      [{ max_views: -1 }, 'shares.max_views_invalid'],
      [{ remark: 'a\0b' }, 'request.invalid'],
    ])('refuses the update %o with %s', async (body, code) => {
      const { id } = await share();
      await expect(update(id, body)).rejects.toMatchObject({ code });
    });

    it('refuses an update to a slug that is taken, and to an unknown share', async () => {
      const [one, two] = [await share(), await share()];
      await expect(update(one.id, { slug: two.slug })).rejects.toMatchObject({
        code: 'shares.slug_taken',
      });
      await expect(update('unknown', {})).rejects.toMatchObject({ code: 'file_shares.not_found' });
    });

    it('hides files from keys that did not make them (SPEC 6)', async () => {
      const key = await server.createApiKey({ permissions: FILE_PERMISSION });
      const { id, storage_path: path } = await share();
      const notFound = { code: 'file_shares.not_found', status: 404 };
      await expect(key.api.call(getFileShare, { params: { id } })).rejects.toMatchObject(notFound);
      await expect(
        key.api.call(updateFileShare, { params: { id }, body: { remark: 'stolen' } }),
      ).rejects.toMatchObject(notFound);
      const removed = await key.api.call(deleteFileShares, { body: { ids: [id] } });
      expect(removed).toMatchObject({ success: 0, failed: [{ id }] });
      expect((await listStorage(server)).keys).toContain(path);
      await get(id);
    });

    it('deletes rows with their objects, or rows alone', async () => {
      const [both, row] = [await share(), await share()];
      const removed = await server.api.call(deleteFileShares, {
        body: { ids: [both.id, 'nobody'] },
      });
      expect(removed).toMatchObject({ success: 1, failed: [{ id: 'nobody' }] });
      await server.api.call(deleteFileShares, {
        body: { ids: [row.id], delete_mode: 'record_only' },
      });
      const { keys } = await listStorage(server);
      expect([keys.includes(both.storage_path), keys.includes(row.storage_path)]).toEqual([
        false,
        true,
      ]);
      await expect(get(row.id)).rejects.toMatchObject({ code: 'file_shares.not_found' });
      expect(await server.prisma.pendingDeletion.count()).toBe(0);
    });

    it('deletes shares while storage is down, and their objects when it is back (SECURITY 12)', async () => {
      const { id, storage_path: path } = await share();
      const { bucketName } = await server.prisma.storageConfig.findFirstOrThrow({
        where: { isDefault: true },
      });
      const moveBucket = async (name: string) => {
        const data = { bucketName: name, updatedAt: server.now() };
        await server.prisma.storageConfig.updateMany({ where: { isDefault: true }, data });
        await server.forget();
      };
      await moveBucket('no-such-bucket');
      const removed = await server.api.call(deleteFileShares, { body: { ids: [id] } });
      expect(removed.success).toBe(1);
      expect(server.logs.join()).toContain('background');
      await moveBucket(bucketName);
      expect((await listStorage(server)).keys).toContain(path);
      await server.sweep();
      expect((await listStorage(server)).keys).not.toContain(path);
      expect(await server.prisma.pendingDeletion.count()).toBe(0);
    });
  },
);

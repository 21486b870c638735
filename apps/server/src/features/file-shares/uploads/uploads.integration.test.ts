import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import {
  deleteFileShares,
  getFileShare,
  listFileShares,
  viewFileShare,
} from '@satchel/api-client/contract/file-shares';
import { cancelUrlUpload } from '@satchel/api-client/contract/url-uploads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHARE_SYSTEMS, startShareServer } from '../../../../test/share-systems.ts';
import type { TestServer } from '../../../../test/start-server.ts';
import { listStorage, type UploadOptions, uploadFile } from '../../../../test/upload-files.ts';

const HOUR_MS = 3_600_000;
const FILE_PERMISSION = 2;

describe.each(SHARE_SYSTEMS)(
  'uploads by presigned URL on %s with %s (CONTRACT F4)',
  (database, store) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startShareServer([database, store]);
    });
    afterAll(() => server.close());

    const presign = (body: UploadOptions = {}, api = server.api) =>
      api.call(presignFileShare, { body: { filename: 'hello.txt', ...body } });
    const put = (url: string, body: string | Uint8Array<ArrayBuffer>) =>
      fetch(url, { method: 'PUT', body });
    const commit = (file_id: string, claim: object = {}, api = server.api) =>
      api.call(commitFileShare, { body: { file_id, ...claim } });
    const setMaxMegabytes = async (value: string) => {
      await server.prisma.setting.update({ where: { key: 'max_upload_size' }, data: { value } });
      await server.forget();
    };

    it('goes from presign over PUT to commit, and is public only then (CONTRACT A3)', async () => {
      const reserved = await presign({ size: '5', remark: 'r', max_views: 3 });
      expect(reserved).toMatchObject({ contentType: 'text/plain', maxViews: 3, expiresAt: null });
      const address = `/file/${reserved.slug}`;
      expect(reserved).toMatchObject({ url: address, share_url: server.url + address });
      const view = () =>
        server.anonymous.call(viewFileShare, {
          params: { slug: reserved.slug },
          query: { peek: 1 },
        });
      await expect(view()).rejects.toMatchObject({ code: 'file_shares.not_found' });
      const stored = await put(reserved.upload_url, 'hello');
      await expect(view()).rejects.toMatchObject({ code: 'file_shares.not_found' });
      const etag = stored.headers.get('etag');
      const committed = await commit(reserved.file_id, { size: '5', etag });
      expect(committed).toMatchObject({ size: 5, remark: 'r', views: 0, typeName: 'text' });
      expect(committed).toMatchObject({ url: address, share_url: server.url + address });
      expect(JSON.stringify(committed)).not.toMatch(/argon2|"password"/);
      await expect(view()).resolves.toMatchObject({ filename: 'hello.txt', size: 5 });
    });

    it('has no x-amz-checksum in presigned URLs, so that a browser can PUT', async () => {
      const { upload_url: url } = await presign();
      expect(url).not.toMatch(/x-amz-(sdk-)?checksum/i);
      expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('host');
      expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('3600');
    });

    // Only the embedded store's clock can be moved.
    it.skipIf(store !== 'embedded')('lets no presigned URL be used after its time', async () => {
      const { upload_url: url } = await presign();
      server.moveClock(HOUR_MS + 1000);
      expect((await put(url, 'late')).status).toBe(403);
    });

    it('answers a repeated commit like the first, also at the same time (SECURITY 3)', async () => {
      const reserved = await presign();
      await put(reserved.upload_url, 'hello');
      const [one, two] = await Promise.all([commit(reserved.file_id), commit(reserved.file_id)]);
      const three = await commit(reserved.file_id);
      expect([two.id, two.size, three.id, three.size]).toEqual([one.id, 5, one.id, 5]);
    });

    it('takes an ETag with or without quotes, and refuses a false size or ETag', async () => {
      const reserved = await presign();
      const stored = await put(reserved.upload_url, 'hello');
      const etag = (stored.headers.get('etag') ?? '').replaceAll('"', '');
      await expect(commit(reserved.file_id, { size: 4 })).rejects.toMatchObject({
        code: 'file_shares.size_mismatch',
        status: 400,
      });
      await expect(commit(reserved.file_id, { etag: 'beef' })).rejects.toMatchObject({
        code: 'file_shares.etag_mismatch',
      });
      await expect(commit(reserved.file_id, { size: 5, etag })).resolves.toMatchObject({ size: 5 });
    });

    it('refuses a commit before the object is there, and takes it afterwards', async () => {
      const reserved = await presign();
      await expect(commit(reserved.file_id)).rejects.toMatchObject({
        code: 'file_shares.not_uploaded',
      });
      await put(reserved.upload_url, 'x');
      await expect(commit(reserved.file_id)).resolves.toMatchObject({ size: 1 });
    });

    it("refuses another's file_id as if it did not exist (SECURITY 3)", async () => {
      const key = await server.createApiKey({ permissions: FILE_PERMISSION });
      const reserved = await presign();
      await put(reserved.upload_url, 'hello');
      const notFound = { code: 'file_shares.not_found', status: 404 };
      await expect(commit(reserved.file_id, {}, key.api)).rejects.toMatchObject(notFound);
      await expect(commit('unknown')).rejects.toMatchObject(notFound);
    });

    it('never trusts a storage path that a client names (SECURITY 3)', async () => {
      const victim = await uploadFile(server.api, 'victim');
      const reserved = await presign();
      await put(reserved.upload_url, 'mine');
      const body = {
        file_id: reserved.file_id,
        storage_path: victim.storage_path,
        s3_url: 'http://elsewhere/x',
        filename: 'other.html',
      };
      const committed = await server.api.call(commitFileShare, { body });
      expect(committed).toMatchObject({ size: 4, storage_path: reserved.storage_path });
      expect(committed.filename).toBe('hello.txt');
    });

    it('serves what was committed, and its URL is worth nothing afterwards (SECURITY 14)', async () => {
      const reserved = await presign({ slug: 'swapped' });
      await put(reserved.upload_url, 'honest');
      await commit(reserved.file_id);
      expect((await put(reserved.upload_url, 'swaped')).status).toBe(404);
      const response = await fetch(`${server.url}/api/file-view/swapped`);
      expect([response.status, await response.text()]).toEqual([200, 'honest']);
    });

    it('leaves nothing of a URL when the upload was cancelled, or its share deleted (SECURITY 14)', async () => {
      const cancelled = await presign();
      await server.api.call(cancelUrlUpload, { body: { file_id: cancelled.file_id } });
      expect((await put(cancelled.upload_url, 'late')).status).toBe(404);
      const removed = await presign();
      const body = { ids: [removed.file_id] };
      expect(await server.api.call(deleteFileShares, { body })).toEqual({ success: 1, failed: [] });
      expect((await put(removed.upload_url, 'late')).status).toBe(404);
      await expect(commit(removed.file_id)).rejects.toMatchObject({
        code: 'file_shares.not_found',
      });
      expect(await server.prisma.objectWrite.count({ where: { id: removed.file_id } })).toBe(0);
    });

    it('writes an empty file itself, also where nothing was PUT (CONTRACT A6)', async () => {
      const { uploads } = await listStorage(server);
      for (const isPut of [false, true]) {
        const reserved = await presign({ size: 0 });
        if (isPut) expect((await put(reserved.upload_url, '')).status).toBe(200);
        expect(await commit(reserved.file_id)).toMatchObject({ size: 0 });
        const response = await fetch(`${server.url}/api/file-view/${reserved.slug}`);
        expect([response.status, await response.text()]).toEqual([200, '']);
      }
      expect((await listStorage(server)).uploads).toBe(uploads);
    });

    describe('limits (CONTRACT A3)', () => {
      it('refuses what is over max_upload_size at presign and at commit, object and row go', async () => {
        await setMaxMegabytes('1');
        const size = 1024 * 1024 + 1;
        const tooLarge = { code: 'file_shares.too_large', status: 413 };
        await expect(presign({ size })).rejects.toMatchObject(tooLarge);
        const reserved = await presign();
        const isStored = (await put(reserved.upload_url, new Uint8Array(size))).ok;
        // The embedded store itself refuses a body above the maximum upload size.
        expect(isStored).toBe(store !== 'embedded');
        const refusal = isStored ? tooLarge : { code: 'file_shares.not_uploaded' };
        await expect(commit(reserved.file_id)).rejects.toMatchObject(refusal);
        if (!isStored) return setMaxMegabytes('100');
        expect((await listStorage(server)).keys).not.toContain(reserved.storage_path);
        await expect(commit(reserved.file_id)).rejects.toMatchObject({
          code: 'file_shares.not_found',
        });
        await setMaxMegabytes('100');
      });

      it('answers 507 to what does not fit the storage, with sizes in the message', async () => {
        // Removes reservations of earlier tests.
        await server.prisma.objectWrite.deleteMany();
        const used = await server.prisma.fileShare.aggregate({ _sum: { size: true } });
        const total = (used._sum.size ?? 0n) + 1000n;
        const setTotal = async (totalStorageBytes: bigint | null) => {
          await server.prisma.storageConfig.updateMany({ data: { totalStorageBytes } });
          await server.forget();
        };
        await setTotal(total);
        const zh = server.apiAs({ kind: 'admin', token: server.authorization.slice(7) }, 'zh-CN');
        const refused = await presign({ size: 1001 }, zh).catch((error) => error);
        expect(refused).toMatchObject({ code: 'storage.insufficient', status: 507 });
        expect(refused.message).toMatch(/存储空间不足.*1001 B|存储空间不足.*1000 B/);
        const reserved = await presign({ size: 900 });
        const isStored = (await put(reserved.upload_url, new Uint8Array(2000))).ok;
        expect(isStored).toBe(store !== 'embedded');
        await expect(commit(reserved.file_id)).rejects.toMatchObject({
          code: isStored ? 'file_shares.size_mismatch' : 'file_shares.not_uploaded',
        });
        await put(reserved.upload_url, new Uint8Array(900));
        await expect(presign({ size: 101 })).rejects.toMatchObject({
          code: 'storage.insufficient',
        });
        await expect(commit(reserved.file_id)).resolves.toMatchObject({ size: 900 });
        await setTotal(null);
      });

      it.each([
        ['a reserved slug', { slug: 'S3' }, 'shares.slug_reserved'],
        ['another reserved slug', { slug: 'service-Worker' }, 'shares.slug_reserved'],
        ['a malformed slug', { slug: 'a/b' }, 'shares.slug_invalid'],
        ['negative max views', { max_views: -1 }, 'shares.max_views_invalid'],
        ['a negative lifetime', { expires_in: -1 }, 'shares.expiry_invalid'],
        ['a lifetime that is no number', { expires_in: 'soon' }, 'request.invalid'],
        ['a negative size', { size: -1 }, 'request.invalid'],
        ['a path upwards', { path: '../..' }, 'file_shares.path_invalid'],
        ['an encoded path with a backslash', { path: 'a\\..\\b' }, 'file_shares.path_invalid'],
        ['an unknown storage', { s3_config_id: 'nope' }, 'storage.not_found'],
        ['a name with U+0000', { filename: 'a\0.txt' }, 'request.invalid'],
        ['no name', { filename: '' }, 'request.invalid'],
      ])('refuses %s', async (_, body, code) => {
        await expect(presign(body)).rejects.toMatchObject({ code });
      });

      it('answers 409 to a slug that is taken, and 507, 404 and 409 leave no row', async () => {
        await uploadFile(server.api, 'x', { slug: 'file-taken' });
        const before = await server.prisma.fileShare.count();
        await expect(presign({ slug: 'file-taken' })).rejects.toMatchObject({
          code: 'shares.slug_taken',
          status: 409,
        });
        expect(await server.prisma.fileShare.count()).toBe(before);
      });

      it('replaces an own share where override is set, and never another', async () => {
        const key = await server.createApiKey({ permissions: FILE_PERMISSION });
        await uploadFile(key.api, 'old', { slug: 'replaced' });
        const { size } = await uploadFile(key.api, 'newer', { slug: 'replaced', override: 'true' });
        expect(size).toBe(5);
        const other = await server.createApiKey({ permissions: FILE_PERMISSION });
        await expect(
          presign({ slug: 'replaced', override: true }, other.api),
        ).rejects.toMatchObject({
          code: 'shares.slug_taken',
        });
      });

      it('leaves what override replaces open until the new file is there, and if it never is', async () => {
        const old = await uploadFile(server.api, 'old', { slug: 'kept-open' });
        const sizeNow = async () => {
          const { size } = await server.anonymous.call(viewFileShare, {
            params: { slug: 'kept-open' },
            query: { peek: 1 },
          });
          return size;
        };
        const abandoned = await presign({ slug: 'kept-open', override: true });
        const replacing = await presign({ slug: 'kept-open', override: true });
        expect([abandoned.slug, replacing.slug]).toEqual(['kept-open', 'kept-open']);
        await server.api.call(cancelUrlUpload, { body: { file_id: abandoned.file_id } });
        await expect(commit(replacing.file_id)).rejects.toMatchObject({
          code: 'file_shares.not_uploaded',
        });
        await put(replacing.upload_url, 'newer');
        expect(await sizeNow()).toBe(3);
        const commits = [commit(replacing.file_id), commit(replacing.file_id)];
        for (const { slug, size } of await Promise.all(commits)) {
          expect({ slug, size }).toEqual({ slug: 'kept-open', size: 5 });
        }
        expect(await sizeNow()).toBe(5);
        await expect(
          server.api.call(getFileShare, { params: { id: old.id } }),
        ).rejects.toMatchObject({ code: 'file_shares.not_found' });
        const { keys } = await listStorage(server);
        expect(keys).not.toContain(old.storage_path);
        expect(keys).toContain(replacing.storage_path);
      });

      it.each([24, '24', '0.5'])('takes expires_in %o in hours (CONTRACT F4)', async (hours) => {
        const { expiresAt } = await presign({ expires_in: hours });
        const lifetime = new Date(expiresAt ?? '').getTime() - server.now().getTime();
        expect(Math.round(lifetime / (HOUR_MS / 10)) / 10).toBe(Number(hours));
      });

      it.each([0, '0', '', null])('takes expires_in %o for never', async (hours) => {
        await expect(presign({ expires_in: hours })).resolves.toMatchObject({ expiresAt: null });
      });

      it('keeps a key away from storage that is not public (CONTRACT A5)', async () => {
        const key = await server.createApiKey({ permissions: FILE_PERMISSION });
        const setPublic = async (isPublic: boolean) => {
          await server.prisma.storageConfig.updateMany({ data: { isPublic } });
          await server.forget();
        };
        await setPublic(false);
        await expect(presign({}, key.api)).rejects.toMatchObject({
          code: 'file_shares.no_storage',
        });
        await expect(presign({ s3_config_id: 'embedded' }, key.api)).rejects.toMatchObject({
          code: 'storage.not_found',
        });
        await presign();
        await setPublic(true);
        await presign({}, key.api);
      });
    });

    describe('names (SECURITY 4, 9)', () => {
      it.each([
        ['CR LF and quotes', 'a\r\nSet-Cookie: x=1".txt', 'a__Set-Cookie_ x=1_.txt'],
        ['a path', '../../etc/passwd', 'passwd'],
        ['a Windows path', 'C:\\temp\\x.txt', 'x.txt'],
        ['dots', '..', 'file'],
        ['CJK', '中文 文件.txt', '中文 文件.txt'],
      ])('cleans a name with %s', async (_, filename, expected) => {
        const share = await uploadFile(server.api, 'x', { filename });
        expect(share.filename).toBe(expected);
        const response = await fetch(`${server.url}/api/file-download/${share.slug}`);
        expect([response.status, await response.text()]).toEqual([200, 'x']);
        expect(response.headers.get('set-cookie')).toBeNull();
        const disposition = response.headers.get('content-disposition') ?? '';
        const encoded = /filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1] ?? '';
        expect(decodeURIComponent(encoded)).toBe(expected);
      });

      it('takes bidi controls out of the header, so that no name reads backwards', async () => {
        const { slug } = await uploadFile(server.api, 'x', { filename: 'photo\u202egnp.exe' });
        const response = await fetch(`${server.url}/api/file-download/${slug}`);
        expect(response.headers.get('content-disposition')).toContain('photognp.exe');
        expect(response.headers.get('content-disposition')).not.toMatch(/%E2%80%AE/i);
      });

      it('stores names of 300 bytes and names alike, each in an object of its own', async () => {
        const filename = `${'文'.repeat(99)}.txt`;
        const [one, two] = [
          await uploadFile(server.api, 'one', { filename }),
          await uploadFile(server.api, 'two', { filename }),
        ];
        expect(one.filename).toBe(filename);
        expect(one.storage_path).not.toBe(two.storage_path);
        const read = async (slug: string) =>
          (await fetch(`${server.url}/api/file-view/${slug}`)).text();
        expect([await read(one.slug), await read(two.slug)]).toEqual(['one', 'two']);
      });

      it('puts objects below the wanted folder', async () => {
        const { storage_path: path } = await presign({ path: '/a//b/', filename: 'x.txt' });
        expect(path).toMatch(/^\.satchel\/shares\/a\/b\/x-\w{6}\.txt$/);
      });
    });

    it('shows uploads in lists and by id only after commit, and never in other keys lists', async () => {
      const key = await server.createApiKey({ permissions: FILE_PERMISSION });
      const reserved = await presign({}, key.api);
      await expect(
        key.api.call(getFileShare, { params: { id: reserved.file_id } }),
      ).rejects.toMatchObject({ code: 'file_shares.not_found' });
      const list = await key.api.call(listFileShares, { query: {} });
      expect(list.data.files).toEqual([]);
      expect(list.data.pagination).toEqual({ total: 0, limit: 50, offset: 0, hasMore: false });
    });
  },
);

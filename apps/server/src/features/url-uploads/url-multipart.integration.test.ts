import { viewFileShare } from '@satchel/api-client/contract/file-shares';
import {
  abortUrlMultipart,
  cancelUrlUpload,
  commitUrlUpload,
  completeUrlMultipart,
  initUrlMultipart,
  presignUrlUpload,
} from '@satchel/api-client/contract/url-uploads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHARE_SYSTEMS, startShareServer } from '../../../test/share-systems.ts';
import type { TestServer } from '../../../test/start-server.ts';
import { SOURCE_TEXT, startSource, type TestSource } from '../../../test/start-source.ts';
import { listStorage } from '../../../test/upload-files.ts';

const MEBIBYTE = 1024 * 1024;
const FIRST = Buffer.alloc(5 * MEBIBYTE, 1);
const SECOND = Buffer.alloc(1000, 2);
const SIZE = FIRST.length + SECOND.length;

describe.each(SHARE_SYSTEMS)(
  'multipart uploads from addresses on %s with %s (CONTRACT F8)',
  (database, store) => {
    let server: TestServer;
    let source: TestSource;
    beforeAll(async () => {
      source = await startSource();
      server = await startShareServer([database, store], { URL_UPLOAD_ALLOW: '127.0.0.1' });
    });
    afterAll(async () => {
      await server.close();
      await source.close();
    });

    const init = (
      body: object = { total_size: String(SIZE) },
      path = '/hello.txt',
      api = server.api,
    ) => api.call(initUrlMultipart, { body: { url: source.url + path, ...body } });
    type Started = Awaited<ReturnType<typeof init>>;
    type Part = { PartNumber: number | string; ETag: string };
    const putBoth = ({ presigned_urls }: Started) =>
      Promise.all(
        [FIRST, SECOND].map(async (body, index): Promise<Part> => {
          const url = presigned_urls[index]?.url ?? '';
          const response = await fetch(url, { method: 'PUT', body });
          return { PartNumber: index + 1, ETag: response.headers.get('etag') ?? '' };
        }),
      );
    const complete = ({ file_id, upload_id }: Started, parts: Part[], api = server.api) =>
      api.call(completeUrlMultipart, { body: { file_id, upload_id, parts } });
    const abort = ({ file_id, upload_id }: Started, api = server.api) =>
      api.call(abortUrlMultipart, { body: { file_id, upload_id } });
    const cancel = (file_id: string, api = server.api) =>
      api.call(cancelUrlUpload, { body: { file_id } });
    const rowsOf = (id: string) => server.prisma.fileShare.count({ where: { id } });
    const unknown = { code: 'file_shares.upload_unknown', status: 404 };

    it('goes from init over parts and complete to a public share', async () => {
      const started = await init({ total_size: String(SIZE), part_count: '2', slug: 'in-parts' });
      expect(started).toMatchObject({
        slug: 'in-parts',
        partSize: 5 * MEBIBYTE,
        partCount: 2,
        totalSize: SIZE,
        filename: 'hello.txt',
        contentType: 'text/plain',
        corsSupported: true,
        sourceUrl: `${source.url}/hello.txt`,
        url: '/file/in-parts',
        share_url: `${server.url}/file/in-parts`,
      });
      const parts = await putBoth(started);
      const done = await complete(started, parts);
      expect(done).toMatchObject({
        success: true,
        fileId: started.file_id,
        size: SIZE,
        url: '/file/in-parts',
        share_url: `${server.url}/file/in-parts`,
        s3Url: started.s3Url,
        typeName: 'text',
      });
      const view = { params: { slug: 'in-parts' }, query: { peek: 1 } } as const;
      await expect(server.anonymous.call(viewFileShare, view)).resolves.toMatchObject({
        size: SIZE,
      });
      // Numbers may come as text (CONTRACT A1).
      const asText = parts.map((part) => ({ ...part, PartNumber: String(part.PartNumber) }));
      expect(await complete(started, asText)).toEqual(done);
      const body = { file_id: started.file_id, etag: done.etag };
      await expect(server.api.call(commitUrlUpload, { body })).resolves.toMatchObject({
        size: SIZE,
      });
    });

    it('answers a complete that is sent twice at once alike (SECURITY 12)', async () => {
      const started = await init();
      const parts = await putBoth(started);
      const [one, two] = await Promise.all([complete(started, parts), complete(started, parts)]);
      expect(two).toEqual(one);
    });

    it('sends the URLs of all parts along, of as many as it takes', async () => {
      await server.prisma.setting.update({
        where: { key: 'max_upload_size' },
        data: { value: '100000' },
      });
      await server.forget();
      const large = await init({ total_size: 700 * MEBIBYTE });
      expect(large.presigned_urls.map(({ partNumber }) => partNumber)).toEqual(
        Array.from({ length: 140 }, (_, index) => index + 1),
      );
      const huge = await init({ total_size: 50_000 * MEBIBYTE, part_size: 1 });
      expect([huge.partSize, huge.partCount, huge.presigned_urls.length]).toEqual([
        50 * MEBIBYTE,
        1000,
        1000,
      ]);
    });

    it('takes the size from the source, and refuses where nobody knows it', async () => {
      await expect(init({})).resolves.toMatchObject({
        totalSize: SOURCE_TEXT.length,
        partCount: 1,
      });
      await expect(init({}, '/chunked.bin')).rejects.toMatchObject({
        code: 'request.length_required',
        status: 411,
      });
    });

    it('refuses a file that is too large, and a source that is not there', async () => {
      await expect(init({ total_size: 10 ** 15 - 1 })).rejects.toMatchObject({
        code: 'file_shares.too_large',
      });
      await expect(init({ total_size: 1 }, '/missing')).rejects.toMatchObject({
        code: 'url_uploads.source_unreachable',
      });
    });

    it('ends an upload whose parts cannot be joined: parts, object and row (CONTRACT F8)', async () => {
      const before = (await listStorage(server)).uploads;
      const started = await init();
      await putBoth(started);
      const wrong = complete(started, [{ PartNumber: 1, ETag: '"beef"' }]);
      await expect(wrong).rejects.toMatchObject({ code: 'file_shares.parts_invalid', status: 400 });
      expect(await rowsOf(started.file_id)).toBe(0);
      expect((await listStorage(server)).uploads).toBe(before);
      const again = complete(started, [{ PartNumber: 1, ETag: '"beef"' }]);
      await expect(again).rejects.toMatchObject(unknown);
    });

    it('aborts once, and then knows of none: parts and row are gone', async () => {
      const { uploads } = await listStorage(server);
      const started = await init();
      await putBoth(started);
      const reply = { success: true, message: 'Upload cancelled', fileId: started.file_id };
      await expect(abort(started)).resolves.toEqual(reply);
      await expect(abort(started)).rejects.toMatchObject(unknown);
      expect(await rowsOf(started.file_id)).toBe(0);
      expect((await listStorage(server)).uploads).toBe(uploads);
    });

    it('cancels once, and then knows of none: parts and row are gone, of both kinds of upload', async () => {
      const body = { url: `${source.url}/hello.txt` };
      const single = await server.api.call(presignUrlUpload, { body });
      await fetch(single.upload_url, { method: 'PUT', body: SOURCE_TEXT });
      const reply = { file_id: single.file_id, status: 'cancelled', message: 'Upload cancelled' };
      await expect(cancel(single.file_id)).resolves.toEqual(reply);
      await expect(cancel(single.file_id)).rejects.toMatchObject(unknown);
      expect(await rowsOf(single.file_id)).toBe(0);
      expect((await listStorage(server)).keys).not.toContain(single.storage_path);
      const started = await init();
      const { uploads } = await listStorage(server);
      await cancel(started.file_id);
      expect((await listStorage(server)).uploads).toBe(uploads - 1);
    });

    it('says so in Chinese', async () => {
      const { key } = await server.createApiKey({ permissions: 2 });
      const api = server.apiAs({ kind: 'apiKey', key }, 'zh-CN');
      const body = { url: `${source.url}/hello.txt` };
      const own = await api.call(presignUrlUpload, { body });
      await expect(cancel(own.file_id, api)).resolves.toMatchObject({ message: '上传已取消' });
    });

    it('takes nothing back that is published', async () => {
      const started = await init();
      await complete(started, await putBoth(started));
      await expect(abort(started)).rejects.toMatchObject(unknown);
      await expect(cancel(started.file_id)).rejects.toMatchObject(unknown);
      expect(await rowsOf(started.file_id)).toBe(1);
    });

    it("touches nobody else's upload: complete, abort and cancel (SECURITY 2)", async () => {
      const stranger = await server.createApiKey({ permissions: 2 });
      const started = await init();
      const parts = await putBoth(started);
      await expect(complete(started, parts, stranger.api)).rejects.toMatchObject(unknown);
      await expect(abort(started, stranger.api)).rejects.toMatchObject(unknown);
      await expect(cancel(started.file_id, stranger.api)).rejects.toMatchObject(unknown);
      const other = await init();
      const mixed = { ...started, upload_id: other.upload_id };
      await expect(complete(mixed, parts)).rejects.toMatchObject(unknown);
      await expect(abort(mixed)).rejects.toMatchObject(unknown);
      await expect(complete(started, parts)).resolves.toMatchObject({ size: SIZE });
    });

    it('keeps an upload while storage is out of reach, so that complete can be repeated', async () => {
      const started = await init();
      const parts = await putBoth(started);
      const where = { id: started.file_id };
      const { storageConfigId } = await server.prisma.objectWrite.findUniqueOrThrow({ where });
      const config = await server.prisma.storageConfig.findUniqueOrThrow({
        where: { id: storageConfigId },
      });
      const down = {
        ...config,
        id: 'down',
        isEmbedded: false,
        isDefault: false,
        endpointUrl: 'http://127.0.0.1:1',
      };
      await server.prisma.storageConfig.create({ data: down });
      await server.prisma.objectWrite.update({ where, data: { storageConfigId: 'down' } });
      await server.forget();
      await expect(complete(started, parts)).rejects.toMatchObject({ code: 'storage.unavailable' });
      await server.prisma.objectWrite.update({ where, data: { storageConfigId } });
      await expect(complete(started, parts)).resolves.toMatchObject({ size: SIZE });
      await server.prisma.storageConfig.delete({ where: { id: 'down' } });
      await server.forget();
    });
  },
);

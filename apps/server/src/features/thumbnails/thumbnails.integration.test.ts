import { Readable } from 'node:stream';
import { updateFileShare } from '@satchel/api-client/contract/file-shares';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { namesIn } from '../../../test/mounted-storage.ts';
import { rawRequest } from '../../../test/raw-request.ts';
import { s3Error } from '../../../test/storage-proxy.ts';
import { ANY_SYSTEM, type System, startSystem } from '../../../test/storages.ts';
import { uploadFile } from '../../../test/upload-files.ts';

const KEPT = '.satchel/thumbnails/';
const DAY_MS = 86_400_000;

const blank = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } });

describe.each(ANY_SYSTEM)('thumbnails on %s with %s (CONTRACT A6)', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let close: System['close'];
  beforeAll(async () => {
    ({ server, storage, close } = await startSystem(system));
    await storage.mount('/m');
  });
  afterAll(() => close());
  afterEach(async () => {
    storage.setFault(undefined);
    await storage.clear();
  });

  const put = (key: string, bytes: Uint8Array) =>
    storage.bucket.put(key, Readable.from([Buffer.from(bytes)]), {
      contentType: 'application/octet-stream',
      size: bytes.length,
      signal: AbortSignal.timeout(30_000),
    });
  const get = (path: string, more = '', headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(
      server.url,
      `/api/fs/thumbnail?path=${encodeURIComponent(path)}${more}`,
      { authorization: server.authorization, accept: 'application/json', ...headers },
      method,
    );
  const errorOf = ({ status, text }: { status: number; text: string }) => [
    status,
    (JSON.parse(text) as { error: string }).error,
  ];
  const NONE = [404, 'thumbnails.none'];

  describe('of a file in a mount', () => {
    it('are WebP of about the size that is asked for, turned upright and without EXIF', async () => {
      const photo = blank(1200, 800).withExif({ IFD0: { Copyright: 'somebody' } });
      await put('photo.jpg', await photo.withMetadata({ orientation: 6 }).jpeg().toBuffer());
      const reply = await get('/m/photo.jpg', '&size=200');
      expect(reply.status).toBe(200);
      expect(reply.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(reply.body.length),
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox/),
      });
      const { format, width, height, exif } = await sharp(reply.body).metadata();
      expect({ format, width, height, exif }).toEqual({
        format: 'webp',
        width: 171,
        height: 256,
        exif: undefined,
      });
      const small = await sharp((await get('/m/photo.jpg', '&size=16')).body).metadata();
      expect(small).toMatchObject({ width: 85, height: 128 });
    });

    it('have only the time at which the photo was taken of its EXIF', async () => {
      const photo = blank(300, 200).withExif({
        IFD0: { Make: 'Camera of somebody' },
        IFD2: { DateTimeOriginal: '2024:05:06 07:08:09' },
      });
      await put('taken.jpg', await photo.jpeg().toBuffer());
      const { exif } = await sharp((await get('/m/taken.jpg')).body).metadata();
      const written = exif?.toString('latin1');
      expect(written).toContain('2024:05:06 07:08:09');
      expect(written).not.toContain('somebody');
    });

    it.each(['png', 'webp', 'avif', 'gif'] as const)('are made of %s', async (format) => {
      await put(`a.${format}`, await blank(300, 40).toFormat(format).toBuffer());
      const made = await sharp((await get(`/m/a.${format}`, '&size=128')).body).metadata();
      expect(made).toMatchObject({ format: 'webp', width: 128, height: 17 });
    });

    it('are not larger than the image', async () => {
      await put('icon.png', await blank(20, 10).png().toBuffer());
      const made = await sharp((await get('/m/icon.png')).body).metadata();
      expect(made).toMatchObject({ width: 20, height: 10 });
    });

    it('change with the image, and answer 304 while it stays as it is', async () => {
      await put('a.png', await blank(300, 300, 'red').png().toBuffer());
      const { etag = '' } = (await get('/m/a.png')).headers;
      const again = await get('/m/a.png', '', { 'if-none-match': etag });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      const other = await get('/m/a.png', '&size=512', { 'if-none-match': etag });
      expect(other.status).toBe(200);
      await put('a.png', await blank(300, 300, 'blue').png().toBuffer());
      const changed = await get('/m/a.png', '', { 'if-none-match': etag });
      expect(changed.status).toBe(200);
      expect(changed.headers.etag).not.toBe(etag);
      const { dominant } = await sharp(changed.body).stats();
      expect(dominant.b).toBeGreaterThan(dominant.r);
    });

    it('are described by HEAD as GET sends them', async () => {
      await put('a.png', await blank(300, 300).png().toBuffer());
      const [got, head] = [await get('/m/a.png'), await get('/m/a.png', '', {}, 'HEAD')];
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers['content-length']).toBe(got.headers['content-length']);
    });

    it('are kept in the bucket where no mount shows them, until the image changes', async () => {
      await put('a.png', await blank(300, 300, 'red').png().toBuffer());
      await get('/m/a.png');
      const [first = ''] = await storage.keys(KEPT);
      expect(first).toMatch(/^\.satchel\/thumbnails\/[0-9a-f]{64}\/[\w-]+-256\.webp$/);
      expect(await namesIn(server.api, '/m')).toEqual(['a.png']);
      expect(errorOf(await get(`/m/${first}`))).toEqual([404, 'file_system.not_found']);
      storage.takeRequests();
      await get('/m/a.png');
      expect(storage.takeRequests()).toEqual(['head', 'get']);
      await put('a.png', await blank(300, 300, 'blue').png().toBuffer());
      await get('/m/a.png');
      expect(await storage.keys(KEPT)).toEqual([expect.not.stringContaining(first)]);
    });

    it('are made once for all who ask at once', async () => {
      await put('a.png', await blank(300, 300).png().toBuffer());
      storage.takeRequests();
      const replies = await Promise.all(Array.from({ length: 12 }, () => get('/m/a.png')));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      expect(storage.takeRequests().filter((operation) => operation === 'put')).toHaveLength(1);
    });

    it('are kept for the next who looks, when who asked has scrolled on meanwhile', async () => {
      await put('a.png', await blank(300, 300).png().toBuffer());
      const leaving = new AbortController();
      storage.setFault(async ({ operation }) => {
        if (operation === 'put') leaving.abort(new Error('scrolled on'));
        // Gives the server time to notice the disconnect before the put ends.
        await new Promise((resolve) => setTimeout(resolve, 100));
        return undefined;
      });
      const { signal } = leaving;
      const headers = { authorization: server.authorization };
      const asked = fetch(`${server.url}/api/fs/thumbnail?path=/m/a.png`, { headers, signal });
      await expect(asked).rejects.toThrow('scrolled on');
      storage.setFault(undefined);
      await expect.poll(() => storage.keys(KEPT)).toHaveLength(1);
      storage.takeRequests();
      expect((await get('/m/a.png')).status).toBe(200);
      expect(storage.takeRequests()).toEqual(['head', 'get']);
    });

    it('are made where the storage takes none, too', async () => {
      await put('a.png', await blank(300, 300).png().toBuffer());
      storage.setFault(({ operation }) =>
        operation === 'put' ? s3Error(403, 'AccessDenied') : undefined,
      );
      expect((await get('/m/a.png')).status).toBe(200);
      expect(await storage.keys(KEPT)).toEqual([]);
      expect(await server.prisma.objectWrite.count()).toBe(0);
    });
  });

  describe('of hostile files (SECURITY 9)', () => {
    const bomb = async () => {
      const png = await blank(8, 8).png().toBuffer();
      // The header claims 60,000 × 60,000 pixels, which would need 10 GB.
      png.writeUInt32BE(60_000, 16);
      png.writeUInt32BE(60_000, 20);
      return png;
    };
    const hostile: readonly (readonly [string, string, () => Promise<Uint8Array>])[] = [
      ['text', 'a.png', async () => Buffer.from('no image')],
      ['nothing', 'a.png', async () => Buffer.alloc(0)],
      [
        'an SVG that is called PNG',
        'a.png',
        async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      ],
      [
        'an SVG',
        'a.svg',
        async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      ],
      ['a TIFF that is called JPEG', 'a.jpg', () => blank(9, 9).tiff().toBuffer()],
      [
        'a JPEG that ends in the middle',
        'a.jpg',
        async () => (await blank(900, 900).jpeg().toBuffer()).subarray(0, 900),
      ],
      ['a PNG that claims to be huge', 'a.png', bomb],
      ['more than 50 megapixels', 'a.png', () => blank(10_001, 5_000).png().toBuffer()],
      ['more than 32 MiB', 'a.jpg', async () => Buffer.alloc(32 * 1024 * 1024 + 1)],
      ['what is no image by its name', 'a.txt', () => blank(9, 9).png().toBuffer()],
    ];

    it.each(hostile)('are not made of %s, and the next image is shown', async (_, name, make) => {
      await put(name, await make());
      expect(errorOf(await get(`/m/${name}`))).toEqual(NONE);
      expect(errorOf(await get(`/m/${name}`))).toEqual(NONE);
      await put('good.png', await blank(9, 9).png().toBuffer());
      expect((await get('/m/good.png')).status).toBe(200);
      expect(await storage.keys(KEPT)).toHaveLength(1);
    });

    it('are not tried again until the file is another', async () => {
      await put('a.png', Buffer.from('no image'));
      await get('/m/a.png');
      storage.takeRequests();
      await get('/m/a.png', '&size=512');
      expect(storage.takeRequests()).toEqual(['head']);
      await put('a.png', await blank(9, 9).png().toBuffer());
      expect((await get('/m/a.png')).status).toBe(200);
    });

    it.each(['/m/../m/a.png', '/m/.satchel/shares/x.png', '/m/.SATCHEL/x.png', '/m/a.png/', '/m'])(
      'are not found under %s (SECURITY 2, 15)',
      async (path) => {
        await put('a.png', await blank(9, 9).png().toBuffer());
        expect((await get(path)).status).toBeGreaterThanOrEqual(400);
        expect(await storage.keys(KEPT)).toEqual([]);
      },
    );
  });

  it('need the right to see the file, and a path that the key may see (SECURITY 7)', async () => {
    await put('a/a.png', await blank(9, 9).png().toBuffer());
    const by = async (permissions: number, basePath: string) => {
      const { authorization } = await server.createApiKey({ permissions, basePath });
      return get('/m/a/a.png', '', { authorization });
    };
    const { mount_view, mount_upload } = PERMISSION_FLAGS;
    expect(errorOf(await by(mount_upload, '/m'))).toEqual([403, 'auth.forbidden']);
    expect(errorOf(await by(mount_view, '/m/b'))).toEqual([403, 'auth.outside_base_path']);
    expect((await by(mount_view, '/m/a')).status).toBe(200);
    // A thumbnail shown to another caller gives no access.
    expect(errorOf(await by(mount_view, '/m/b'))).toEqual([403, 'auth.outside_base_path']);
    expect(errorOf(await get('/m/a/a.png', '', { authorization: '' }))[0]).toBe(401);
  });

  describe('of a shared file', () => {
    const ofShare = (slug: string) =>
      rawRequest(server.url, `/api/file-thumbnail/${slug}`, { accept: 'application/json' });
    const share = async (options = {}) => {
      const bytes = await blank(300, 300).png().toBuffer();
      return uploadFile(server.api, new Uint8Array(bytes), { filename: 'a.png', ...options });
    };

    it('are for everybody, and cost no view', async () => {
      const { slug, id } = await share();
      expect(await ofShare(slug)).toMatchObject({ status: 200 });
      expect(await server.prisma.fileShare.findUnique({ where: { id } })).toMatchObject({
        views: 0,
      });
    });

    it.each([{ password: 'secret' }, { max_views: 5 }])(
      'are not made with %j (SECURITY 5)',
      async (options) => {
        const { slug, id } = await share(options);
        expect(errorOf(await ofShare(slug))).toEqual(NONE);
        const open = await share();
        await ofShare(open.slug);
        // A thumbnail that was created before is refused, too.
        await server.api.call(updateFileShare, { params: { id: open.id }, body: options });
        expect(errorOf(await ofShare(open.slug))).toEqual(NONE);
        expect(await server.prisma.fileShare.findUnique({ where: { id } })).toMatchObject({
          views: 0,
        });
      },
    );

    it('end with the share', async () => {
      const { slug } = await share({ expires_in: 1 });
      server.moveClock(2 * 3_600_000);
      expect(errorOf(await ofShare(slug))).toEqual([410, 'file_shares.expired']);
      expect(errorOf(await ofShare('none'))).toEqual([404, 'file_shares.not_found']);
      server.moveClock(-2 * 3_600_000);
    });
  });

  // Runs last, because sessions end after that time, too.
  it('go a month after they were made', async () => {
    await put('a.png', await blank(300, 300).png().toBuffer());
    await get('/m/a.png');
    expect(await server.sweep()).toMatchObject({ thumbnails: 0 });
    server.moveClock(31 * DAY_MS);
    // Removes thumbnails of shares, too, in the bucket of their shares.
    expect((await server.sweep()).thumbnails).toBeGreaterThanOrEqual(1);
    expect(await storage.keys()).toEqual(['a.png']);
  });
});

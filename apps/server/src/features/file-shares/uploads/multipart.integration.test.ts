import {
  abortFileShareMultipart,
  commitFileShare,
  completeFileShareMultipart,
  initFileShareMultipart,
  listFileShareParts,
  signFileShareParts,
} from '@satchel/api-client/contract/file-share-uploads';
import { getFileShare } from '@satchel/api-client/contract/file-shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHARE_SYSTEMS, startShareServer } from '../../../../test/share-systems.ts';
import type { TestServer } from '../../../../test/start-server.ts';
import { listStorage } from '../../../../test/upload-files.ts';

const DAY_MS = 24 * 3_600_000;
const MEBIBYTE = 1024 * 1024;
const FIRST = Buffer.alloc(5 * MEBIBYTE, 1);
const SECOND = Buffer.alloc(1000, 2);
const SIZE = FIRST.length + SECOND.length;

describe.each(SHARE_SYSTEMS)(
  'multipart uploads on %s with %s (CONTRACT F7, SPEC 9)',
  (database, store) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startShareServer([database, store]);
    });
    afterAll(() => server.close());

    const init = (size: number | string = SIZE, more = {}) =>
      server.api.call(initFileShareMultipart, { body: { filename: 'big.bin', size, ...more } });
    type Started = Awaited<ReturnType<typeof init>>;
    const reference = ({ file_id, upload_id }: Started) => ({ file_id, upload_id });
    const putPart = async (url: string | undefined, body: Buffer<ArrayBuffer>) => {
      const response = await fetch(url ?? '', { method: 'PUT', body });
      expect(response.status).toBe(200);
      return response.headers.get('etag') ?? '';
    };
    const putBoth = async ({ presigned_urls: [one, two] }: Started) => [
      { PartNumber: 1, ETag: await putPart(one?.url, FIRST) },
      { PartNumber: 2, ETag: await putPart(two?.url, SECOND) },
    ];
    const complete = (started: Started, parts: { PartNumber: number; ETag: string }[]) =>
      server.api.call(completeFileShareMultipart, { body: { ...reference(started), parts } });

    it('goes from init over parts, complete and commit to a public file', async () => {
      const started = await init(String(SIZE), { slug: 'multipart' });
      expect(started).toMatchObject({ part_size: 5 * MEBIBYTE, part_count: 2, expires_in: 3600 });
      const joined = await complete(started, await putBoth(started));
      expect(joined).toMatchObject({ file_id: started.file_id, size: SIZE });
      expect(joined.etag).toMatch(/^[0-9a-f]{32}-2$/);
      const body = { file_id: started.file_id, size: SIZE, etag: joined.etag };
      await expect(server.api.call(commitFileShare, { body })).resolves.toMatchObject({
        size: SIZE,
      });
      const response = await fetch(`${server.url}/api/file-download/multipart`);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.equals(Buffer.concat([FIRST, SECOND]))).toBe(true);
    });

    it('signs no checksum into part URLs, at most 100 with init, and others on demand', async () => {
      const started = await init(200 * MEBIBYTE).catch((error) => error);
      expect(started).toMatchObject({ code: 'file_shares.too_large', status: 413 });
      const largest = await init(100 * MEBIBYTE);
      expect([largest.part_count, largest.presigned_urls.length]).toEqual([20, 20]);
      expect(largest.presigned_urls[0]?.url).not.toMatch(/checksum/i);
      const body = { ...reference(largest), part_numbers: [7, 10_000] };
      const signed = await server.api.call(signFileShareParts, { body });
      expect(signed.presigned_urls.map(({ partNumber }) => partNumber)).toEqual([7, 10_000]);
      await putPart(signed.presigned_urls[0]?.url, SECOND);
      await expect(
        server.api.call(signFileShareParts, { body: { ...body, part_numbers: [10_001] } }),
      ).rejects.toMatchObject({ code: 'request.invalid' });
    });

    it('lists what storage has, so that an upload goes on after a reload', async () => {
      const started = await init();
      const etag = await putPart(started.presigned_urls[0]?.url, FIRST);
      const listed = await server.api.call(listFileShareParts, { body: reference(started) });
      expect(listed.parts).toEqual([{ partNumber: 1, size: FIRST.length, etag }]);
    });

    it('answers a repeated complete like the first (SECURITY 12)', async () => {
      const started = await init();
      const parts = await putBoth(started);
      const [one, two] = await Promise.all([complete(started, parts), complete(started, parts)]);
      expect([two, await complete(started, parts)]).toEqual([one, one]);
    });

    it.each([
      [
        'an unknown part',
        (parts: { PartNumber: number; ETag: string }[]) => [
          ...parts,
          { PartNumber: 3, ETag: '"beef"' },
        ],
      ],
      [
        'a false ETag',
        (parts: { PartNumber: number; ETag: string }[]) =>
          parts.map((part) => ({ ...part, ETag: '"beef"' })),
      ],
      ['the wrong order', (parts: { PartNumber: number; ETag: string }[]) => parts.toReversed()],
    ])('refuses to join %s', async (_, change) => {
      const started = await init();
      const parts = await putBoth(started);
      await expect(complete(started, change(parts))).rejects.toMatchObject({
        code: 'file_shares.parts_invalid',
        status: 400,
      });
      await complete(started, parts);
    });

    it('drops parts and row on abort, again without complaint, and then knows nothing', async () => {
      const started = await init();
      await putBoth(started);
      const { uploads } = await listStorage(server);
      const abort = () => server.api.call(abortFileShareMultipart, { body: reference(started) });
      await expect(abort()).resolves.toBeNull();
      await expect(abort()).rejects.toMatchObject({ code: 'file_shares.upload_unknown' });
      expect((await listStorage(server)).uploads).toBe(uploads - 1);
      expect(await server.prisma.objectWrite.count({ where: { id: started.file_id } })).toBe(0);
      const unknown = { code: 'file_shares.upload_unknown', status: 404 };
      await expect(complete(started, [{ PartNumber: 1, ETag: 'x' }])).rejects.toMatchObject(
        unknown,
      );
      const body = reference(started);
      await expect(server.api.call(listFileShareParts, { body })).rejects.toMatchObject(unknown);
      await expect(
        server.api.call(signFileShareParts, { body: { ...body, part_numbers: [1] } }),
      ).rejects.toMatchObject(unknown);
    });

    it('loses nothing that is committed while it is aborted (SECURITY 12)', async () => {
      for (let round = 0; round < 10; round += 1) {
        const started = await init();
        await complete(started, await putBoth(started));
        const [committed, aborted] = await Promise.allSettled([
          server.api.call(commitFileShare, { body: { file_id: started.file_id } }),
          server.api.call(abortFileShareMultipart, { body: reference(started) }),
        ]);
        expect([committed.status, aborted.status].sort()).toEqual(['fulfilled', 'rejected']);
        const params = { id: started.file_id };
        const get = server.api.call(getFileShare, { params });
        if (committed.status === 'fulfilled') await expect(get).resolves.toBeDefined();
        else await expect(get).rejects.toMatchObject({ code: 'file_shares.not_found' });
      }
    });

    it("touches nobody else's upload: list, sign, complete and abort (SECURITY 2)", async () => {
      const stranger = await server.createApiKey({ permissions: 2 });
      const started = await init();
      const parts = await putBoth(started);
      const body = reference(started);
      const unknown = { code: 'file_shares.upload_unknown' };
      await expect(
        stranger.api.call(completeFileShareMultipart, { body: { ...body, parts } }),
      ).rejects.toMatchObject(unknown);
      await expect(stranger.api.call(listFileShareParts, { body })).rejects.toMatchObject(unknown);
      await expect(
        stranger.api.call(signFileShareParts, { body: { ...body, part_numbers: [1] } }),
      ).rejects.toMatchObject(unknown);
      await expect(stranger.api.call(abortFileShareMultipart, { body })).rejects.toMatchObject(
        unknown,
      );
      await complete(started, parts);
    });

    it('is not public before commit, nor found with the id of another upload', async () => {
      const [one, two] = [await init(), await init()];
      const parts = await putBoth(one);
      const mixed = { ...one, upload_id: two.upload_id };
      await expect(complete(mixed, parts)).rejects.toMatchObject({
        code: 'file_shares.upload_unknown',
      });
      await complete(one, parts);
      const get = server.api.call(getFileShare, { params: { id: one.file_id } });
      await expect(get).rejects.toMatchObject({ code: 'file_shares.not_found' });
    });

    // The storage determines the age of a part, and only the embedded store's clock can be moved.
    it.skipIf(store !== 'embedded')(
      'sweeps uploads left for a day, and none in progress',
      async () => {
        const dead = await init();
        await putBoth(dead);
        const [withParts, withUrls] = [await init(), await init()];
        server.moveClock(DAY_MS - 3_600_000);
        const body = { ...reference(withParts), part_numbers: [1] };
        const {
          presigned_urls: [fresh],
        } = await server.api.call(signFileShareParts, { body });
        await server.api.call(signFileShareParts, { body: { ...body, ...reference(withUrls) } });
        server.moveClock(1_800_000);
        await putPart(fresh?.url, FIRST);
        // Simulates an upload that signed its last part a day ago, so that only the part shows that it
        // is active.
        const past = new Date(server.now().getTime() - DAY_MS);
        await server.prisma.objectWrite.update({
          where: { id: withParts.file_id },
          data: { updatedAt: past, expiresAt: past },
        });
        server.moveClock(3_600_000);
        await server.sweep();
        const rows = await server.prisma.objectWrite.findMany();
        const ids = rows.map(({ id }) => id);
        expect(ids).not.toContain(dead.file_id);
        expect(ids).toEqual(expect.arrayContaining([withParts.file_id, withUrls.file_id]));
        await server.api.call(listFileShareParts, { body: reference(withParts) });
        const { keys } = await listStorage(server);
        expect(keys).not.toContain(dead.storage_path);
      },
    );
  },
);

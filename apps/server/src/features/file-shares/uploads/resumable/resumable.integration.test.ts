import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBundle } from '@satchel/api-client/contract/bundles';
import { listFileShares } from '@satchel/api-client/contract/file-shares';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDraftClient } from '../../../../../test/draft-client.ts';
import { useStorage } from '../../../../../test/mounted-storage.ts';
import { SHARE_SYSTEMS, startShareServer } from '../../../../../test/share-systems.ts';
import { ANY_DATABASE, startServer, type TestServer } from '../../../../../test/start-server.ts';
import { listStorage } from '../../../../../test/upload-files.ts';
import { createRequest, deliveriesOf, enterRequest } from '../../../../../test/use-requests.ts';

const MEBIBYTE = 1024 * 1024;
const PART = 8 * MEBIBYTE;
const DAY_MS = 24 * 3_600_000;
/** Two parts and a rest; each byte tells its position. */
const FILE = Buffer.alloc(2 * PART + 1000);
for (let at = 0; at < FILE.length; at += 4) FILE.writeUInt32LE(at, at);

describe.each(SHARE_SYSTEMS)(
  'resumable uploads on %s with %s (draft-ietf-httpbis-resumable-upload)',
  (database, store) => {
    let server: TestServer;
    let client: ReturnType<typeof createDraftClient>;
    beforeAll(async () => {
      server = await startShareServer([database, store]);
      client = createDraftClient(server.url, server.authorization);
    });
    afterAll(() => server.close());

    const address = (slug: string, more = '') =>
      `/api/uploads?filename=${slug}.bin&slug=${slug}${more}`;
    const read = async (slug: string) => {
      const reply = await fetch(`${server.url}/api/file-download/${slug}`);
      expect(reply.status).toBe(200);
      return Buffer.from(await reply.arrayBuffer());
    };
    const expectFile = async (slug: string, expected: Buffer) =>
      expect((await read(slug)).equals(expected)).toBe(true);
    const leftovers = async () => {
      const { keys, uploads } = await listStorage(server);
      const rows = await server.prisma.objectWrite.count();
      return { rests: keys.filter((key) => key.startsWith('.satchel/uploads/')), uploads, rows };
    };
    const nothingLeft = { rests: [], uploads: 0, rows: 0 };
    /** Sends the start of a file and breaks the connection once the server has stored so much. */
    const breakOff = async (slug: string, bytes: Buffer, until: number, more = '') => {
      const {
        request,
        location,
        until: stored,
        reply,
      } = client.begin('POST', address(slug, more), {
        'upload-complete': '?1',
        'content-length': FILE.length,
      });
      request.write(bytes);
      if (until > 0) await stored(until);
      const url = await location;
      request.destroy();
      await reply.catch(() => undefined);
      return url;
    };

    it('makes a share in one request, and says where the upload is before it is read', async () => {
      const reply = await client.create(address('whole'), true, FILE);
      expect(reply).toMatchObject({
        status: 201,
        headers: {
          'upload-complete': '?1',
          'upload-offset': String(FILE.length),
          'cache-control': 'no-store',
        },
      });
      const { id, slug } = JSON.parse(reply.text).data;
      expect(slug).toBe('whole');
      const location = `${server.url}/api/uploads/${id}`;
      expect(reply.headers.location).toBe(location);
      expect(reply.interim[0]).toMatchObject({
        location,
        'upload-draft-interop-version': '8',
        'upload-limit': expect.stringMatching(/^max-size=\d+, max-age=\d+$/),
      });
      expect(reply.interim.slice(1).every((each) => each.location === undefined)).toBe(true);
      expect(reply.interim.map((each) => Number(each['upload-offset'])).slice(1, 3)).toEqual([
        PART,
        2 * PART,
      ]);
      await expectFile('whole', FILE);
      const state = await client.ask('HEAD', location);
      expect(state.headers).toMatchObject({
        'upload-complete': '?1',
        'upload-offset': String(FILE.length),
        'upload-length': String(FILE.length),
      });
      expect(await leftovers()).toEqual(nothingLeft);
    });

    it('is begun by upload-direct, too, where the name is in the path', async () => {
      const path = '/api/upload-direct/direct.txt?slug=direct&max_views=3';
      const reply = await client.ask('PUT', path, { 'upload-complete': '?1' }, 'direct');
      expect(reply.status).toBe(201);
      expect(reply.interim).toHaveLength(2);
      expect(JSON.parse(reply.text).data).toMatchObject({ filename: 'direct.txt', max_views: 3 });
      await expectFile('direct', Buffer.from('direct'));
    });

    it('sends 104 only to a client that names a version it speaks', async () => {
      for (const version of ['5', '6', '7', '8', '4', 'x']) {
        const fields = { 'upload-draft-interop-version': version };
        const reply = await client.create('/api/uploads?filename=a', true, 'x', fields);
        const isSpoken = /^[5-8]$/.test(version);
        expect([version, reply.status, reply.interim.length > 0]).toEqual([version, 201, isSpoken]);
        for (const each of reply.interim) {
          expect(each['upload-draft-interop-version']).toBe(version);
        }
      }
    });

    it('leaves requests without its headers alone, and takes the name from a header', async () => {
      const fields = { 'content-disposition': `inline; filename*=UTF-8''b%C3%BCro.txt` };
      const reply = await client.ask('POST', '/api/uploads?slug=plain', fields, 'plain');
      expect([reply.status, reply.interim, reply.headers.location]).toEqual([201, [], undefined]);
      expect(JSON.parse(reply.text).data.filename).toBe('büro.txt');
      const nameless = await client.create('/api/uploads', true, 'x');
      expect([nameless.status, JSON.parse(nameless.text).error]).toEqual([400, 'request.invalid']);
      const old = await client.ask('PUT', '/api/upload-direct/old.txt', {}, 'old');
      expect([old.status, old.interim, old.headers['upload-offset']]).toEqual([201, [], undefined]);
    });

    it('goes on after a broken connection, from all that had arrived', async () => {
      const sent = FILE.subarray(0, PART + 3 * MEBIBYTE);
      const url = await breakOff('broken', sent, PART);
      const state = await client.ask('HEAD', url);
      const offset = Number(state.headers['upload-offset']);
      expect(offset).toBeGreaterThanOrEqual(PART);
      expect(offset).toBeLessThanOrEqual(sent.length);
      expect(state).toMatchObject({
        status: 200,
        headers: {
          'upload-complete': '?0',
          'upload-length': String(FILE.length),
          'cache-control': 'no-store',
          'upload-limit': expect.stringMatching(/^max-size=\d+, max-age=\d+$/),
        },
      });
      const reply = await client.append(url, offset, true, FILE.subarray(offset));
      expect(reply).toMatchObject({ status: 201, headers: { 'upload-complete': '?1' } });
      expect(JSON.parse(reply.text).data.slug).toBe('broken');
      await expectFile('broken', FILE);
      expect(await leftovers()).toEqual(nothingLeft);
    });

    it('takes a file in pieces of any size, and acknowledges each whole', async () => {
      const created = await client.create(address('pieces'), false);
      expect(created).toMatchObject({
        status: 201,
        text: '',
        headers: { 'upload-complete': '?0', 'upload-offset': '0' },
      });
      const url = created.headers.location ?? '';
      let offset = 0;
      for (const size of [1, 1000, 3 * MEBIBYTE, 0, 6 * MEBIBYTE, PART]) {
        const piece = FILE.subarray(offset, Math.min(offset + size, FILE.length));
        const reply = await client.append(url, offset, false, piece);
        offset += piece.length;
        expect(reply).toMatchObject({
          status: 204,
          headers: { 'upload-complete': '?0', 'upload-offset': String(offset) },
        });
        expect(await client.offset(url)).toBe(offset);
      }
      // A client that does not tell the length may end the file with an empty request.
      const rest = await client.append(url, offset, false, FILE.subarray(offset));
      expect(rest.headers['upload-length']).toBeUndefined();
      const last = await client.append(url, FILE.length, true);
      expect([last.status, last.headers['upload-complete']]).toEqual([201, '?1']);
      await expectFile('pieces', FILE);
      expect(await leftovers()).toEqual(nothingLeft);
    });

    it('takes an empty file, and one that ends with a part', async () => {
      expect((await client.create(address('empty'), true)).status).toBe(201);
      await expectFile('empty', Buffer.alloc(0));
      const exact = FILE.subarray(0, PART);
      expect((await client.create(address('exact'), true, exact)).status).toBe(201);
      await expectFile('exact', exact);
    });

    it('refuses another offset with the right one, and does not change by it', async () => {
      const { headers } = await client.create(address('offsets'), false, 'abc');
      const url = headers.location ?? '';
      for (const wrong of [0, 2, 4]) {
        const reply = await client.append(url, wrong, true, 'def');
        expect(reply.status).toBe(409);
        expect(reply.headers).toMatchObject({
          'upload-offset': '3',
          'content-type': expect.stringContaining('application/problem+json'),
        });
        expect(JSON.parse(reply.text)).toMatchObject({
          type: 'https://iana.org/assignments/http-problem-types#mismatching-upload-offset',
          'expected-offset': 3,
          'provided-offset': wrong,
        });
      }
      expect((await client.append(url, 3, true, 'def')).status).toBe(201);
      await expectFile('offsets', Buffer.from('abcdef'));
      const problems = [await client.append(url, 6, true), await client.append(url, 6, true, 'g')];
      expect(problems.map(({ status, text }) => [status, JSON.parse(text).type])).toEqual([
        [400, 'https://iana.org/assignments/http-problem-types#completed-upload'],
        [400, 'https://iana.org/assignments/http-problem-types#inconsistent-upload-length'],
      ]);
      await expectFile('offsets', Buffer.from('abcdef'));
    });

    it('refuses lengths that differ, and ends an upload that is longer than its length', async () => {
      const type = 'https://iana.org/assignments/http-problem-types#inconsistent-upload-length';
      const both = await client.create(address('both'), true, 'abc', { 'upload-length': 4 });
      expect([both.status, both.headers.location, JSON.parse(both.text).type]).toEqual([
        400,
        undefined,
        type,
      ]);
      const { headers } = await client.create(address('longer'), false, 'a', {
        'upload-length': 3,
      });
      const url = headers.location ?? '';
      for (const [last, body] of [
        [true, 'b'],
        [false, 'bcd'],
      ] as const) {
        const reply = await client.append(url, 1, last, body);
        expect([reply.status, JSON.parse(reply.text).type]).toEqual([400, type]);
        expect(await client.offset(url)).toBe(1);
      }
      const chunked = client.beginAppend(url, 1, false, { 'transfer-encoding': 'chunked' });
      chunked.request.end('bcd');
      const reply = await chunked.reply;
      expect([reply.status, JSON.parse(reply.text).type]).toEqual([400, type]);
      expect((await client.ask('HEAD', url)).status).toBe(404);
      expect(await leftovers()).toEqual(nothingLeft);
    });

    it('refuses a body without its media type, and one without the headers', async () => {
      const { headers } = await client.create(address('types'), false, 'a');
      const url = headers.location ?? '';
      const fields = { 'content-type': 'text/plain' };
      expect((await client.append(url, 1, false, 'b', fields)).status).toBe(415);
      const bare = { 'content-type': 'application/partial-upload' };
      expect((await client.ask('PATCH', url, bare, 'b')).status).toBe(400);
      expect((await client.ask('DELETE', url, { accept: '*/*' })).status).toBe(204);
      expect((await client.ask('DELETE', url)).status).toBe(404);
      expect(await leftovers()).toEqual(nothingLeft);
    });

    it('gives the upload to the newer of two requests, with all that the older one had sent', async () => {
      const { headers } = await client.create(address('newer'), false);
      const url = headers.location ?? '';
      const older = client.beginAppend(url, 0, true, { 'content-length': FILE.length });
      older.request.write(FILE.subarray(0, PART + 1000));
      await older.until(PART);
      const offset = await client.offset(url);
      expect(offset).toBeGreaterThanOrEqual(PART);
      older.request.destroy();
      await older.reply.catch(() => undefined);
      const reply = await client.append(url, offset, true, FILE.subarray(offset));
      expect(reply.status).toBe(201);
      await expectFile('newer', FILE);
    });

    it('ends a request that appends when the upload is dropped', async () => {
      const start = FILE.subarray(0, PART + 1000);
      const { request, path } = await client.beginFile(
        address('dropped'),
        FILE.length,
        start,
        PART,
      );
      expect((await client.ask('DELETE', path, { accept: '*/*' })).status).toBe(204);
      expect((await client.ask('HEAD', path)).status).toBe(404);
      request.destroy();
      expect(await leftovers()).toEqual(nothingLeft);
    });

    it('is its maker’s and the administrators’ alone', async () => {
      const permissions = PERMISSION_FLAGS.file_share;
      const [maker, other] = [
        await server.createApiKey({ permissions }),
        await server.createApiKey({ permissions }),
      ].map(({ authorization }) => createDraftClient(server.url, authorization));
      const { prisma } = server;
      await prisma.storageConfig.updateMany({ data: { isPublic: true } });
      await server.forget();
      const url = (await maker?.create(address('rights'), false, 'abc'))?.headers.location ?? '';
      const visitor = createDraftClient(server.url, '');
      for (const [who, status] of [
        [other, 404],
        [visitor, 401],
      ] as const) {
        expect((await who?.ask('HEAD', url))?.status).toBe(status);
        expect((await who?.append(url, 3, true, 'd'))?.status).toBe(status);
        expect((await who?.ask('DELETE', url))?.status).toBe(status);
      }
      expect((await visitor.create(address('visitor'), true, 'x')).status).toBe(401);
      expect(await client.offset(url)).toBe(3);
      const reply = await maker?.append(url, 3, true, 'def');
      expect(reply?.status).toBe(201);
      await expectFile('rights', Buffer.from('abcdef'));
    });

    it('refuses what is too large or beyond the quota, and keeps nothing of it', async () => {
      const tooLarge = { 'upload-length': 10 ** 15 - 1 };
      const reply = await client.create(address('large'), false, '', tooLarge);
      expect([reply.status, reply.interim]).toEqual([413, []]);
      expect(reply.headers['upload-limit']).toMatch(/^max-size=\d+/);
      const { prisma } = server;
      const { id, totalStorageBytes } = await prisma.storageConfig.findFirstOrThrow({
        where: { isDefault: true },
      });
      const limit = async (bytes: bigint | null) => {
        await prisma.storageConfig.update({ where: { id }, data: { totalStorageBytes: bytes } });
        await server.forget();
      };
      await limit(1n);
      const refused = await client.create(address('quota'), true, 'more than one byte');
      await limit(totalStorageBytes);
      expect(JSON.parse(refused.text).error).toBe('storage.insufficient');
      expect(await leftovers()).toEqual(nothingLeft);
    });

    it('tells by OPTIONS that it is there, and is gone once it is switched off', async () => {
      for (const path of ['/api/uploads', '/api/upload-direct/a.txt']) {
        const reply = await client.ask('OPTIONS', path);
        expect([reply.status, reply.headers['accept-patch']]).toEqual([
          204,
          'application/partial-upload',
        ]);
        expect(reply.headers['upload-limit']).toMatch(/^max-size=\d+$/);
      }
      const { headers } = await client.create(address('off'), false, 'abc');
      const url = headers.location ?? '';
      const set = (resumable_uploads: boolean) =>
        server.api.call(updateSettingGroup, {
          params: { group: 1 },
          query: {},
          body: { resumable_uploads },
        });
      await set(false);
      expect((await client.create('/api/uploads?filename=a', true, 'x')).status).toBe(404);
      expect((await client.ask('HEAD', url)).status).toBe(404);
      expect((await client.append(url, 3, true, 'd')).status).toBe(404);
      expect((await client.ask('OPTIONS', '/api/upload-direct/a.txt')).status).toBe(404);
      const direct = await client.ask(
        'PUT',
        '/api/upload-direct/ignored.txt?slug=ignored',
        { 'upload-complete': '?0' },
        'whole',
      );
      expect([direct.status, direct.interim, direct.headers['upload-offset']]).toEqual([
        201,
        [],
        undefined,
      ]);
      await expectFile('ignored', Buffer.from('whole'));
      await set(true);
      expect((await client.append(url, 3, true, 'd')).status).toBe(201);
      const { files } = (await server.api.call(listFileShares, { query: { limit: 1000 } })).data;
      expect(files.filter(({ slug }) => slug === 'off')).toHaveLength(1);
    });

    it('survives many broken connections in a row', async () => {
      const url = await breakOff('often', FILE.subarray(0, 500_000), 0);
      let last = 0;
      for (let round = 0; round < 12; round += 1) {
        const offset = await client.offset(url);
        // The offset never decreases, also not below a small piece that was acknowledged.
        expect(offset).toBeGreaterThanOrEqual(last);
        last = offset;
        const { request, reply } = client.beginAppend(url, offset, true, {
          'content-length': FILE.length - offset,
        });
        reply.catch(() => undefined);
        const piece = FILE.subarray(offset, offset + 1_000_000 + round * 77_777);
        if (!request.write(piece)) {
          await Promise.race([once(request, 'drain'), once(request, 'close')]);
        }
        if (round % 3 === 0) await sleep(20);
        request.destroy();
        await sleep(round * 10);
        const acknowledged = await client.offset(url);
        const small = FILE.subarray(acknowledged, acknowledged + 10);
        const { status, headers } = await client.append(url, acknowledged, false, small);
        if (status === 204) last = Number(headers['upload-offset']);
      }
      const finish = async () => {
        const offset = await client.offset(url);
        return (await client.append(url, offset, true, FILE.subarray(offset))).status;
      };
      // A broken request that arrives late may change the offset once more.
      await expect.poll(finish, { timeout: 60_000 }).toBe(201);
      await expectFile('often', FILE);
      expect(await leftovers()).toEqual(nothingLeft);
    });

    it('joins a link by bundle_id', async () => {
      const { id, slug } = await server.api.call(createBundle, { body: {} });
      const more = `&bundle_id=${id}&relative_path=sub/a.txt`;
      const { headers } = await client.create(`/api/uploads?filename=a.txt${more}`, false, 'abc');
      const reply = await client.append(headers.location ?? '', 3, true, 'def');
      expect([reply.status, JSON.parse(reply.text).data.relative_path]).toEqual([201, 'sub/a.txt']);
      const read = await fetch(`${server.url}/api/bundle-file/${slug}/sub/a.txt`);
      expect(await read.text()).toBe('abcdef');
    });

    it('delivers into an upload request, also into a folder of a mount', async () => {
      const { id } = await server.prisma.storageConfig.findFirstOrThrow({
        where: { isDefault: true },
      });
      const storage = await useStorage(server, id);
      await storage.mount('/in');
      await storage.put('box/old.txt');
      for (const path of [undefined, '/in/box']) {
        const request = await createRequest(server.api, path === undefined ? {} : { path });
        const { token } = await enterRequest(server, request.slug, { name: 'Ann' });
        const sender = createDraftClient(server.url, `Upload ${token}`);
        const created = await sender.create('/api/uploads?filename=cv.txt', false, 'abc');
        const url = created.headers.location ?? '';
        const other = await enterRequest(server, request.slug);
        const stranger = createDraftClient(server.url, `Upload ${other.token}`);
        expect((await stranger.ask('HEAD', url)).status).toBe(404);
        expect(await sender.offset(url)).toBe(3);
        const reply = await sender.append(url, 3, true, 'def');
        expect(reply.status).toBe(201);
        const deliveries = await deliveriesOf(server.api, request.id);
        const files = deliveries.flatMap((each) => each.files);
        expect(files).toMatchObject([{ path: 'cv.txt', size: 6 }]);
      }
      const key = (await storage.keys('box/')).find((each) => each.endsWith('/cv.txt'));
      expect(await storage.read(key ?? '')).toBe('abcdef');
      expect(await leftovers()).toEqual(nothingLeft);
    });

    it('publishes what a process had joined before it was killed', async () => {
      const file = FILE.subarray(0, PART);
      const fields = { 'upload-length': PART };
      const { headers } = await client.create(address('joined'), false, file, fields);
      const url = headers.location ?? '';
      const row = await server.prisma.objectWrite.findFirstOrThrow({ where: { slug: 'joined' } });
      const found = await server.services.storageConfigs.find(row.storageConfigId);
      const { signal } = new AbortController();
      const upload = [row.objectKey, row.uploadId ?? ''] as const;
      const parts = await found?.store.listParts(...upload, signal);
      await found?.store.completeUpload(...upload, parts ?? []);
      expect((await client.ask('HEAD', url)).headers).toMatchObject({
        'upload-offset': String(PART),
        'upload-complete': '?0',
      });
      expect((await client.append(url, PART, true)).status).toBe(201);
      await expectFile('joined', file);
      expect(await leftovers()).toEqual(nothingLeft);
    });

    it('is swept after a day without a sign of life, with its rest', async () => {
      await server.prisma.storageConfig.updateMany({ data: { isPublic: true } });
      await server.forget();
      // A session would end with the day.
      const { authorization } = await server.createApiKey({
        permissions: PERMISSION_FLAGS.file_share,
      });
      const keyed = createDraftClient(server.url, authorization);
      const { headers } = await keyed.create(address('swept'), false, FILE.subarray(0, 1000));
      const url = headers.location ?? '';
      expect((await leftovers()).rests).toHaveLength(1);
      server.moveClock(DAY_MS / 2);
      expect((await keyed.append(url, 1000, false, 'x')).status).toBe(204);
      server.moveClock(DAY_MS / 2 + 1000);
      await server.sweep();
      expect(await keyed.offset(url)).toBe(1001);
      server.moveClock(DAY_MS + 1000);
      await server.sweep();
      expect((await keyed.ask('HEAD', url)).status).toBe(404);
      expect(await leftovers()).toEqual(nothingLeft);
    });
  },
);

describe.each(ANY_DATABASE)('resumable uploads from pages elsewhere on %s', (database) => {
  const origin = 'https://app.example.org';
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database, { CORS_ORIGINS: origin });
  });
  afterAll(() => server.close());

  it('have preflights and readable headers, and OPTIONS says what is supported', async () => {
    const client = createDraftClient(server.url, server.authorization);
    const preflight = (path: string, method: string) =>
      client.ask('OPTIONS', path, { origin, 'access-control-request-method': method });
    const allowed = await preflight('/api/uploads/an-id', 'PATCH');
    expect(allowed).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': expect.stringContaining('PATCH'),
      },
    });
    const plain = await client.ask('OPTIONS', '/api/uploads');
    expect(plain.headers['accept-patch']).toBe('application/partial-upload');
    const created = await client.create('/api/uploads?filename=a', false, 'a', { origin });
    const exposed = created.headers['access-control-expose-headers']?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['Location', 'Upload-Offset', 'Upload-Limit']));
    // Such a page can upload without the draft while resumable uploads are off.
    const body = { resumable_uploads: false };
    await server.api.call(updateSettingGroup, { params: { group: 1 }, query: {}, body });
    const off = await preflight('/api/upload-direct/a.txt', 'PUT');
    expect(off.headers['access-control-allow-origin']).toBe(origin);
    expect([off.status, off.headers['accept-patch']]).toEqual([204, undefined]);
  });
});

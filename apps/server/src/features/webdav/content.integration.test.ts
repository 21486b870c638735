import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { listDirectory } from '@satchel/api-client/contract/file-system';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDavClient, type DavClient, hrefsIn } from '../../../test/dav-client.ts';
import { rawRequest } from '../../../test/raw-request.ts';
import { s3Error } from '../../../test/storage-proxy.ts';
import { type CountedStorage, SYSTEMS, type System, startSystem } from '../../../test/storages.ts';
import { parseXml } from './xml/parse-xml.ts';

const MANY = 1200;

describe.each(SYSTEMS)('files over WebDAV on %s with %s (CONTRACT F9)', (database, store) => {
  let system: System;
  let storage: CountedStorage;
  let dav: DavClient;
  beforeAll(async () => {
    system = await startSystem([database, store]);
    ({ storage } = system);
    await storage.mount('/m');
    await storage.mount('/r', { webdav_policy: '302_redirect' });
    dav = createDavClient(system.server.url);
  });
  afterAll(() => system.close());
  beforeEach(() => storage.clear());
  const propfind = (path: string, body?: string, depth = '0') =>
    dav('PROPFIND', path, { headers: { depth }, ...(body === undefined ? {} : { body }) });
  const named = (...names: string[]) =>
    `<D:propfind xmlns:D="DAV:"><D:prop>${names.map((name) => `<D:${name}/>`).join('')}</D:prop></D:propfind>`;

  it('are stored and sent byte by byte, whole and in ranges', async () => {
    const stored = await dav('PUT', '/m/a%20b%2B%E6%96%87.txt', { body: 'first' });
    expect(stored.status).toBe(201);
    expect(await storage.read('a b+文.txt')).toBe('first');
    const etag = stored.headers.get('etag') ?? '';
    const whole = await dav('GET', '/m/a%20b%2B%E6%96%87.txt');
    expect([whole.status, whole.text, whole.headers.get('etag')]).toEqual([200, 'first', etag]);
    const range = await dav('GET', '/m/a%20b%2B%E6%96%87.txt', { headers: { range: 'bytes=1-2' } });
    expect([range.status, range.text]).toEqual([206, 'ir']);
    const beyond = await dav('GET', '/m/a%20b%2B%E6%96%87.txt', { headers: { range: 'bytes=9-' } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */5']);
    expect((await dav('PUT', '/m/a%20b%2B%E6%96%87.txt', { body: 'second' })).status).toBe(204);
    const head = await dav('HEAD', '/m/a%20b%2B%E6%96%87.txt');
    expect([head.text, head.headers.get('content-length')]).toEqual(['', '6']);
    expect(head.headers.get('etag')).not.toBe(etag);
    const listed = await propfind('/m/a%20b%2B%E6%96%87.txt', named('getetag', 'getcontentlength'));
    expect(listed.text).toContain(
      `<D:getetag>${head.headers.get('etag')?.replaceAll('"', '&quot;')}<`,
    );
    expect(listed.text).toContain('<D:getcontentlength>6<');
    expect(listed.text).toContain('<D:href>/dav/m/a%20b%2B%E6%96%87.txt</D:href>');
  });

  it('are listed as well-formed XML whatever keys and properties are called (SECURITY 25)', async () => {
    for (const key of ['d/plain', 'd/a\uFFFEb', 'd/\uFFFF/x', 'd/\u0001', 'd/a\uFEFFb'])
      await storage.put(key);
    for (const name of ['/m/d/new%EF%BF%BE', '/m/d/%EF%BF%BF/new', '/m/d/%0B']) {
      expect((await dav('PUT', name, { body: 'x' })).status).toBe(400);
      expect((await dav('MKCOL', name)).status).toBe(400);
    }
    const marked = '<n:a\uFEFFb xmlns:n="urn:n"/>';
    const set = `<D:set><D:prop>${marked}</D:prop></D:set>`;
    const body = `<D:propertyupdate xmlns:D="DAV:">${set}</D:propertyupdate>`;
    expect((await dav('PROPPATCH', '/m/d/plain', { body })).status).toBe(207);
    const listed = await propfind('/m/d/', undefined, '1');
    expect(hrefsIn(listed)).toEqual(['/dav/m/d/', '/dav/m/d/a%EF%BB%BFb', '/dav/m/d/plain']);
    await expect(parseXml(Readable.from([Buffer.from(listed.text)]))).resolves.toBeDefined();
    const list = await system.server.api.call(listDirectory, { query: { path: '/m/d' } });
    expect(list.items.map(({ name }) => name).sort()).toEqual(['a\uFEFFb', 'plain']);
    expect((await dav('DELETE', '/m/d/')).status).toBe(204);
  });

  it('are put into a folder that is being made once it is there, and refused where there is none', async () => {
    const making = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    storage.setFault(async ({ operation, key }) => {
      if (operation !== 'put' || key !== 'new/') return undefined;
      making.resolve();
      await go.promise;
      return undefined;
    });
    const made = dav('MKCOL', '/m/new/');
    await making.promise;
    const within = [dav('PUT', '/m/new/a.txt', { body: 'a' }), dav('MKCOL', '/m/new/below/')];
    const again = dav('MKCOL', '/m/new/');
    await pause(100);
    go.resolve();
    expect((await made).status).toBe(201);
    expect((await Promise.all(within)).map(({ status }) => status)).toEqual([201, 201]);
    expect((await again).status).toBe(405);
    storage.setFault(undefined);
    expect((await dav('PUT', '/m/none/a.txt', { body: 'a' })).status).toBe(409);
  });

  it('are told of where few properties are asked for, each with a short name (SECURITY 26)', async () => {
    await storage.put('a.txt');
    const asked = (count: number, namespace: string) => {
      const names = Array.from({ length: count }, (_, at) => `<n:p${at}/>`).join('');
      return `<D:propfind xmlns:D="DAV:" xmlns:n="${namespace}"><D:prop>${names}</D:prop></D:propfind>`;
    };
    expect((await propfind('/m/', asked(200, 'urn:n'), '1')).status).toBe(207);
    expect((await propfind('/m/', asked(201, 'urn:n'), '1')).status).toBe(413);
    expect((await propfind('/m/', asked(20, 'n'.repeat(1000)), '1')).status).toBe(413);
    const set = `<D:set><D:prop><x xmlns="${'n'.repeat(2000)}"/></D:prop></D:set>`;
    const body = `<D:propertyupdate xmlns:D="DAV:">${set}</D:propertyupdate>`;
    expect((await dav('PROPPATCH', '/m/a.txt', { body })).status).toBe(413);
    const one = '</dav/m/a.txt> (<urn:x>) ';
    system.storage.takeRequests();
    const many = { headers: { if: one.repeat(90) }, body: 'x' };
    expect((await dav('PUT', '/m/b.txt', many)).status).toBe(412);
    expect(system.storage.takeRequests().length).toBeLessThan(10);
  });

  it('are taken in chunks of unknown length, as Finder sends them', async () => {
    const chunks = (count: number) =>
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < count; at += 1)
            controller.enqueue(new Uint8Array(1024 * 1024).fill(at));
          controller.close();
        },
      });
    for (const mode of ['direct', 'multipart']) {
      await system.server.api.call(updateSettingGroup, {
        params: { group: 3 },
        query: {},
        body: { webdav_upload_mode: mode },
      });
      storage.takeRequests();
      const headers = { 'x-expected-entity-length': String(40 * 1024 * 1024) };
      expect((await dav('PUT', `/m/${mode}`, { headers, body: chunks(40) })).status).toBe(201);
      const { size } = (await storage.bucket.head(mode)) ?? {};
      expect(size).toBe(40 * 1024 * 1024);
      const whole = Buffer.alloc(20 * 1024 * 1024, 7);
      storage.takeRequests();
      expect((await dav('PUT', `/m/${mode}`, { body: whole })).status).toBe(204);
      const parts = storage.takeRequests().filter((name) => /part/i.test(name)).length;
      expect([mode, parts > 0]).toEqual([mode, mode === 'multipart']);
    }
    expect(await storage.openUploads()).toEqual([]);
  });

  it('are the same after they went in parts, whatever order those are stored in', async () => {
    const bytes = randomBytes(60 * 1024 * 1024 + 12_345);
    storage.setFault(async ({ operation, count }) => {
      const isSlow = operation === 'PUT part' && count % 2 === 1;
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, 300));
      return undefined;
    });
    expect((await dav('PUT', '/m/large.bin', { body: bytes })).status).toBe(201);
    storage.setFault(undefined);
    const object = await storage.bucket.get('large.bin', { signal: AbortSignal.timeout(30_000) });
    expect(object && (await buffer(object.body)).equals(bytes)).toBe(true);
  });

  it('find a directory to be in, and are no parts of files', async () => {
    expect((await dav('PUT', '/m/none/a.txt', { body: 'x' })).status).toBe(409);
    expect((await dav('MKCOL', '/m/none/below/')).status).toBe(409);
    expect((await dav('MKCOL', '/m/d/')).status).toBe(201);
    expect((await dav('MKCOL', '/m/d')).status).toBe(405);
    expect((await dav('MKCOL', '/m/e/', { body: '<x/>' })).status).toBe(415);
    expect((await dav('PUT', '/m/d', { body: 'x' })).status).toBe(405);
    expect((await dav('PUT', '/m/d/', { body: 'x' })).status).toBe(405);
    expect((await dav('GET', '/m/d/')).status).toBe(405);
    expect((await dav('GET', '/')).status).toBe(403);
    const part = { headers: { 'content-range': 'bytes 0-0/2' }, body: 'x' };
    expect((await dav('PUT', '/m/d/a.txt', part)).status).toBe(400);
    for (const method of ['POST', 'REPORT', 'SEARCH', 'ACL', 'MKCALENDAR']) {
      const refused = await dav(method, '/m/d/a.txt', { body: '<x/>' });
      expect([refused.status, refused.headers.get('allow')], method).toEqual([
        405,
        expect.stringMatching(/^OPTIONS, GET,.* UNLOCK$/),
      ]);
    }
    expect((await dav('PUT', '/nowhere/a.txt', { body: 'x' })).status).toBe(404);
    expect((await dav('DELETE', '/m/none')).status).toBe(404);
    expect(await storage.keys()).toEqual(['d/']);
  });

  it('stay within the room of their storage, of which clients are told', async () => {
    const { prisma } = system.server;
    const limit = async (totalStorageBytes: bigint | null) => {
      const where = { id: storage.configId };
      await prisma.storageConfig.updateMany({ where, data: { totalStorageBytes } });
      await system.server.forget();
    };
    await storage.put('a.txt', '12345');
    await limit(1000n);
    expect((await dav('PUT', '/m/b.txt', { body: 'x'.repeat(100) })).status).toBe(201);
    const told = await propfind('/m/', named('quota-available-bytes', 'quota-used-bytes'));
    expect(told.text).toContain('<D:quota-used-bytes>105<');
    expect(told.text).toContain('<D:quota-available-bytes>895<');
    expect((await propfind('/m/')).text).not.toContain('quota');
    const refused = await dav('PUT', '/m/c.txt', { body: 'x'.repeat(900) });
    expect([refused.status, refused.text]).toEqual([
      507,
      expect.stringContaining('quota-not-exceeded'),
    ]);
    const fits = new Blob(['x'.repeat(500)]).stream();
    expect((await dav('PUT', '/m/c.txt', { body: fits })).status).toBe(201);
    const tooMuch = new Blob(['x'.repeat(500)]).stream();
    expect((await dav('PUT', '/m/d.txt', { body: tooMuch })).status).toBe(507);
    expect(await storage.keys()).toEqual(['a.txt', 'b.txt', 'c.txt']);
    await limit(null);
    expect((await propfind('/m/', named('quota-used-bytes'))).text).toContain('404 Not Found');
  });

  it('come from the storage where the mount says so, to who is known to cope (SPEC 3)', async () => {
    await storage.put('a.txt', 'content');
    const get = (agent: string, headers = {}) =>
      dav('GET', '/r/a.txt', { headers: { 'user-agent': agent, ...headers } });
    const redirected = await get('rclone/v1.60.1');
    expect(redirected.status).toBe(302);
    const followed = await fetch(redirected.headers.get('location') ?? '');
    expect(await followed.text()).toBe('content');
    expect((await get('Microsoft-WebDAV-MiniRedir/10.0')).text).toBe('content');
    expect((await dav('GET', '/m/a.txt', { headers: { 'user-agent': 'rclone/v1' } })).status).toBe(
      200,
    );
    const head = await dav('HEAD', '/r/a.txt', { headers: { 'user-agent': 'rclone/v1' } });
    expect(head.status).toBe(200);
    const etag = head.headers.get('etag') ?? '';
    expect((await get('rclone/v1', { 'if-none-match': etag })).status).toBe(304);
    expect(
      (await dav('PUT', '/r/b.txt', { headers: { 'user-agent': 'rclone/v1' }, body: 'x' })).status,
    ).toBe(201);
  });

  it('are listed one level at a time, each once, however many', async () => {
    const names = Array.from({ length: MANY }, (_, index) => `n${String(index).padStart(4, '0')}`);
    const signal = AbortSignal.timeout(60_000);
    for (const name of names) {
      const options = { contentType: 'text/plain', size: 0, signal };
      await storage.bucket.put(`many/${name}`, Readable.from([]), options);
    }
    await storage.put('many/below/deep.txt');
    const listed = await propfind('/m/many', undefined, '1');
    expect(listed.status).toBe(207);
    expect(hrefsIn(listed)).toEqual([
      ...['/dav/m/many/', '/dav/m/many/below/'],
      ...names.map((name) => `/dav/m/many/${name}`),
    ]);
    const refused = await propfind('/m/many/', undefined, 'infinity');
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('propfind-finite-depth'),
    ]);
    expect((await propfind('/m/many/n0000', undefined, 'infinity')).status).toBe(207);
    expect((await propfind('/m/many/', undefined, '2')).status).toBe(400);
  });

  it('tell what clients have set of each of many files, and only what is asked for', async () => {
    const names = Array.from({ length: 230 }, (_, at) => `f${at}`);
    await Promise.all(names.map((name) => storage.put(`d/${name}`)));
    const storageConfigId = storage.configId;
    await system.server.prisma.deadProperty.createMany({
      data: names.flatMap((name) =>
        ['one', 'two'].map((each) => ({
          ...{ storageConfigId, objectKey: `d/${name}`, namespace: 'urn:x', name: each },
          element: `<${each} xmlns="urn:x">${name}</${each}>`,
        })),
      ),
    });
    const asked = '<propfind xmlns="DAV:"><prop><one xmlns="urn:x"/></prop></propfind>';
    const { text } = await propfind('/m/d/', asked, '1');
    for (const name of names) expect(text).toContain(`<one xmlns="urn:x">${name}</one>`);
    expect(text).not.toContain('<two');
    expect((await propfind('/m/d/', undefined, '1')).text.match(/<two /g)).toHaveLength(230);
    await system.server.prisma.deadProperty.deleteMany();
  });

  it('tell the properties that are asked for, and which they do not have', async () => {
    await storage.put('d/a&b.txt', 'x');
    const some = await propfind(
      '/m/d/a%26b.txt',
      named('displayname', 'creationdate', 'constructor'),
    );
    expect(some.text).toContain('<D:displayname>a&amp;b.txt</D:displayname>');
    expect(some.text).toMatch(
      /<D:creationdate\/><D:constructor\/><\/D:prop><D:status>HTTP\/1.1 404/,
    );
    const names = await propfind('/m/d/', '<propfind xmlns="DAV:"><propname/></propfind>');
    expect(names.text).toContain('<D:resourcetype/>');
    expect(names.text).not.toContain('getcontentlength');
    const all = await propfind('/m/d/', '<propfind xmlns="DAV:"><allprop/></propfind>');
    expect(all.text).toContain('<D:resourcetype><D:collection/></D:resourcetype>');
    const patch = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:getetag>x</D:getetag><x xmlns="urn:x">1</x></D:prop></D:set></D:propertyupdate>`;
    const refused = await dav('PROPPATCH', '/m/d/', { body: patch });
    expect(refused.text).toMatch(/<D:getetag\/>.*403 Forbidden.*cannot-modify-protected-property/);
    expect(refused.text).toContain('424 Failed Dependency');
    expect(await system.server.prisma.deadProperty.count()).toBe(0);
    const large = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="urn:x">${'x'.repeat(70_000)}</x></D:prop></D:set></D:propertyupdate>`;
    expect((await dav('PROPPATCH', '/m/d/', { body: large })).status).toBe(507);
    expect(await system.server.prisma.deadProperty.count()).toBe(0);
  });

  it('withstand hostile XML and headers (SECURITY 9)', async () => {
    await storage.put('a.txt', 'x');
    const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
    const bodies = [
      `${entity}<propfind xmlns="DAV:"><prop><a>&b;</a></prop></propfind>`,
      '<!DOCTYPE x SYSTEM "file:///etc/passwd"><propfind xmlns="DAV:"><allprop/></propfind>',
      '<propfind xmlns="DAV:"><prop><a>&undefined;</a></prop></propfind>',
      `<propfind xmlns="DAV:"><prop>${'<a>'.repeat(10_000)}`,
      `<propfind xmlns="DAV:"><prop>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</prop></propfind>`,
      `<propfind xmlns="DAV:"><prop>${'<a/>'.repeat(20_000)}</prop></propfind>`,
      '<propfind xmlns="DAV:"><prop><x:a/></prop></propfind>',
      '<propfind xmlns="DAV:"><allprop/><propname/></propfind>',
      '<propfind xmlns="DAV:"><allprop/></propfind',
      'no XML',
      '\u0000',
    ];
    for (const body of bodies) {
      expect([body.slice(0, 80), (await propfind('/m/a.txt', body)).status]).toEqual([
        body.slice(0, 80),
        400,
      ]);
    }
    const long = `<propfind xmlns="DAV:"><prop><a>${'x'.repeat(300_000)}</a></prop></propfind>`;
    expect((await propfind('/m/a.txt', long)).status).toBe(413);
    const tokens = `(${'<urn:x>'.repeat(4000)})`;
    expect((await dav('PUT', '/m/a.txt', { headers: { if: tokens }, body: 'y' })).status).toBe(400);
    const flood = { if: `(${'<urn:x>'.repeat(1_000_000)})` };
    const flooded = rawRequest(system.server.url, '/dav/m/a.txt', flood, 'PUT');
    // The server does not read the rest, so the connection may break before the reply arrives.
    expect(
      await flooded.then(
        ({ status }) => status,
        () => 431,
      ),
    ).toBe(431);
    for (const path of [
      '/dav/m/%',
      '/dav/m/a%00.txt',
      '/dav/m/a%2fb',
      '/dav/m/%2e%2e/a.txt',
      '/dav/m/..%5ca',
    ]) {
      const { authorization } = system.server;
      const { status } = await rawRequest(system.server.url, path, { authorization });
      expect([path, status]).toEqual([path, 400]);
    }
    expect(await storage.read('a.txt')).toBe('x');
  });

  // Runs last, because sessions end after that time, too.
  it('leave no parts to the storage where one of them is refused', async () => {
    const body = Buffer.alloc(20 * 1024 * 1024, 7);
    storage.setFault(({ operation }) =>
      operation === 'PUT part' ? s3Error(403, 'AccessDenied') : undefined,
    );
    expect((await dav('PUT', '/m/large.bin', { body })).status).toBe(502);
    expect(await storage.openUploads()).toEqual([]);
    // The storage fails from here on, so that only the sweep a day later can abort the upload.
    storage.setFault(({ operation }) =>
      operation.endsWith(' part') ? s3Error(403, 'AccessDenied') : undefined,
    );
    expect((await dav('PUT', '/m/large.bin', { body })).status).toBe(502);
    expect(await storage.openUploads()).toEqual(['large.bin']);
    storage.setFault(undefined);
    expect((await dav('PUT', '/m/large.bin', { body: 'again' })).status).toBe(201);
    expect(await storage.openUploads()).toEqual(['large.bin']);
    system.server.moveClock(25 * 3_600_000);
    await system.server.sweep();
    system.server.moveClock(-25 * 3_600_000);
    expect(await storage.openUploads()).toEqual([]);
    expect(await storage.read('large.bin')).toBe('again');
  });
});

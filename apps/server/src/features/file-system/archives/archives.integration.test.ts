import { get } from 'node:http';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../../../../test/raw-request.ts';
import { s3Error } from '../../../../test/storage-proxy.ts';
import {
  type CountedStorage,
  SYSTEMS,
  type System,
  startSystem,
} from '../../../../test/storages.ts';
import { vary } from '../../../../test/vary.ts';

const SYSTEM = vary(SYSTEMS, import.meta.filename);

const MEBIBYTE = 1024 * 1024;

describe.each(SYSTEM)('fs/archive on %s with %s (SECURITY 10)', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let other: CountedStorage;
  let close: System['close'];
  beforeAll(async () => {
    const started = await startSystem(system);
    ({ server, storage, close } = started);
    other = await started.addStorage();
    await storage.mount('/m');
    await other.mount('/m/a/inner');
    await other.mount('/other');
  });
  afterAll(() => close());
  afterEach(async () => {
    storage.setFault(undefined);
    await storage.clear();
    await other.clear();
  });

  const addressOf = (...paths: readonly string[]) =>
    `/api/fs/archive?${new URLSearchParams(paths.map((path) => ['path', path]))}`;
  const ask = (paths: readonly string[], headers = {}, method = 'GET') =>
    rawRequest(
      server.url,
      addressOf(...paths),
      { authorization: server.authorization, accept: 'application/json', ...headers },
      method,
    );
  const unpack = async (...paths: readonly string[]) => {
    const reply = await ask(paths);
    expect(reply.status).toBe(200);
    const entries = await new ZipReader(new Uint8ArrayReader(reply.body)).getEntries();
    const texts = entries.map(async (entry) => [
      entry.filename,
      entry.directory ? null : await entry.getData?.(new TextWriter(), { checkSignature: true }),
    ]);
    return Object.fromEntries(await Promise.all(texts)) as Record<string, string | null>;
  };
  const errorOf = ({ status, text }: { status: number; text: string }) => [
    status,
    (JSON.parse(text) as { error: string }).error,
  ];

  it('is a directory with all that is in it, under its name', async () => {
    for (const key of ['a/photos/1.txt', 'a/photos/日记/é.txt', 'a/x']) await storage.put(key);
    await storage.put('a/photos/empty/', '');
    const reply = await ask(['/m/a/photos/']);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="photos.zip"; filename*=UTF-8''photos.zip`,
      'content-length': String(reply.body.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(await unpack('/m/a/photos/')).toEqual({
      'photos/': null,
      'photos/1.txt': 'a/photos/1.txt',
      'photos/empty/': null,
      'photos/日记/é.txt': 'a/photos/日记/é.txt',
    });
    // The path of a directory may lack its slash (CONTRACT A5).
    expect(Object.keys(await unpack('/m/a/photos'))).toContain('photos/1.txt');
  });

  it('is a selection of files and directories of any mounts, none under the name of another', async () => {
    await storage.put('a/notes.md', 'one');
    await storage.put('b/notes.md', 'two');
    await storage.put('b/d/x', 'three');
    await other.put('d/y', 'four');
    const paths = ['/m/a/notes.md', '/m/b/notes.md', '/m/b/notes.md', '/m/b/d/', '/other/d/'];
    expect(await unpack(...paths)).toEqual({
      'notes.md': 'one',
      'notes (2).md': 'two',
      'd/': null,
      'd/x': 'three',
      'd (2)/': null,
      'd (2)/y': 'four',
    });
    expect((await ask(paths)).headers['content-disposition']).toContain('archive.zip');
  });

  it('has neither what the server keeps for itself, nor what another mount covers, but that mount', async () => {
    for (const key of ['.satchel/shares/x', 'a/inner/covered', 'a/shown']) await storage.put(key);
    await other.put('.satchel/shares/x');
    await other.put('deep/nested', 'of the other');
    expect(await unpack('/m')).toEqual({
      'm/': null,
      'm/a/shown': 'a/shown',
      'm/a/inner/': null,
      'm/a/inner/deep/nested': 'of the other',
    });
    const nested = Object.keys(await unpack('/m/a/inner/deep', '/m/a/shown'));
    expect(nested).toEqual(['deep/', 'deep/nested', 'shown']);
    for (const path of ['/m/.satchel/', '/m/.satchel/shares/x', '/m/.SATCHEL./shares/']) {
      expect(errorOf(await ask([path]))).toEqual([404, 'file_system.not_found']);
    }
  });

  it('has a directory that is nothing but the way to a mount', async () => {
    await other.put('x', 'one');
    expect(await unpack('/m/a')).toEqual({ 'a/': null, 'a/inner/': null, 'a/inner/x': 'one' });
    const { authorization } = await server.createApiKey({
      permissions: PERMISSION_FLAGS.mount_view,
      basePath: '/m/a',
    });
    expect((await ask(['/m/a'], { authorization })).status).toBe(200);
  });

  it('has both a file and a directory of one name', async () => {
    await storage.put('k/a/b', 'in the directory');
    // A storage in a file system cannot have both.
    const isBoth = await storage.put('k/a', 'the file').then(
      () => true,
      () => false,
    );
    const unpacked = await unpack('/m/k');
    if (isBoth) {
      expect(unpacked).toEqual({ 'k/': null, 'k/a': 'the file', 'k/a (2)/b': 'in the directory' });
    } else expect(unpacked).toEqual({ 'k/': null, 'k/a/b': 'in the directory' });
  });

  it('has no names that would be unpacked elsewhere', async () => {
    const evil = ['../up', 'd/../../up', 'd//double', 'd\\..\\..\\up', '/absolute', 'd/./dot'];
    for (const name of [...evil, 'd/good']) {
      // Some storages refuse some of these names.
      await storage.put(`z/${name}`).catch(() => undefined);
    }
    expect(Object.keys(await unpack('/m/z/'))).toEqual(['z/', 'z/d/good']);
  });

  it('has files of every size, small ones asked for ahead', async () => {
    const large = 'large '.repeat(MEBIBYTE / 4);
    await storage.put('d/large', large);
    const names = Array.from({ length: 30 }, (_, index) => `d/${String(index).padStart(2, '0')}`);
    for (const name of names) await storage.put(name);
    storage.setFault(undefined);
    const unpacked = await unpack('/m/d');
    expect(unpacked['d/large']).toBe(large);
    expect(Object.keys(unpacked)).toEqual(['d/', ...names, 'd/large']);
    expect(storage.mostAtOnce()).toBeGreaterThan(1);
    expect(storage.mostAtOnce()).toBeLessThanOrEqual(10);
  });

  it.each([
    ['is gone', s3Error(404, 'NoSuchKey'), 'file_system.changed'],
    ['cannot be read', s3Error(403, 'AccessDenied'), 'storage.unavailable'],
  ])(
    'breaks off where a file %s, so that nobody takes it for whole',
    async (_what, fault, code) => {
      await storage.put('d/1', 'large '.repeat(MEBIBYTE / 4));
      for (const name of ['d/2', 'd/3']) await storage.put(name);
      storage.setFault(({ operation, key }) =>
        operation === 'get' && key.endsWith('/2') ? fault : undefined,
      );
      await expect(ask(['/m/d'])).rejects.toThrow();
      expect((await ask(['/m/d'], {}, 'HEAD')).status).toBe(200);
      // Before the first byte it is an error like any other.
      expect(errorOf(await ask(['/m/d/2', '/m/d/3']))[1]).toBe(code);
    },
  );

  it('is served in ranges, with conditions, like a file', async () => {
    await storage.put('d/a', 'large '.repeat(MEBIBYTE / 4));
    await storage.put('d/b', 'small');
    const { body, headers } = await ask(['/m/d']);
    const { length } = body;
    const etag = headers.etag ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const head = await ask(['/m/d'], {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.headers.etag, head.text]).toEqual([
      200,
      String(length),
      etag,
      '',
    ]);
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=1000000-', 1_000_000, length],
      ['bytes=1572900-1572950', 1_572_900, 1_572_951],
      ['bytes=-30', length - 30, length],
      [`bytes=-${length + 1}`, 0, length],
      [`bytes=100-${length + 100}`, 100, length],
    ] as const) {
      const part = await ask(['/m/d'], { range, 'if-range': etag });
      expect([range, part.status, part.headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${start}-${end - 1}/${length}`,
      ]);
      expect(part.headers).toMatchObject({ etag, 'content-length': String(end - start) });
      expect(part.body.equals(body.subarray(start, end)), range).toBe(true);
    }
    const beyond = await ask(['/m/d'], { range: `bytes=${length}-` });
    expect([...errorOf(beyond), beyond.headers['content-range']]).toEqual([
      416,
      'request.range_not_satisfiable',
      `bytes */${length}`,
    ]);
    expect((await ask(['/m/d'], { 'if-none-match': etag })).status).toBe(304);
    const other = await ask(['/m/d'], { range: 'bytes=5-', 'if-range': '"other"' });
    expect([other.status, other.body.equals(body)]).toEqual([200, true]);
  });

  it('is sent whole to who resumes it after a change', async () => {
    await storage.put('d/a', 'one');
    const before = await ask(['/m/d']);
    await storage.put('d/a', 'two');
    const range = { range: 'bytes=10-', 'if-range': before.headers.etag };
    const after = await ask(['/m/d'], range);
    expect([after.status, after.headers.etag === before.headers.etag]).toEqual([200, false]);
    expect((await unpack('/m/d'))['d/a']).toBe('two');
  });

  it('remembers the checksums of its files for 30 days after the last use', async () => {
    await storage.put('r/a', 'one');
    await storage.put('r/b', 'large '.repeat(MEBIBYTE / 4));
    const rows = () =>
      server.prisma.objectChecksum.findMany({
        where: { storageConfigId: storage.configId, key: { startsWith: 'r/' } },
        orderBy: { key: 'asc' },
      });
    const { body } = await ask(['/m/r']);
    await expect
      .poll(rows, { timeout: 5000 })
      .toMatchObject(
        ['one', 'large '.repeat(MEBIBYTE / 4)].map((text) => ({ crc32: BigInt(crc32(text)) })),
      );
    storage.takeRequests();
    const tail = await ask(['/m/r'], { range: 'bytes=-100' });
    expect(tail.body.equals(body.subarray(-100))).toBe(true);
    expect(storage.takeRequests().filter((operation) => operation === 'get')).toEqual([]);
    await storage.put('r/a', 'two');
    await ask(['/m/r']);
    await expect
      .poll(async () => (await rows())[0]?.crc32, { timeout: 5000 })
      .toBe(BigInt(crc32('two')));
    await server.prisma.objectChecksum.updateMany({
      where: { key: 'r/a' },
      data: { usedAt: new Date(server.now().getTime() - 31 * 24 * 60 * 60 * 1000) },
    });
    expect((await server.sweep()).checksums).toBe(1);
    expect((await rows()).map(({ key }) => key)).toEqual(['r/b']);
  });

  it('ends with the request: the storage is asked for nothing more', async () => {
    const size = 64 * MEBIBYTE;
    const body = Readable.from([Buffer.alloc(size)]);
    const signal = AbortSignal.timeout(60_000);
    await storage.bucket.put('d/0', body, { contentType: 'x/y', size, signal });
    for (const name of ['d/1', 'd/2']) await storage.put(name);
    storage.takeRequests();
    const { authorization } = server;
    await new Promise<void>((resolve) => {
      const request = get(server.url + addressOf('/m/d'), { headers: { authorization } });
      request.once('response', (response) => {
        response.once('data', () => {
          request.destroy();
          resolve();
        });
      });
    });
    await expect.poll(storage.running).toBe(0);
    expect(storage.takeRequests().filter((one) => one === 'list').length).toBeLessThanOrEqual(2);
    expect(await ask(['/m/d/1'])).toMatchObject({ status: 200 });
  });

  it('is refused whole where one of its paths is (SECURITY 2, 7)', async () => {
    for (const key of ['a/1', 'b/1']) await storage.put(key);
    const by = async (permissions: number, ...paths: readonly string[]) => {
      const { authorization } = await server.createApiKey({ permissions, basePath: '/m/a' });
      return errorOf(await ask(paths, { authorization }));
    };
    const { mount_view, mount_upload } = PERMISSION_FLAGS;
    expect(await by(mount_upload, '/m/a/')).toEqual([403, 'auth.forbidden']);
    expect(await by(mount_view, '/m/a/', '/m/b/')).toEqual([403, 'auth.outside_base_path']);
    expect(await by(mount_view, '/m/')).toEqual([403, 'auth.outside_base_path']);
    expect(await by(mount_view, '/m/a/../b/')).toEqual([400, 'file_system.path_invalid']);
    expect(errorOf(await ask(['/m/a/', '/m/none']))).toEqual([404, 'file_system.not_found']);
    expect(errorOf(await ask(['/nowhere/']))).toEqual([404, 'mounts.not_found']);
    expect(errorOf(await ask([]))).toEqual([400, 'request.invalid']);
    expect(errorOf(await ask(Array.from({ length: 201 }, () => '/m/a/')))).toEqual([
      400,
      'request.invalid',
    ]);
  });
});

import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { viewFileShare } from '@satchel/api-client/contract/file-shares';
import * as reading from '@satchel/api-client/contract/file-system';
import * as copies from '@satchel/api-client/contract/file-system-copies';
import * as uploads from '@satchel/api-client/contract/file-system-uploads';
import { updateMount } from '@satchel/api-client/contract/mounts';
import { updateStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectContract } from '../../../test/checked-client.ts';
import type { AnyEndpoint } from '../../../test/read-contract.ts';
import { type StorageFault, s3Error } from '../../../test/storage-proxy.ts';
import { SYSTEMS, type System, startSystem } from '../../../test/storages.ts';
import { vary } from '../../../test/vary.ts';

const SYSTEM = vary(SYSTEMS, import.meta.filename);

const MEBIBYTE = 1024 * 1024;
/** The tests need SQLite only, because the database has no influence on them. */

interface Input {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

describe.each(SYSTEM)('faults of a storage on %s with %s (SECURITY 12)', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let close: System['close'];
  let mountId = '';
  beforeAll(async () => {
    ({ server, storage, close } = await startSystem(system));
    mountId = await storage.mount('/m');
  });
  afterAll(() => close());
  beforeEach(async () => {
    for (const key of ['d/1', 'd/2', 'd/3', 'd/e/4', 'f']) await storage.put(key);
    storage.takeRequests();
  });
  afterEach(async () => {
    storage.setFault(undefined);
    await storage.clear();
  });

  const send = async (endpoint: AnyEndpoint, { query = {}, body }: Input, signal?: AbortSignal) => {
    const reply = await fetch(`${server.url}${endpoint.path}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        authorization: server.authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const json = (await reply.json()) as { error?: string; details?: unknown; data: unknown };
    expectContract(endpoint, reply.status, json);
    return { status: reply.status, ...json };
  };
  const failing = (operation: string, fault: StorageFault, key?: string) =>
    storage.setFault((request) =>
      request.operation === operation && (key === undefined || request.key.endsWith(key))
        ? fault
        : undefined,
    );
  /** Writes to the bucket without the server noticing. */
  const putBehind = async (key: string, text: string) => {
    const signal = AbortSignal.timeout(10_000);
    const options = { contentType: 'text/plain', size: text.length, signal };
    await storage.bucket.put(key, Readable.from([Buffer.from(text)]), options);
  };
  const rename = (oldPath: string, newPath: string, signal?: AbortSignal) =>
    send(reading.renameEntry, { body: { oldPath, newPath } }, signal);
  const remove = (...paths: string[]) => send(reading.removeEntries, { body: { paths } });
  const UNAVAILABLE = s3Error(503, 'ServiceUnavailable');
  const ALL = ['d/1', 'd/2', 'd/3', 'd/e/4', 'f'];

  describe('that fails at everything', () => {
    const begun = { upload: '', ticket: '' };
    beforeEach(async () => {
      const body = { path: '/m', fileName: 'up', fileSize: 1 };
      const { data } = await send(uploads.initEntryMultipart, { body });
      begun.upload = (data as { uploadId: string }).uploadId;
      const presigned = await send(uploads.presignEntry, { body });
      begun.ticket = (presigned.data as { fileId: string }).fileId;
    });
    const part = { PartNumber: 1, ETag: '"x"' };
    const CALLS: readonly [string, AnyEndpoint, () => Input][] = [
      ['list', reading.listDirectory, () => ({ query: { path: '/m' } })],
      ['get', reading.getEntry, () => ({ query: { path: '/m/f' } })],
      ['download', reading.downloadEntry, () => ({ query: { path: '/m/f' } })],
      ['file-link', reading.getEntryLink, () => ({ query: { path: '/m/f' } })],
      ['mkdir', reading.makeDirectory, () => ({ body: { path: '/m/new' } })],
      ['update', reading.updateEntry, () => ({ body: { path: '/m/f', content: 'x' } })],
      ['rename', reading.renameEntry, () => ({ body: { oldPath: '/m/f', newPath: '/m/g' } })],
      ['create-share', reading.shareEntry, () => ({ body: { path: '/m/f' } })],
      [
        'presign/commit',
        uploads.commitEntry,
        () => ({ body: { targetPath: '/m/up', mountId, fileId: begun.ticket } }),
      ],
      [
        'multipart/init',
        uploads.initEntryMultipart,
        () => ({ body: { path: '/m', fileName: 'new', fileSize: 1 } }),
      ],
      [
        'multipart/complete',
        uploads.completeEntryMultipart,
        () => ({ body: { path: '/m/up', uploadId: begun.upload, parts: [part] } }),
      ],
      [
        'multipart/list-parts',
        uploads.listEntryParts,
        () => ({ body: { path: '/m/up', uploadId: begun.upload } }),
      ],
      [
        'multipart/abort',
        uploads.abortEntryMultipart,
        () => ({ body: { path: '/m/up', uploadId: begun.upload } }),
      ],
    ];
    const FAULTS: readonly [string, StorageFault, number, string][] = [
      ['503', UNAVAILABLE, 502, 'storage.unavailable'],
      ['403', s3Error(403, 'AccessDenied'), 502, 'storage.unavailable'],
      ['no answer in time', s3Error(400, 'RequestTimeout'), 504, 'storage.timeout'],
      ['a web page', { status: 200, xml: '<html>Welcome</html>' }, 502, 'storage.unavailable'],
      ['a broken connection', 'drop', 502, 'storage.unavailable'],
    ];

    it.each(CALLS)('fs/%s says so, and changes nothing', async (_, endpoint, input) => {
      for (const [name, fault, status, error] of FAULTS) {
        // HEAD has no body for an error code, and in its place any 200 is a valid answer.
        const isBare = name === 'no answer in time' || name === 'a web page';
        storage.setFault(({ operation, method }) => {
          const hasBody = method !== 'HEAD' && operation !== 'get' && operation !== 'put';
          return isBare && (!hasBody || method === 'DELETE') ? UNAVAILABLE : fault;
        });
        const reply = await send(endpoint, input());
        storage.setFault(undefined);
        const isOther = isBare && reply.error === 'storage.unavailable';
        const wanted = isOther ? [502, 'storage.unavailable'] : [status, error];
        expect([reply.status, reply.error], name).toEqual(wanted);
        expect(await storage.keys(), name).toEqual(ALL);
        expect(await storage.read('f')).toBe('f');
      }
      expect(await server.prisma.fileShare.count()).toBe(0);
    });

    it('is told of each member of a batch', async () => {
      storage.setFault(() => UNAVAILABLE);
      const removed = await remove('/m/f', '/m/d/');
      expect(removed.data).toMatchObject({ success: 0, failed: [{ path: '/m/f' }, {}] });
      const items = [{ sourcePath: '/m/f', targetPath: '/m/g' }];
      const copied = await send(copies.copyEntries, { body: { items } });
      expect(copied.data).toMatchObject({ success: 0, failed: 1, details: [{ status: 'failed' }] });
      const body = { targetMountId: mountId, files: [{ targetPath: '/m/f' }] };
      expect(await send(copies.commitCopies, { body })).toMatchObject({
        status: 202,
        data: { success: [], failed: [{ targetPath: '/m/f' }] },
      });
      storage.setFault(undefined);
      expect(await storage.keys()).toEqual(ALL);
    });
  });

  describe('in the middle of a rename', () => {
    it.each<[string, StorageFault]>([
      ['refused', UNAVAILABLE],
      ['forbidden', s3Error(403, 'AccessDenied')],
      ['made, but nobody hears of it', 'drop_reply'],
      ['answered with a web page', { status: 200, xml: '<html>Welcome</html>' }],
    ])('a copy that is %s leaves everything as it was', async (_, fault) => {
      failing('copy', fault, '/e/4');
      expect(await rename('/m/d/', '/m/new/')).toMatchObject({ error: 'storage.unavailable' });
      failing('copy', fault);
      expect(await rename('/m/f', '/m/g')).toMatchObject({ error: 'storage.unavailable' });
      expect(await storage.keys()).toEqual(ALL);
    });

    it('a copy of which only the first answer is lost is made after all', async () => {
      storage.setFault(({ operation, count }) =>
        operation === 'copy' && count === 1 ? 'drop_reply' : undefined,
      );
      expect(await rename('/m/d/', '/m/new/')).toMatchObject({ status: 200 });
      expect(await storage.keys()).toEqual(['f', 'new/1', 'new/2', 'new/3', 'new/e/4']);
    });

    it('old files that stay are told of, and none is lost', async () => {
      failing('delete', UNAVAILABLE);
      expect(await rename('/m/d/', '/m/new/')).toMatchObject({
        status: 502,
        error: 'file_system.partly_done',
        details: { count: 4 },
      });
      const copied = ['new/1', 'new/2', 'new/3', 'new/e/4'];
      expect(await storage.keys()).toEqual([...ALL, ...copied]);
    });

    it('one old file that stays is counted', async () => {
      const error = `<Error><Key>d/2</Key><Code>AccessDenied</Code></Error>`;
      failing('delete', { status: 200, xml: `<DeleteResult>${error}</DeleteResult>` });
      expect(await rename('/m/d/', '/m/new/')).toMatchObject({
        error: 'file_system.partly_done',
        details: { count: 1 },
      });
    });

    it('copies that cannot be taken back are told of', async () => {
      storage.setFault(({ operation, key }) =>
        operation === 'delete' || key === 'new/2' ? UNAVAILABLE : undefined,
      );
      const reply = await rename('/m/d/', '/m/new/');
      expect(reply).toMatchObject({ status: 502, error: 'file_system.partly_done' });
      storage.setFault(undefined);
      expect((await storage.keys()).filter((key) => key.startsWith('d/'))).toHaveLength(4);
    });

    it('shares keep to the file that there is', async () => {
      const { data } = await send(reading.shareEntry, { body: { path: '/m/d/1' } });
      const { slug } = data as { slug: string };
      const read = async () => {
        const input = { params: { slug }, query: {} };
        const { downloadUrl = '' } = await server.api.call(viewFileShare, input);
        return (await fetch(downloadUrl)).text();
      };
      failing('copy', UNAVAILABLE, 'new/3');
      await rename('/m/d/', '/m/new/');
      expect(await read()).toBe('d/1');
      failing('delete', UNAVAILABLE);
      await rename('/m/d/', '/m/new/');
      storage.setFault(undefined);
      await storage.bucket.remove(['d/1']);
      expect(await read()).toBe('d/1');
      await server.prisma.fileShare.deleteMany();
    });

    const putMany = async () => {
      const names = Array.from({ length: 40 }, (_, index) => `many/${index + 100}`);
      for (const key of names) await storage.put(key);
    };
    /** Blocks copies from the twentieth on until `goOn` is called. */
    const holdCopies = () => {
      const reached = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<undefined>();
      storage.setFault(({ operation, count }) => {
        if (operation !== 'copy' || count < 20) return undefined;
        reached.resolve();
        return gate.promise;
      });
      return { reached: reached.promise, goOn: () => gate.resolve(undefined) };
    };

    it('what others write goes along, and who writes through the server is told to wait', async () => {
      await putMany();
      const held = holdCopies();
      const renamed = rename('/m/many/', '/m/moved/');
      await held.reached;
      for (const name of ['many/100', 'many/new', 'moved/new']) {
        const body = { path: `/m/${name}`, content: 'written meanwhile' };
        const refused = { status: 423, error: 'file_system.busy' };
        expect(await send(reading.updateEntry, { body })).toMatchObject(refused);
      }
      for (const name of ['100', 'new']) await putBehind(`many/${name}`, 'written meanwhile');
      held.goOn();
      expect(await renamed).toMatchObject({ status: 200 });
      expect(await storage.keys('many/')).toEqual([]);
      expect(await storage.read('moved/100')).toBe('written meanwhile');
      expect(await storage.read('moved/new')).toBe('written meanwhile');
    });

    it('what others have put under the new name stays when all else is taken back', async () => {
      await putMany();
      const held = holdCopies();
      const renamed = rename('/m/many/', '/m/moved/');
      await held.reached;
      await putBehind('moved/foreign', 'theirs');
      await putBehind('moved/100', 'theirs, of another size');
      failing('copy', UNAVAILABLE);
      held.goOn();
      expect(await renamed).toMatchObject({ error: 'storage.unavailable' });
      storage.setFault(undefined);
      expect(await storage.keys('moved/')).toEqual(['moved/100', 'moved/foreign']);
      expect(await storage.keys('many/')).toHaveLength(40);
    });

    it('what others have put there stays even if it has the size of the source', async () => {
      await putMany();
      const held = holdCopies();
      const renamed = rename('/m/many/', '/m/moved/');
      await held.reached;
      const theirs = ['moved/101', 'moved/139'];
      for (const key of theirs) await putBehind(key, 'theirs!!');
      failing('copy', UNAVAILABLE);
      held.goOn();
      await expect(renamed).resolves.toMatchObject({ error: 'storage.unavailable' });
      storage.setFault(undefined);
      expect(await storage.keys('moved/')).toEqual(theirs);
      for (const key of theirs) expect(await storage.read(key)).toBe('theirs!!');
      expect(await storage.keys('many/')).toHaveLength(40);
    });

    it('a caller that goes away leaves everything as it was', async () => {
      await putMany();
      const before = await storage.keys();
      const held = holdCopies();
      storage.takeRequests();
      const controller = new AbortController();
      const renamed = rename('/m/many/', '/m/moved/', controller.signal);
      await held.reached;
      controller.abort();
      await expect(renamed).rejects.toThrow();
      held.goOn();
      await expect.poll(storage.takeRequests, { timeout: 10_000 }).toContain('delete');
      await expect.poll(() => storage.keys()).toEqual(before);
    });
  });

  describe('in the middle of a copy', () => {
    it('takes back what it has copied, and does the other items', async () => {
      failing('copy', UNAVAILABLE, 'copy/e/4');
      const items = ['copy/', 'again/'].map((name) => ({
        sourcePath: '/m/d/',
        targetPath: `/m/${name}`,
      }));
      const { data } = await send(copies.copyEntries, { body: { items } });
      expect(data).toMatchObject({ success: 5, failed: 1 });
      expect(await storage.keys('copy/')).toEqual([]);
      expect(await storage.keys('again/')).toHaveLength(4);
      expect(await storage.keys('d/')).toHaveLength(4);
    });
  });

  describe('whose answer to a write is lost', () => {
    const limit = (total_storage_bytes: number) =>
      server.api.call(updateStorageConfig, {
        params: { id: storage.configId },
        body: { total_storage_bytes },
      });
    const write = (path: string, length: number) =>
      send(reading.updateEntry, { body: { path, content: 'x'.repeat(length) } });
    beforeEach(async () => {
      await storage.clear();
      await limit(1000);
      // The bucket is counted from the first write on.
      await write('/m/first', 100);
    });
    afterEach(() => limit(0));

    it('counts what the storage has all the same, before and after the sweep (CONTRACT A6)', async () => {
      failing('put', 'drop_reply', 'lost');
      expect(await write('/m/lost', 600)).toMatchObject({ error: 'storage.unavailable' });
      storage.setFault(undefined);
      expect(await storage.keys()).toEqual(['first', 'lost']);
      expect(await write('/m/other', 500)).toMatchObject({ error: 'storage.insufficient' });
      await server.sweep();
      expect(await server.prisma.objectWrite.count({ where: { objectKey: 'lost' } })).toBe(0);
      expect(await write('/m/other', 500)).toMatchObject({ error: 'storage.insufficient' });
      expect(await write('/m/other', 200)).toMatchObject({ status: 200 });
    });

    it('takes the same file again, and counts it once', async () => {
      failing('put', 'drop_reply', 'lost');
      await write('/m/lost', 600);
      storage.setFault(undefined);
      expect(await write('/m/lost', 600)).toMatchObject({ status: 200 });
      await server.sweep();
      expect(await write('/m/other', 200)).toMatchObject({ status: 200 });
    });

    it('frees what the storage does not have', async () => {
      failing('put', 'drop', 'never');
      await write('/m/never', 600);
      storage.setFault(undefined);
      await server.sweep();
      expect(await write('/m/other', 700)).toMatchObject({ status: 200 });
    });
  });

  describe('in the middle of a deletion', () => {
    it('names exactly what stays', async () => {
      const errors = ['d/2', 'f'].map((key) => `<Error><Key>${key}</Key><Code>X</Code></Error>`);
      failing('delete', { status: 200, xml: `<DeleteResult>${errors.join('')}</DeleteResult>` });
      const paths = ['/m/d/1', '/m/d/2', '/m//d/2', '/m/d/', '/m/f', '/m/d/e/', '/m/none'];
      const { data } = await remove(...paths);
      expect(data).toMatchObject({
        success: 3,
        failed: ['/m/d/2', '/m//d/2', '/m/d/', '/m/f'].map((path) => ({ path })),
      });
    });

    it('asks for one file at a time where the storage knows no batches', async () => {
      storage.setFault(({ operation, method }) =>
        operation === 'delete' && method === 'POST' ? s3Error(501, 'NotImplemented') : undefined,
      );
      expect((await remove('/m/d/1', '/m/d/e/')).data).toEqual({ success: 2, failed: [] });
      expect(await rename('/m/d/', '/m/new/')).toMatchObject({ status: 200 });
      expect(await storage.keys()).toEqual(['f', 'new/2', 'new/3']);
    });
  });

  describe('while a caller goes away', () => {
    it.each(['file first', 'file last'] as const)(
      'an upload with its %s leaves no half file, no parts and nothing on disk',
      async (order) => {
        const head = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`;
        const path = `${head('path')}\r\n\r\n/m/up\r\n`;
        const file = `${head('file')}; filename="half.bin"\r\n\r\n`;
        const { hostname, port } = new URL(server.url);
        const upload = sendRequest({
          hostname,
          port,
          method: 'POST',
          path: '/api/fs/upload',
          headers: {
            authorization: server.authorization,
            'content-type': 'multipart/form-data; boundary=x',
            // Sends a length as browsers do; a form of unknown length goes to disk first.
            'content-length': 90 * MEBIBYTE,
          },
        });
        upload.on('error', () => undefined);
        upload.write(order === 'file last' ? path + file : file);
        const chunk = randomBytes(MEBIBYTE);
        for (let count = 0; count < 40; count += 1) {
          await new Promise<void>((resolve) => upload.write(chunk, () => resolve()));
        }
        if (order === 'file last') {
          await expect.poll(storage.takeRequests, { timeout: 10_000 }).toContain('create-upload');
        }
        upload.destroy();
        const left = async () => {
          const spooled = await readdir(join(server.dataDirectory, 'spool')).catch(() => []);
          return [
            await storage.keys('up/'),
            await storage.openUploads('up/'),
            spooled,
            storage.running(),
          ];
        };
        await expect.poll(left, { timeout: 20_000 }).toEqual([[], [], [], 0]);
      },
    );

    it('an upload in parts whose beginning the storage did not confirm is ended by the sweep', async () => {
      storage.setFault(({ operation }) =>
        operation === 'create-upload' ? 'drop_reply' : undefined,
      );
      const body = { path: '/m/up', fileName: 'unconfirmed.bin', fileSize: 6 * MEBIBYTE };
      const begun = server.api.call(uploads.initEntryMultipart, { body });
      await expect(begun).rejects.toMatchObject({ code: 'storage.unavailable' });
      storage.setFault(undefined);
      const key = 'up/unconfirmed.bin';
      expect((await storage.openUploads(key)).length).toBeGreaterThan(0);
      await server.sweep();
      expect(await storage.openUploads(key)).toEqual([]);
      expect(await server.prisma.objectWrite.count({ where: { objectKey: key } })).toBe(0);
    });

    it('what it asked of a storage that does not answer ends too', async () => {
      const gate = Promise.withResolvers<undefined>();
      storage.setFault(() => gate.promise);
      const controller = new AbortController();
      const query = { path: '/m' };
      const listed = send(reading.listDirectory, { query }, controller.signal);
      await expect.poll(storage.running).toBe(1);
      controller.abort();
      await expect(listed).rejects.toThrow();
      await expect.poll(storage.running).toBe(0);
      gate.resolve(undefined);
    });

    it('another who waits for the same listing gets it (CONTRACT A4)', async () => {
      const params = { id: mountId };
      await server.api.call(updateMount, { params, body: { cache_ttl: 300 } });
      const gate = Promise.withResolvers<undefined>();
      storage.setFault(({ count }) => (count === 1 ? gate.promise : undefined));
      const controller = new AbortController();
      const query = { path: '/m/d' };
      const first = send(reading.listDirectory, { query }, controller.signal);
      await expect.poll(storage.running).toBe(1);
      const second = send(reading.listDirectory, { query });
      // Gives the second request time to join the first; without it, the second would just ask by itself.
      await new Promise((resolve) => setTimeout(resolve, 100));
      controller.abort();
      await expect(first).rejects.toThrow();
      expect(await second).toMatchObject({ status: 200, data: { isDirectory: true } });
      gate.resolve(undefined);
      await server.api.call(updateMount, { params, body: { cache_ttl: 0 } });
    });
  });
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBufferBudget } from '#concurrency/buffer-budget.ts';
import { AppError } from '#errors';
import { bucketLocation } from '../../../test/bucket-location.ts';
import type { ObjectStore } from '../object-store.ts';
import { fenceStore } from '../wrappers/fenced-store.ts';
import { createS3Client } from './s3-client.ts';
import { createS3ObjectStore } from './s3-object-store.ts';

// Long enough for a busy machine to have sent its requests.
const DEADLINES = { metadataMs: 600, transferMs: 600, silenceMs: 400 };
const PATIENT = { ...DEADLINES, transferMs: 60_000 };
const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;
/** Size of a stream that is sent while it is read. */
const LARGE_BYTES = 100 * 1024;
const buffers = createBufferBudget(96 * MEBIBYTE);
const BEGUN =
  '<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>';

describe('a storage that does not answer (SECURITY 12, CONTRACT A6)', () => {
  let endpointUrl = '';
  let requests: IncomingMessage[] = [];
  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  const server = createServer((request, response) => {
    requests.push(request);
    handle(request, response);
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endpointUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    requests = [];
    handle = (request) => request.resume();
  });
  afterAll(() => server.closeAllConnections());
  afterAll(() => server.close());

  const openStore = (deadlines = DEADLINES) => {
    const location = bucketLocation({ configId: 'silent', isEmbedded: false, endpointUrl });
    const client = createS3Client(location, undefined, { deadlines });
    return createS3ObjectStore(client, location, { now: () => new Date() }, buffers);
  };
  const { signal } = new AbortController();
  const options = { contentType: 'x/y', signal };
  const timeout = { code: 'storage.timeout', status: 504 };

  it('is not asked again for a write whose lease was lost meanwhile (SECURITY 21)', async () => {
    const lost = new AppError('file_system.claim_lost');
    const writes = [
      (store: ObjectStore) => store.remove(['x']),
      (store: ObjectStore) => store.copy('x', 'y', { size: 1, signal }),
      (store: ObjectStore) => store.put('x', Readable.from(['x']), { ...options, size: 1 }),
      (store: ObjectStore) => store.completeUpload('x', 'id', []),
    ];
    for (const write of writes) {
      requests = [];
      // Breaks the first attempt off, like in a process that is paused then.
      handle = (request) => request.destroy();
      const lease = new AbortController();
      const assertHeld = () => {
        if (requests.length > 0) lease.abort(lost);
        lease.signal.throwIfAborted();
      };
      const store = fenceStore(openStore(), { signal: lease.signal, assertHeld });
      await expect(write(store)).rejects.toBe(lost);
      expect(requests).toHaveLength(1);
    }
  });

  it('is given up once for all attempts together', async () => {
    const store = openStore();
    const calls = [
      store.head('x'),
      store.list({ prefix: '' }),
      store.remove(['x']),
      store.createUpload('x', 'x/y', signal),
      store.listParts('x', 'id', signal),
      store.abortUpload('x', 'id'),
      store.get('x', { signal }),
    ];
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(timeout)));
    expect(requests).toHaveLength(calls.length);
  });

  it('is given up after the time of a short request where it joins a single part (CONTRACT A6)', async () => {
    const joining = openStore(PATIENT).completeUpload('x', 'id', [{ partNumber: 1, etag: '"e"' }]);
    await expect(joining).rejects.toMatchObject(timeout);
    expect(requests).toHaveLength(1);
  });

  it('is not asked again for an upload that it may have begun, because no row would name it', async () => {
    handle = (_, response) => response.destroy();
    const lost = openStore().createUpload('x', 'x/y', signal);
    await expect(lost).rejects.toMatchObject({ code: 'storage.unavailable' });
    expect(requests).toHaveLength(1);
    handle = (_, response) =>
      requests.length === 2 ? response.writeHead(503).end() : response.end(BEGUN);
    expect(await openStore().createUpload('x', 'x/y', signal)).toBe('u');
    expect(requests).toHaveLength(3);
  });

  it('gets a small file again if the connection breaks', async () => {
    const bodies: string[] = [];
    handle = (request, response) =>
      void text(request).then((body) => {
        bodies.push(body);
        if (bodies.length === 1) response.destroy();
        else response.writeHead(200, { etag: '"second"' }).end();
      });
    const put = openStore().put('x', Readable.from(['by', 'tes']), { ...options, size: 5 });
    expect(await put).toEqual({ etag: '"second"', size: 5 });
    expect(bodies).toEqual(['bytes', 'bytes']);
  });

  it('is asked no longer once the caller has gone', async () => {
    const caller = new AbortController();
    const gone = openStore().list({ prefix: '', signal: caller.signal });
    gone.catch(() => undefined);
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    caller.abort();
    await expect(gone).rejects.toMatchObject({ code: 'storage.unavailable' });
    await vi.waitFor(() => expect(requests[0]?.destroyed).toBe(true));
  });

  it('is not given up while a slow caller uploads, only once it has everything', async () => {
    const slowly = async function* () {
      yield Buffer.alloc(LARGE_BYTES - 1);
      await setTimeout(2 * DEADLINES.transferMs);
      yield Buffer.from('x');
    };
    const sent = { ...options, size: LARGE_BYTES };
    const put = () => openStore().put('x', Readable.from(slowly()), sent);
    handle = (request, response) => {
      request.resume().once('end', () => response.writeHead(200, { etag: '"late"' }).end());
    };
    expect(await put()).toEqual({ etag: '"late"', size: LARGE_BYTES });
    handle = (request) => request.resume();
    await expect(put()).rejects.toMatchObject(timeout);
    const short = openStore(PATIENT).put('x', Readable.from([Buffer.alloc(LARGE_BYTES)]), sent);
    await expect(short).rejects.toMatchObject(timeout);
  });

  it.each([
    ['in one request', 64 * MEBIBYTE],
    ['in parts', undefined],
  ])('is given up once it takes no more bytes of a body that is sent %s', async (_, size) => {
    handle = (request, response) => {
      if (request.url?.includes('uploads')) response.end(BEGUN);
      else if (request.method === 'DELETE') response.writeHead(204).end();
    };
    const zeros = Buffer.alloc(MEBIBYTE);
    const body = Readable.from(Array.from({ length: 64 }, () => zeros));
    const put = openStore(PATIENT).put('x', body, { ...options, size });
    await expect(put).rejects.toMatchObject(timeout);
    expect(buffers.isFree(96 * MEBIBYTE)).toBe(true);
  });

  it.each([
    ['nothing', () => undefined],
    [
      'half',
      (response: ServerResponse) => response.writeHead(200, { 'content-length': 9 }).write('1'),
    ],
  ])('returns the memory of a part that it has and answers with %s', async (_, answer) => {
    handle = (request, response) => void request.resume().once('end', () => answer(response));
    const sent = { firstPart: 1, partBytes: 5 * MEBIBYTE, signal, takeRest: async () => true };
    const body = Readable.from([Buffer.alloc(MEBIBYTE)]);
    const part = openStore(PATIENT).appendParts('x', 'id', body, sent);
    await expect(part).rejects.toMatchObject(timeout);
    expect(buffers.isFree(96 * MEBIBYTE)).toBe(true);
    expect(requests).toHaveLength(1);
  });

  it('does not wait for the rest of an upload whose source breaks', async () => {
    handle = () => undefined;
    const source = new PassThrough();
    source.write('half');
    const put = openStore().put('x', source, { ...options, size: LARGE_BYTES });
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    source.destroy(new Error('the source broke'));
    await expect(put).rejects.toMatchObject({ code: 'storage.unavailable' });
    await vi.waitFor(() => expect(requests[0]?.destroyed).toBe(true));
  });

  it('ends a download in the middle of which it falls silent', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': '10', etag: '"half"' }).write('half');
    };
    const object = await openStore().get('x', { signal });
    await expect(buffer(object?.body ?? Readable.from([]))).rejects.toMatchObject(timeout);
    await vi.waitFor(() => expect(requests[0]?.destroyed).toBe(true));
  });

  it('is let go of without a word, and may break as long as nobody reads', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': '10', etag: '"half"' }).write('half');
    };
    const dropped = await openStore().get('x', { signal });
    dropped?.body.destroy();
    await vi.waitFor(() => expect(requests[0]?.destroyed).toBe(true));
    const broken = await openStore().get('x', { signal });
    // An error without a listener would end the process, and this test with it.
    requests[1]?.socket.destroy();
    await vi.waitFor(() => expect(broken?.body.destroyed).toBe(true));
    await expect(buffer(broken?.body ?? Readable.from([]))).rejects.toBeInstanceOf(Error);
  });

  it('waits for a reader that is slower than itself', async () => {
    const bytes = Buffer.alloc(8 * MEBIBYTE, 'x');
    handle = (_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length, etag: '"whole"' }).end(bytes);
    };
    const object = await openStore().get('x', { signal });
    let read = 0;
    for await (const chunk of object?.body ?? []) {
      if (read === 0) await setTimeout(4 * DEADLINES.silenceMs);
      read += chunk.length;
    }
    expect(read).toBe(bytes.length);
  });
});

describe('a stream that is stored in parts', () => {
  it.each([
    [undefined, 8],
    [6 * GIBIBYTE, 8],
    [200 * GIBIBYTE, 21],
    [5000 * GIBIBYTE, 512],
  ])('of %s bytes is cut into parts of %s MiB, so that 10,000 suffice', async (size, mebibytes) => {
    const parts: number[] = [];
    const location = bucketLocation({ configId: 'parts', isEmbedded: true });
    const client = createS3Client(location, {
      async handle(request: HttpRequest) {
        if (request.query.partNumber === undefined) {
          return reply(request.method === 'POST' ? BEGUN : '');
        }
        parts.push(Number(request.headers['content-length']));
        throw new Error('seen enough');
      },
    } as NonNullable<Parameters<typeof createS3Client>[1]>);
    const store = createS3ObjectStore(client, location, { now: () => new Date() }, buffers);
    const zeros = Buffer.alloc(MEBIBYTE);
    const body = Readable.from(
      (function* () {
        for (let count = 0; count < mebibytes + 1; count += 1) yield zeros;
      })(),
    );
    const { signal } = new AbortController();
    await expect(store.put('x', body, { contentType: 'x/y', size, signal })).rejects.toThrow();
    expect(Math.max(...parts)).toBe(mebibytes * MEBIBYTE);
  });
});

interface HttpRequest {
  readonly method: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

function reply(xml: string) {
  const headers = { 'content-type': 'application/xml' };
  return { response: { statusCode: 200, headers, body: Readable.from([Buffer.from(xml)]) } };
}

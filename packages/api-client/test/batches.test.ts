import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createClient } from '../src/index.ts';
import { createMockClient, mockError } from '../src/mock/mock.ts';

interface Batch {
  readonly key: string | undefined;
  readonly calls: readonly { readonly path: string; readonly body: Record<string, unknown> }[];
}

let batches: Batch[] = [];
let otherCalls: string[] = [];
let otherKeys: unknown[] = [];
/** Number of beginnings whose answer is lost. */
let lost = 0;
let baseUrl = '';

const server = createServer((request, response) => void answer(request, response));
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  batches = [];
  otherCalls = [];
  otherKeys = [];
  lost = 0;
});
afterAll(() => server.close());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', headers } = request;
  if (url.startsWith('/part')) {
    request.resume();
    response.writeHead(200, { etag: '"e"' }).end();
    return;
  }
  const body = (await json(request)) as Batch;
  const send = (data: unknown) => response.end(JSON.stringify({ success: true, code: 200, data }));
  response.setHeader('content-type', 'application/json');
  const key = headers['idempotency-key'] as string | undefined;
  if (url === '/api/batch') batches.push({ key, calls: body.calls });
  else {
    otherCalls.push(url);
    otherKeys.push(key);
  }
  if (lost > 0) {
    lost -= 1;
    request.socket.destroy();
    return;
  }
  if (url === '/api/batch') send({ replies: body.calls.map((call) => replyTo(call.body)) });
  else send(replyTo(body as never).body.data);
}

function replyTo(body: Record<string, unknown>) {
  if (body.filename === 'refused.txt') {
    const error = 'file_shares.too_large';
    return { status: 413, body: { success: false, code: 413, error, message: 'big', data: null } };
  }
  const id = String(body.filename ?? body.file_id);
  const part = { partNumber: 1, url: `${baseUrl}/part` };
  const data = {
    ...{ file_id: id, upload_id: 'u', slug: id, size: 3, etag: '"e"', part_size: 5_242_880 },
    ...{ presigned_urls: [part], expires_in: 3600 },
  };
  return { status: 200, body: { success: true, code: 200, data } as { data: unknown } };
}

const upload = (names: readonly string[]) => {
  const client = createClient({ baseUrl });
  return Promise.allSettled(
    names.map((name) => client.fileShares.upload(new Blob(['abc']), { name }).done),
  );
};
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `${index}.txt`);

it('small files of one moment are begun and published by a few requests, up to 100 in each', async () => {
  const names = namesOf(250);
  const ends = await upload(names);
  expect(ends.map((end) => (end as { value?: { slug: string } }).value?.slug)).toEqual(names);
  const sizes = batches.map(({ calls }) => calls.length);
  expect(Math.max(...sizes)).toBe(100);
  const called = batches.flatMap(({ calls }) => calls.map(({ path }) => path));
  const of = (path: string) => [...called, ...otherCalls].filter((each) => each === path).length;
  expect(of('/api/s3/multipart/init')).toBe(250);
  expect(of('/api/s3/commit')).toBe(250);
  expect(batches.length + otherCalls.length).toBeLessThan(100);
});

it('one file makes its calls alone', async () => {
  await upload(['one.txt']);
  expect(batches).toEqual([]);
  expect(otherCalls).toEqual(['/api/s3/multipart/init', '/api/s3/commit']);
});

it('a refused file does not stop the others of its batch', async () => {
  const [first, refused, last] = await upload(['a.txt', 'refused.txt', 'b.txt']);
  expect(first).toMatchObject({ value: { slug: 'a.txt' } });
  expect(last).toMatchObject({ value: { slug: 'b.txt' } });
  expect(refused).toMatchObject({
    status: 'rejected',
    reason: { code: 'file_shares.too_large', status: 413, message: 'big' },
  });
});

it('a lost answer is asked for again with the same key, so that nothing is reserved twice', async () => {
  lost = 1;
  const ends = await upload(['a.txt', 'b.txt']);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  const [first, again] = batches;
  expect(first?.calls).toHaveLength(2);
  expect(again).toEqual(first);
  expect(first?.key).toMatch(/^(\d+-){3}\d+$/);
});

it('a lost answer to one file is asked for again with the same key, too', async () => {
  lost = 1;
  const [end] = await upload(['one.txt']);
  expect(end?.status).toBe('fulfilled');
  const init = '/api/s3/multipart/init';
  expect(otherCalls).toEqual([init, init, '/api/s3/commit']);
  const [first, again, commit] = otherKeys;
  expect(first).toMatch(/^(\d+-){3}\d+$/);
  expect([again, commit]).toEqual([first, undefined]);
});

it('a mock answers the calls of a batch by their own handlers', async () => {
  const { client, calls } = createMockClient({
    fileShares: {
      abortMultipart: ({ body }) => {
        if (body.file_id === 'gone') throw mockError('file_shares.upload_unknown');
        return null;
      },
    },
  });
  const path = '/api/s3/multipart/abort';
  const bodies = ['there', 'gone'].map((file_id) => ({ file_id, upload_id: 'u' }));
  const { replies } = await client.batches.run({
    body: { calls: bodies.map((body) => ({ path, body })) },
  });
  expect(replies.map(({ status }) => status)).toEqual([200, 404]);
  expect(replies[1]?.body).toMatchObject({ error: 'file_shares.upload_unknown' });
  expect(calls.fileShares.abortMultipart).toHaveLength(2);
});

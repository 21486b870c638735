import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createClient } from '../src/index.ts';

let calls: string[] = [];
/** Calls whose connection the server closes without an answer, once each. */
let lost: string[] = [];
let completeTakesMs = 0;
let commitTakesMs = 0;
let isPublished = false;
let size = 0;

const server = createServer((request, response) => void answer(request, response));
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  calls = [];
  lost = [];
  completeTakesMs = 0;
  commitTakesMs = 0;
  isPublished = false;
});
afterAll(() => server.close());

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '' } = request;
  const call = url.replace('/api/s3/', '');
  calls.push(call);
  // Like the real server: a published share is no longer an upload.
  if (isPublished && call === 'multipart/complete') {
    response.writeHead(404, { 'content-type': 'application/json' });
    const error = 'file_shares.upload_unknown';
    response.end(JSON.stringify({ success: false, code: 404, error, message: '', data: null }));
    return;
  }
  isPublished ||= call === 'commit';
  if (lost.includes(call)) {
    lost.splice(lost.indexOf(call), 1);
    request.destroy();
    return;
  }
  if (call === '/part') {
    request.resume();
    response.writeHead(200, { etag: '"e"' }).end();
    return;
  }
  await json(request);
  if (call === 'multipart/complete') await sleep(completeTakesMs);
  if (call === 'commit') await sleep(commitTakesMs);
  const parts = [1, 2].map((partNumber) => ({ partNumber, url: `${baseUrl}/part` }));
  const ids = { file_id: 'f', upload_id: 'u', etag: '"e-1"', size, slug: 'abc', parts: [] };
  const data = { ...ids, part_size: 3, presigned_urls: parts, expires_in: 3600 };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ success: true, code: 200, message: 'OK', data }));
}

/** Uploads a file of one part, or of two. */
const upload = (timeoutMs: number, content: 'abc' | 'abcdef' = 'abcdef') => {
  size = content.length;
  return createClient({ baseUrl, timeoutMs }).fileShares.upload(new Blob([content])).done;
};

it('an upload waits for its parts to be joined longer than a call may take (SPEC 9)', async () => {
  completeTakesMs = 4000;
  await expect(upload(2000)).resolves.toMatchObject({ slug: 'abc' });
  expect(calls).toEqual(['multipart/init', '/part', '/part', 'multipart/complete', 'commit']);
});

it('an upload waits as long for its share to be published (SPEC 9)', async () => {
  commitTakesMs = 4000;
  await expect(upload(2000, 'abc')).resolves.toMatchObject({ slug: 'abc' });
  expect(calls).toEqual(['multipart/init', '/part', 'commit']);
});

it('an upload outlives the loss of the answer that it is published', async () => {
  lost = ['commit'];
  await expect(upload(5000)).resolves.toMatchObject({ slug: 'abc' });
  const twice = ['multipart/complete', 'commit'];
  expect(calls).toEqual(['multipart/init', '/part', '/part', ...twice, ...twice]);
});

it('a small upload outlives the loss of the answer that it is published', async () => {
  lost = ['commit'];
  await expect(upload(5000, 'abc')).resolves.toMatchObject({ slug: 'abc' });
  expect(calls).toEqual(['multipart/init', '/part', 'commit', 'commit']);
});

it('an upload asks again where an answer was lost', async () => {
  lost = ['/part', 'multipart/complete'];
  await expect(upload(5000)).resolves.toMatchObject({ slug: 'abc' });
  expect(calls.filter((call) => call === '/part')).toHaveLength(3);
  expect(calls.filter((call) => call === 'multipart/complete').length).toBeGreaterThan(1);
});

it('an upload is begun again where the answer was lost', async () => {
  lost = ['multipart/init'];
  await expect(upload(5000, 'abc')).resolves.toMatchObject({ slug: 'abc' });
  expect(calls).toEqual(['multipart/init', 'multipart/init', '/part', 'commit']);
});

const BEGINNINGS = Array.from({ length: 3 }, () => 'multipart/init');

it.each([
  ['slug', { slug: 'chosen' }],
  ['place in a bundle', { bundle_id: 'b', relative_path: 'a.txt' }],
])(
  'an upload with a chosen %s is not begun anew, only by repeats under the same key: the lost call may have taken it',
  async (_, share) => {
    lost = [...BEGINNINGS];
    const { done } = createClient({ baseUrl }).fileShares.upload(new Blob(['abc']), { share });
    await expect(done).rejects.toMatchObject({ code: 'client.network', status: 0 });
    expect(calls).toEqual(BEGINNINGS);
  },
);

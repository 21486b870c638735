import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from './open-test-store.ts';
import { signRequest } from './sign-request.ts';

let s3: TestStore;
beforeAll(async () => {
  s3 = await openTestStore();
});
afterAll(() => s3.stop());

const CHUNKS = [randomBytes(65_536), randomBytes(8192), randomBytes(5)];
const BODY = Buffer.concat(CHUNKS);
const host = () => `127.0.0.1:${s3.port}`;

/** Sends raw pieces, without a Content-Length unless the headers contain one. */
function send(
  path: string,
  headers: Record<string, string>,
  pieces: readonly Buffer[],
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { port: s3.port, host: '127.0.0.1', method: 'PUT', path, headers };
    const outgoing = request(options, (incoming) => {
      let text = '';
      incoming.on('data', (data) => {
        text += data;
      });
      incoming.once('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
    });
    outgoing.once('error', reject);
    for (const piece of pieces) outgoing.write(piece);
    outgoing.end();
  });
}

async function stored(path: string): Promise<Buffer | number> {
  const reply = await s3.call('GET', path);
  return reply.status === 200 ? reply.body : reply.status;
}

/** Splits data into pieces of odd sizes, so that lines and chunks are split at any point. */
function cut(data: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < data.length; at += size) pieces.push(data.subarray(at, at + size));
  return pieces;
}

const STREAMING = {
  'content-encoding': 'aws-chunked',
  'x-amz-decoded-content-length': String(BODY.length),
};

test.each([1000, 7, 100_000])(
  'a body signed chunk by chunk is stored, in pieces of %i',
  async (size) => {
    const path = `/bucket/signed-${size}`;
    const hash = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
    const { headers, frame } = signRequest('PUT', host(), path, hash, STREAMING);
    expect(await send(path, headers, cut(frame(CHUNKS), size))).toMatchObject({ status: 200 });
    expect(await stored(path)).toEqual(BODY);
    const head = await s3.call('HEAD', path);
    expect(head.headers['content-encoding']).toBeUndefined();
  },
);

test('a changed byte, a changed chunk signature and a left out chunk store nothing', async () => {
  const path = '/bucket/forged';
  const hash = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
  const { headers, frame } = signRequest('PUT', host(), path, hash, STREAMING);
  const whole = frame(CHUNKS);
  const changedByte = Buffer.from(whole);
  changedByte[200] = (changedByte[200] ?? 0) ^ 1;
  const changedSignature = Buffer.from(
    whole.toString('latin1').replace(/signature=../, 'signature=00'),
    'latin1',
  );
  for (const body of [changedByte, changedSignature, frame(CHUNKS.slice(1))]) {
    const reply = await send(path, headers, [body]);
    expect(reply.text).toMatch(/SignatureDoesNotMatch|IncompleteBody/);
    expect(await stored(path)).toBe(404);
  }
});

test('a signed trailer brings a checksum, and a forged or wrong one stores nothing', async () => {
  const path = '/bucket/signed-trailer';
  const hash = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER';
  const more = { ...STREAMING, 'x-amz-trailer': 'x-amz-checksum-crc32' };
  const { headers, frame } = signRequest('PUT', host(), path, hash, more);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(BODY));
  const trailer = `x-amz-checksum-crc32:${sum.toString('base64')}`;
  const forged = frame(CHUNKS, trailer)
    .toString('latin1')
    .replace(/(trailer-signature:)../, '$100');
  const rejected = await send(path, headers, [Buffer.from(forged, 'latin1')]);
  expect(rejected.text).toContain('SignatureDoesNotMatch');
  const wrong = await send(path, headers, [frame(CHUNKS, 'x-amz-checksum-crc32:AAAAAA==')]);
  expect(wrong.text).toContain('BadDigest');
  const missing = await send(path, headers, [frame(CHUNKS)]);
  expect(missing.status).toBe(400);
  expect(await stored(path)).toBe(404);
  expect((await send(path, headers, [frame(CHUNKS, trailer)])).status).toBe(200);
  expect(await stored(path)).toEqual(BODY);
});

test('a body of unknown length arrives by transfer-encoding: chunked', async () => {
  const path = '/bucket/unknown-length';
  const { headers } = signRequest('PUT', host(), path, 'UNSIGNED-PAYLOAD');
  expect(await send(path, headers, cut(BODY, 4000))).toMatchObject({ status: 200 });
  expect(await stored(path)).toEqual(BODY);
});

test('a body that is not the one that was signed stores nothing', async () => {
  const path = '/bucket/other-body';
  const hash = createHash('sha256').update('the signed body').digest('hex');
  const { headers } = signRequest('PUT', host(), path, hash);
  const reply = await send(path, headers, [Buffer.from('another body')]);
  expect([reply.status, reply.text]).toEqual([
    400,
    expect.stringContaining('XAmzContentSHA256Mismatch'),
  ]);
  expect(await stored(path)).toBe(404);
});

test('an upload that its client breaks off leaves the old object and no file', async () => {
  const path = '/bucket/aborted';
  await s3.call('PUT', path, 'old');
  const { headers } = signRequest('PUT', host(), path, 'UNSIGNED-PAYLOAD');
  const temporary = join(s3.directory, 'buckets', 'bucket', 'tmp');
  const options = { port: s3.port, host: '127.0.0.1', method: 'PUT', path };
  const outgoing = request({ ...options, headers: { ...headers, 'content-length': '1000000' } });
  outgoing.on('error', () => undefined);
  outgoing.write(randomBytes(100_000));
  while ((await readdir(temporary)).length === 0) await sleep(5);
  outgoing.destroy();
  while ((await readdir(temporary)).length > 0) await sleep(5);
  expect((await stored(path)).toString()).toBe('old');
});

test('a request whose clock is off by more than 15 minutes is refused', async () => {
  const path = '/bucket/skewed';
  for (const minutes of [-16, 16]) {
    const time = new Date(Date.now() + minutes * 60_000);
    const { headers } = signRequest('PUT', host(), path, 'UNSIGNED-PAYLOAD', {}, time);
    const reply = await send(path, headers, [Buffer.from('x')]);
    expect([reply.status, reply.text]).toEqual([
      403,
      expect.stringContaining('RequestTimeTooSkewed'),
    ]);
  }
  const time = new Date(Date.now() - 14 * 60_000);
  const { headers } = signRequest('PUT', host(), path, 'UNSIGNED-PAYLOAD', {}, time);
  expect((await send(path, headers, [Buffer.from('x')])).status).toBe(200);
});

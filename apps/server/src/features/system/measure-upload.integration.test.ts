import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { json } from 'node:stream/consumers';
import { MEASURED_BODY_LIMIT_BYTES } from '@satchel/api-client/contract/limits';
import { measureUpload } from '@satchel/api-client/contract/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../../../test/raw-request.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';

const MAX_CONCURRENT = 8;

interface Measured {
  readonly data: { readonly received_bytes: number; readonly duration_ms: number };
}

describe('measured uploads', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer('sqlite');
  });
  afterAll(() => server.close());

  const put = (body: Uint8Array<ArrayBuffer>, headers = server.api.headers()) =>
    fetch(server.url + measureUpload.path, { method: 'PUT', headers, body });

  /** Begins an upload and sends half of it. `finish` sends the rest and returns the reply. */
  function begin(length = 1000) {
    const { hostname, port } = new URL(server.url);
    const headers = { ...server.api.headers(), 'content-length': length };
    const request = send({ hostname, port, path: measureUpload.path, method: 'PUT', headers });
    const reply = once(request, 'response').then(async (emitted) => {
      const [response] = emitted as [IncomingMessage];
      const { data } = (await json(response)) as Measured;
      return { status: response.statusCode, data };
    });
    reply.catch(() => undefined);
    request.write(Buffer.alloc(length / 2));
    return {
      abort: () => request.destroy(),
      finish: () => {
        request.end(Buffer.alloc(length / 2));
        return reply;
      },
    };
  }

  const untilFree = () =>
    expect.poll(async () => (await put(new Uint8Array(1))).status, { timeout: 10_000 }).toBe(200);

  it('count what has arrived, up to 8 MiB, and store nothing', async () => {
    const reply = await put(randomBytes(MEASURED_BODY_LIMIT_BYTES));
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const { data } = (await reply.json()) as Measured;
    expect(data.received_bytes).toBe(MEASURED_BODY_LIMIT_BYTES);
    expect(await server.prisma.objectWrite.count()).toBe(0);
  });

  it('tell how long the body has been on its way', async () => {
    const upload = begin();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { data } = await upload.finish();
    expect(data).toMatchObject({ received_bytes: 1000 });
    expect(data.duration_ms).toBeGreaterThan(200);
    const { data: atOnce } = (await (await put(new Uint8Array(10))).json()) as Measured;
    expect(atOnce.duration_ms).toBeLessThan(200);
  });

  it('are refused to all but administrators, above their limit, and without a length (SECURITY 9, 16)', async () => {
    const { api } = await server.createApiKey({ permissions: 0x7fffffff });
    expect((await put(new Uint8Array(10), {})).status).toBe(401);
    expect((await put(new Uint8Array(10), api.headers())).status).toBe(403);
    const tooLarge = await put(randomBytes(MEASURED_BODY_LIMIT_BYTES + 1));
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([
      413,
      { error: 'request.too_large' },
    ]);
    const chunked = { ...server.api.headers(), 'transfer-encoding': 'chunked' };
    expect((await rawRequest(server.url, measureUpload.path, chunked, 'PUT')).status).toBe(411);
  });

  it('are at most eight at the same time, and free their place when they end or break (SECURITY 16)', async () => {
    const uploads = Array.from({ length: MAX_CONCURRENT }, () => begin());
    await expect.poll(async () => (await put(new Uint8Array(1))).status).toBe(429);
    const refused = await put(new Uint8Array(1));
    expect(refused.headers.get('retry-after')).toBe('30');
    uploads[0]?.abort();
    await untilFree();
    const rest = await Promise.all(uploads.slice(1).map(({ finish }) => finish()));
    expect(rest.map(({ status }) => status)).toEqual(rest.map(() => 200));
    const again = Array.from({ length: MAX_CONCURRENT }, () => begin());
    const replies = await Promise.all(again.map(({ finish }) => finish()));
    expect(replies.map(({ status }) => status)).toEqual(again.map(() => 200));
  });
});

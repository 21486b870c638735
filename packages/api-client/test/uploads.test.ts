import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createClient } from '../src/index.ts';

it('an upload waits for its parts to be joined longer than a call may take (SPEC 9)', async () => {
  const calls: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '' } = request;
    const call = url.replace('/api/s3/', '');
    calls.push(call);
    if (call === '/part') {
      request.resume();
      response.writeHead(200, { etag: '"e"' }).end();
      return;
    }
    await json(request);
    if (call === 'multipart/complete') await sleep(300);
    const part = { partNumber: 1, url: `http://${request.headers.host}/part` };
    const ids = { file_id: 'f', upload_id: 'u', etag: '"e-1"', size: 3, slug: 'abc' };
    const data = { ...ids, part_size: 5_242_880, presigned_urls: [part], expires_in: 3600 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, code: 200, message: 'OK', data }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 100 });
  await expect(client.files.upload(new Blob(['abc'])).done).resolves.toMatchObject({ slug: 'abc' });
  expect(calls).toEqual(['multipart/init', '/part', 'multipart/complete', 'commit']);
  server.close();
});

import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SendRequest } from '../src/engine/ports.ts';
import { createNodeSender } from '../src/senders/node.ts';

const CONTENT = new Uint8Array(3 * 1024 * 1024 + 5).fill(7);

let server: Server;
let sizes: number[];

beforeEach(async () => {
  sizes = [];
  server = createServer((request, response) => {
    // Reads the body, or nothing, like a dead connection.
    if (request.url === '/stall') return;
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
    });
    request.on('end', () => {
      sizes.push(size);
      response.writeHead(request.url === '/refuse' ? 403 : 200, { ETag: '"e"' }).end('done');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function put(path: string, extra: Partial<SendRequest> = {}) {
  const { port } = server.address() as AddressInfo;
  return createNodeSender().put({
    url: `http://127.0.0.1:${port}${path}`,
    headers: {},
    body: new Blob([CONTENT]),
    signal: new AbortController().signal,
    onProgress: () => {},
    ...extra,
  });
}

describe('the sender for Node', () => {
  it('sends every byte, tells how many are out, and reads the answer', async () => {
    const progress: number[] = [];
    const response = await put('/part', { onProgress: (bytes) => progress.push(bytes) });
    expect(response.status).toBe(200);
    expect(response.headers.get('ETag')).toBe('"e"');
    expect(response.headers.get('absent')).toBeNull();
    expect(sizes).toEqual([CONTENT.length]);
    expect(progress).toEqual([1_048_576, 2_097_152, 3_145_728, CONTENT.length]);
  });

  it('sends an empty part', async () => {
    expect((await put('/part', { body: new Blob() })).status).toBe(200);
    expect(sizes).toEqual([0]);
  });

  it('resolves with any answer', async () => {
    expect((await put('/refuse')).status).toBe(403);
  });

  it('lets go of a part that is answered before its end', async () => {
    const refusing = createTcpServer((socket) => {
      socket.once('data', () => {
        socket.pause().write('HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\n\r\n');
      });
    });
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/`;
    const agent = new Agent({ keepAlive: true });
    const body = new Blob(Array(8).fill(CONTENT));
    const { signal } = new AbortController();
    const request = { url, body, signal, headers: {}, onProgress: () => {} };
    expect((await createNodeSender({ http: agent }).put(request)).status).toBe(503);
    await expect.poll(() => Object.keys(agent.sockets)).toEqual([]);
    refusing.close();
  });

  it('ends when it is told to', async () => {
    const controller = new AbortController();
    const sending = put('/stall', { signal: controller.signal });
    controller.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('rejects where nobody answers', async () => {
    await expect(put('', { url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it('says so where the file has changed on disk', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'node-sender-'));
    const path = join(directory, 'file.bin');
    await writeFile(path, CONTENT);
    const body = await openAsBlob(path);
    await writeFile(path, 'something else altogether');
    await expect(put('/part', { body })).rejects.toMatchObject({ code: 'file_unreadable' });
    await rm(directory, { recursive: true });
  });
});

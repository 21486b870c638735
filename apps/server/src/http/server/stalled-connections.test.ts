import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { handleClientError } from './client-error.ts';
import { endStalledConnections } from './stalled-connections.ts';

const TIMEOUTS = { requestMs: 300, replyMs: 600 };
/** Long enough for a stalled connection to be closed. */
const TOO_LONG_MS = 1500;
const BIG = Buffer.alloc(64 * 1024 * 1024);

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Opens a connection to a server with this handler. */
async function connectTo(
  answer: (...exchange: Parameters<RequestListener>) => unknown,
): Promise<Socket> {
  const server = createServer({ requestTimeout: 0 }, (...exchange) => void answer(...exchange));
  server.on('clientError', handleClientError);
  endStalledConnections(server, TIMEOUTS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  closers.push(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  await once(socket, 'connect');
  return socket;
}

const put = (length: number, body: string) =>
  `PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`;
const GET = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

describe('connections that make no progress (CONTRACT A6, SECURITY 16)', () => {
  it('are told and ended in the middle of a request', async () => {
    const socket = await connectTo((request) => request.resume());
    socket.write(put(10, 'half'));
    const reply = await text(socket);
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(reply.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 408,
      error: 'request.timeout',
    });
  });

  it('are ended without a word where the reply has begun', async () => {
    const socket = await connectTo((request, response) => {
      request.resume();
      response.write('begun');
    });
    socket.write(put(10, 'half'));
    const reply = await text(socket);
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    expect(reply).not.toContain('408');
  });

  it('are ended where the rest of a refused request never comes', async () => {
    const socket = await connectTo((_request, response) => response.writeHead(413).end());
    socket.write(put(10, 'half').replace('close', 'keep-alive'));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('stay while bytes come now and then', async () => {
    const socket = await connectTo(async (request, response) => response.end(await text(request)));
    socket.write(put(12, ''));
    for (const byte of 'slow but sure'.replaceAll(' ', '_').slice(0, 12)) {
      await setTimeout(TIMEOUTS.requestMs / 2);
      socket.write(byte);
    }
    expect(await text(socket)).toMatch(/slow_but_sur$/);
  });

  it('stay while the server works on a request that has arrived', async () => {
    const socket = await connectTo(async (request, response) => {
      await text(request);
      await setTimeout(TOO_LONG_MS);
      response.end('done');
    });
    socket.write(put(4, 'body'));
    expect(await text(socket)).toMatch(/done$/);
  });

  it('stay while the server takes no bytes that have arrived', async () => {
    const socket = await connectTo(async (request, response) => {
      await setTimeout(TOO_LONG_MS);
      response.end(String((await text(request)).length));
    });
    const length = 1024 * 1024;
    socket.write(put(length, 'x'.repeat(length)));
    expect(await text(socket)).toMatch(/1048576$/);
  });

  it('are ended where nobody reads the reply', async () => {
    const ended = Promise.withResolvers<void>();
    const socket = await connectTo((_request, response) => {
      response.once('close', ended.resolve).end(BIG);
    });
    socket.pause();
    socket.write(GET.replace('close', 'keep-alive'));
    socket.write('GET /');
    // Sending bytes of a next request does not count as reading the reply.
    const dripping = setInterval(() => socket.write('a'), 50);
    await ended.promise;
    clearInterval(dripping);
    const received = await text(socket).catch(() => '');
    expect(received.length).toBeLessThan(BIG.length);
  });

  it('stay while somebody reads the reply slowly', async () => {
    const socket = await connectTo((_request, response) => response.end(BIG));
    socket.write(GET);
    let received = 0;
    for await (const chunk of socket) {
      const before = received;
      received += chunk.length;
      // Pauses several times without reading; the pauses together exceed the timeout.
      if (received >> 23 !== before >> 23) await setTimeout(TIMEOUTS.replyMs / 3);
    }
    expect(received).toBeGreaterThan(BIG.length);
  });
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Content of the source's files. */
export const SOURCE_TEXT = 'hello from the source';
/** Mebibyte of zeros, compressed with gzip. */
export const GZIP_BOMB = gzipSync(Buffer.alloc(1024 * 1024));

export interface TestSource {
  readonly url: string;
  readonly port: number;
  /** Every request since the last `forget`, oldest first. */
  readonly requests: readonly IncomingMessage[];
  /** Number of bytes that the endless body has sent. */
  readonly endlessBytes: () => number;
  /** Resolves when every connection is closed. */
  idle(): Promise<void>;
  forget(): void;
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => void;

/** Server on loopback that files are fetched from; some of its paths are malicious. */
export async function startSource(): Promise<TestSource> {
  let requests: IncomingMessage[] = [];
  let endlessBytes = 0;
  const send = (response: ServerResponse, headers: Record<string, string> = {}) => {
    response.writeHead(200, { 'content-length': String(SOURCE_TEXT.length), ...headers });
    response.end(SOURCE_TEXT);
  };
  const answers: Record<string, Answer> = {
    '/hello.txt': (_request, response) =>
      send(response, {
        'content-type': 'text/plain',
        'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT',
        'access-control-allow-origin': '*',
      }),
    '/page': (_request, response) =>
      send(response, {
        'content-type': 'text/html',
        'content-disposition': `attachment; filename="../a\\"b.html"; filename*=UTF-8''..%2F%3C%E4%BD%A0.html`,
      }),
    '/nameless': (_request, response) => send(response, { 'content-type': 'no type\t' }),
    '/no-head.bin': ({ method }, response) => {
      if (method === 'HEAD') response.writeHead(405).end();
      else send(response);
    },
    '/chunked.bin': (_request, response) => {
      response.write('a');
      response.end('b');
    },
    '/endless.bin': (_request, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!response.destroyed) {
          endlessBytes += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      more();
    },
    '/slow.bin': (_request, response) => {
      response.writeHead(200, { 'content-length': '2' });
      response.write('a');
    },
    '/drip.bin': (_request, response) => {
      const timer = setInterval(() => response.write('a'), 10);
      response.once('close', () => clearInterval(timer));
    },
    '/silent.bin': () => undefined,
    '/broken.bin': (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('a', () => response.destroy());
    },
    '/partial.bin': (_request, response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-4/21', 'content-length': '5' });
      response.end(SOURCE_TEXT.slice(0, 5));
    },
    '/later.bin': (_request, response) => response.writeHead(202).end('not made yet'),
    '/bomb.txt': (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
      response.end(GZIP_BOMB);
    },
    '/headers.bin': (_request, response) => send(response, { 'x-large': 'x'.repeat(40_000) }),
    '/upgrade.bin': (_request, response) =>
      response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end(),
    '/redirect': (_request, response, query) =>
      response.writeHead(302, { location: query.get('to') ?? '' }).end(),
    '/loop': (_request, response, query) => {
      const left = Number(query.get('left'));
      const location = left > 0 ? `/loop?left=${left - 1}` : '/hello.txt';
      response.writeHead(307, { location }).end();
    },
  };
  const server = createServer((request, response) => {
    requests.push(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://source');
    const answer = answers[pathname];
    if (answer) answer(request, response, searchParams);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get requests() {
      return requests;
    },
    endlessBytes: () => endlessBytes,
    async idle() {
      while ((await connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    forget() {
      requests = [];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Fault of one PUT of a part. */
export type PutFault =
  | { kind: 'drop' }
  | { kind: 'stall' }
  | { kind: 'lost' }
  | { kind: 'delay'; delayMs: number }
  | { kind: 'status'; status: number; headers?: Record<string, string> };

export interface FaultServer {
  readonly pageUrl: string;
  readonly objects: Map<string, Buffer>;
  readonly uploads: Map<string, Map<number, Buffer>>;
  /** All PUTs and their status, as `3 200`; 0 for no answer. */
  readonly puts: string[];
  /** All calls of the signing server. */
  readonly calls: string[];
  putFault: (partNumber: number, tryNumber: number) => PutFault | undefined;
  /** Whether the answer to a call of the signing server is lost after the call took effect. */
  isLost: (call: string) => boolean;
  exposedHeaders: string;
  urlLifetimeMs: number;
  /** Number of milliseconds by which both servers' clocks are ahead of the browser's. */
  skewMs: number;
  /** Whether URLs have an expiry by the servers' clock instead of a lifetime. */
  isExpiryAbsolute: boolean;
  close(): Promise<void>;
}

interface Call {
  uploadId: string;
  key: string;
  file: { name: string };
  partNumbers: number[];
  parts: { partNumber: number; etag: string }[];
}

/** Starts a page, a signing server, and on another origin a store with CORS, with configurable faults. */
export async function startFaultServer(bundle: string): Promise<FaultServer> {
  const triesByPart = new Map<number, number>();
  let lastId = 0;
  let storeUrl = '';

  const now = (): number => Date.now() + server.skewMs;
  const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

  function answerCall(name: string, call: Call): unknown {
    const parts = server.uploads.get(call.uploadId);
    if (name === 'create') {
      lastId += 1;
      server.uploads.set(`u${lastId}`, new Map());
      return { uploadId: `u${lastId}`, key: call.file.name };
    }
    if (name === 'head') {
      const bytes = server.objects.get(call.key);
      return bytes === undefined ? null : { size: bytes.length, lastModifiedMs: now() };
    }
    if (parts === undefined) return undefined;
    if (name === 'sign') {
      const expiresAtMs = now() + server.urlLifetimeMs;
      const urls = call.partNumbers.map((partNumber) => ({
        partNumber,
        url: `${storeUrl}/${call.uploadId}/${partNumber}?until=${expiresAtMs}`,
      }));
      return {
        urls,
        ...(server.isExpiryAbsolute ? { expiresAtMs } : { expiresInMs: server.urlLifetimeMs }),
      };
    }
    if (name === 'list') {
      return [...parts].map(([partNumber, bytes]) => ({
        ...{ partNumber, size: bytes.length, etag: etagOf(bytes) },
      }));
    }
    server.uploads.delete(call.uploadId);
    if (name === 'abort') return {};
    const chosen = call.parts.map(({ partNumber }) => parts.get(partNumber) ?? Buffer.alloc(0));
    server.objects.set(call.key, Buffer.concat(chosen));
    return { size: Buffer.concat(chosen).length };
  }

  async function serveApp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/bundle.js') {
      response.setHeader('content-type', 'text/javascript');
      return void response.end(bundle);
    }
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html');
      return void response.end(
        '<!doctype html><input type="file"><div id="root"></div><script type="module" src="/bundle.js"></script>',
      );
    }
    const name = request.url?.slice(1) ?? '';
    const answer = answerCall(name, JSON.parse((await readBody(request)).toString()));
    server.calls.push(name);
    if (server.isLost(name)) return void response.destroy();
    response.statusCode = answer === undefined ? 404 : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer ?? null));
  }

  async function serveStore(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-methods', 'PUT');
    response.setHeader('access-control-expose-headers', server.exposedHeaders);
    response.setHeader('date', new Date(now()).toUTCString());
    if (request.method === 'OPTIONS') return void response.end();
    const url = new URL(request.url ?? '', storeUrl);
    const [, uploadId = '', number] = url.pathname.split('/');
    const partNumber = Number(number);
    const tryNumber = (triesByPart.get(partNumber) ?? 0) + 1;
    triesByPart.set(partNumber, tryNumber);
    const fault = server.putFault(partNumber, tryNumber);
    const isExpired = now() > Number(url.searchParams.get('until'));

    function answer(status: number, headers: Record<string, string> = {}): void {
      server.puts.push(`${partNumber} ${status}`);
      response.writeHead(status, headers).end();
    }

    if (fault?.kind === 'drop') {
      await once(request, 'data');
      server.puts.push(`${partNumber} 0`);
      return void request.destroy();
    }
    if (fault?.kind === 'stall') return void server.puts.push(`${partNumber} 0`);
    const bytes = await readBody(request);
    if (isExpired) return answer(403);
    if (fault?.kind === 'status') return answer(fault.status, fault.headers);
    if (fault?.kind === 'delay') await sleep(fault.delayMs);
    const upload = server.uploads.get(uploadId);
    if (upload === undefined) return answer(404);
    upload.set(partNumber, bytes);
    if (fault?.kind === 'lost') {
      server.puts.push(`${partNumber} 0`);
      return void response.destroy();
    }
    answer(200, { etag: etagOf(bytes) });
  }

  const app = await listen(serveApp);
  const store = await listen(serveStore);
  storeUrl = store.url;
  const server: FaultServer = {
    pageUrl: app.url,
    ...{ objects: new Map(), uploads: new Map(), puts: [], calls: [] },
    putFault: () => undefined,
    isLost: () => false,
    exposedHeaders: 'ETag, Date, Retry-After',
    urlLifetimeMs: 3_600_000,
    ...{ skewMs: 0, isExpiryAbsolute: false },
    async close() {
      await Promise.all([app.close(), store.close()]);
    },
  };
  return server;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): Promise<{ url: string; close(): Promise<void> }> {
  const listener: RequestListener = (request, response) => {
    // Browsers that close the connection midway are part of the tests.
    Promise.resolve(handle(request, response)).catch(() => response.destroy());
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

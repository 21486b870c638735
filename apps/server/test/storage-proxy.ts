import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKeyedMutex } from '../src/concurrency/keyed-mutex.ts';

/** Request on its way to a storage. */
export interface StorageRequest {
  /** Operation such as `list` or `copy`. */
  readonly operation: string;
  /** Key of the object; '' for requests about the bucket. */
  readonly key: string;
  /** Number of requests of this operation since the fault was set, including this one. */
  readonly count: number;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Fault instead of an answer: an S3 error, or a closed connection. */
export type StorageFault =
  | { readonly status: number; readonly xml: string }
  /** The storage answers at once, and its reply arrives later. */
  | { readonly repliesAfter: Promise<unknown> }
  /** Closes the connection before the request reaches the storage. */
  | 'drop'
  /** The storage handles the request, but the reply is lost. */
  | 'drop_reply'
  /** Half of the body arrives. */
  | 'cut_reply'
  | undefined;

export type FaultRule = (request: StorageRequest) => StorageFault | Promise<StorageFault>;

/** Proxy between the server and a storage that counts requests and simulates faults. */
export interface StorageProxy {
  readonly url: string;
  readonly requests: string[];
  /** Maximum number of concurrent requests since the fault was last set. */
  mostAtOnce(): number;
  /** Number of requests that are being answered now. */
  running(): number;
  setFault(rule: FaultRule | undefined): void;
  /**
   * From now on the storage gets the PUTs of a key one after the other. Returns how another program puts
   * its own into that line.
   */
  separate(key: string): <Result>(put: () => Promise<Result>) => Promise<Result>;
  close(): Promise<void>;
}

/** Forwards every request unchanged, including its `Host`, so that signatures stay valid. */
export async function startStorageProxy(target: string): Promise<StorageProxy> {
  const requests: string[] = [];
  let running = 0;
  let most = 0;
  let rule: FaultRule | undefined;
  let counts = new Map<string, number>();
  const inTurn = createKeyedMutex();
  const separated = new Set<string>();
  const server = createServer((request, response) => {
    const operation = operationOf(request);
    requests.push(operation);
    running += 1;
    most = Math.max(most, running);
    response.on('close', () => {
      running -= 1;
    });
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    const { method = '', headers } = request;
    const key = keyOf(request);
    Promise.resolve(rule?.({ operation, key, count, method, headers }))
      .then((fault) => {
        const send = () => answer(target, request, response, fault);
        if (operation !== 'put' || !separated.has(key)) return send();
        return inTurn(key, async () => {
          const closed = new Promise((resolve) => response.once('close', resolve));
          send();
          await closed;
        });
      })
      .catch(() => request.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    mostAtOnce: () => most,
    running: () => running,
    setFault(next) {
      rule = next;
      counts = new Map();
      most = running;
    },
    separate(key) {
      separated.add(key);
      return (put) => inTurn(key, put);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function s3Error(status: number, code: string, more = ''): StorageFault {
  return { status, xml: `<Error><Code>${code}</Code>${more}</Error>` };
}

function answer(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault: StorageFault,
): void {
  if (fault === 'drop') {
    request.socket.destroy();
    return;
  }
  if (typeof fault === 'object' && 'xml' in fault) {
    request.resume();
    response.writeHead(fault.status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?>${fault.xml}`);
    return;
  }
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = request;
  const onward = send({ hostname, port, method, path, headers }, (reply) => {
    if (fault === 'drop_reply') {
      reply.resume().on('end', () => request.socket.destroy());
      return;
    }
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    if (fault === 'cut_reply') {
      reply.once('data', (chunk: Buffer) => {
        response.write(chunk.subarray(0, chunk.length / 2), () => request.socket.destroy());
      });
      return;
    }
    if (typeof fault === 'object') void fault.repliesAfter.then(() => reply.pipe(response));
    else reply.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => response.writableFinished || onward.destroy());
  request.pipe(onward);
}

function keyOf({ url = '' }: IncomingMessage): string {
  const { pathname } = new URL(url, 'http://storage.invalid');
  return decodeURIComponent(pathname.split('/').slice(2).join('/'));
}

function operationOf({ method, url = '', headers }: IncomingMessage): string {
  const { searchParams } = new URL(url, 'http://storage.invalid');
  if (searchParams.has('list-type')) return 'list';
  if (method === 'POST' && searchParams.has('delete')) return 'delete';
  if (searchParams.has('uploads')) return method === 'POST' ? 'create-upload' : 'list-uploads';
  if (searchParams.has('uploadId')) return `${method} part`;
  if (method === 'PUT' && headers['x-amz-copy-source'] !== undefined) return 'copy';
  return { GET: 'get', HEAD: 'head', PUT: 'put', DELETE: 'delete' }[method ?? ''] ?? String(method);
}

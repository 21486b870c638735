import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the proxy has received. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** 0 until it is answered. */
  status: number;
}

/** Fault of the proxy for one request. */
export type Fault =
  /** Reads the body and never answers. */
  | 'hold'
  /** Closes the connection before the request reaches the server. */
  | 'drop'
  /** Closes the connection when the server has answered, before any of the response. */
  | 'lose'
  /** Answers with this data, without asking the server. */
  | { readonly reply: unknown }
  /** Answers with this status, without asking the server. */
  | { readonly status: number }
  /** Closes the connection after this many bytes of the response. */
  | { readonly cutAfterBytes: number }
  /** Stops forwarding the request's body after this many bytes, and keeps the connection open. */
  | { readonly holdAfterBytes: number }
  | undefined;

/** Proxy between the program and the server: records requests, and injects faults. */
export interface CountingProxy {
  readonly url: string;
  /** Requests since the last `forget`, in order. */
  readonly requests: readonly SeenRequest[];
  /** Numbers of the parts that the storage has accepted since then, in order. */
  takenParts(): number[];
  setFault(rule: (request: SeenRequest, seen: readonly SeenRequest[]) => Fault): void;
  /** Resolves when the fault has occurred. */
  struck(): Promise<void>;
  forget(): void;
  close(): Promise<void>;
}

/** Forwards requests with their `Host`, so that addresses signed by the server also lead to the proxy. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  let requests: SeenRequest[] = [];
  let rule: Parameters<CountingProxy['setFault']>[0] = () => undefined;
  let struck = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', target);
    const { method = '', headers } = request;
    const seen: SeenRequest = { method, path: pathname, query: searchParams, headers, status: 0 };
    const fault = rule(seen, requests);
    requests.push(seen);
    if (fault === 'hold') request.once('data', () => struck.resolve()).resume();
    else if (fault === 'drop') request.socket.destroy();
    else if (typeof fault === 'object' && 'status' in fault) {
      request.resume();
      response.writeHead(fault.status).end();
    } else if (typeof fault === 'object' && 'reply' in fault) {
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ code: 200, success: true, data: fault.reply }));
    } else forward(target, request, response, seen, fault, () => struck.resolve());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    takenParts: () =>
      requests
        .filter(
          ({ method, query, status }) =>
            method === 'PUT' && query.has('partNumber') && status === 200,
        )
        .map(({ query }) => Number(query.get('partNumber')))
        .toSorted((one, other) => one - other),
    setFault(next) {
      rule = next;
      struck = Promise.withResolvers();
    },
    struck: () => struck.promise,
    forget() {
      requests = [];
      rule = () => undefined;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  seen: SeenRequest,
  fault: Exclude<Fault, 'hold' | 'drop' | { reply: unknown } | { status: number }>,
  onStrike: () => void,
): void {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = request;
  const onward = send({ hostname, port, method, path, headers }, (reply) => {
    seen.status = reply.statusCode ?? 502;
    if (fault === 'lose') return response.destroy();
    response.writeHead(seen.status, reply.headers);
    if (fault === undefined) return reply.pipe(response);
    const isCut = 'cutAfterBytes' in fault;
    let left = isCut ? fault.cutAfterBytes : fault.holdAfterBytes;
    return reply.on('data', (chunk: Buffer) => {
      if (left <= 0) return;
      const piece = chunk.subarray(0, left);
      left -= piece.length;
      response.write(piece, () => {
        if (left > 0) return;
        if (isCut) response.destroy();
        if (isCut) reply.destroy();
        onStrike();
      });
    });
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => response.writableFinished || onward.destroy());
  request.on('error', () => onward.destroy());
  request.pipe(onward);
}

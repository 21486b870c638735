import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came by. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** 0 as long as it is not answered. */
  status: number;
}

/** Fault of the proxy for one request. */
export type Fault =
  /** Its body is taken and never answered. */
  | 'hold'
  /** Ends the connection before anything reaches the server. */
  | 'drop'
  /** The server is not asked; this is the data of the reply. */
  | { readonly reply: unknown }
  /** So much of the reply arrives, and then the connection ends. */
  | { readonly cutAfterBytes: number }
  /** Ends the request before its end, and leaves the connection open. */
  | { readonly holdAfterBytes: number }
  | undefined;

/** Stands between the program and the server: counts what is sent, and makes faults. */
export interface CountingProxy {
  readonly url: string;
  /** Since the last `forget`, in the order in which they came. */
  readonly requests: readonly SeenRequest[];
  /** Numbers of the parts that storage has taken since then, in order. */
  takenParts(): number[];
  setFault(rule: (request: SeenRequest, seen: readonly SeenRequest[]) => Fault): void;
  /** Resolves when the fault has struck. */
  struck(): Promise<void>;
  forget(): void;
  close(): Promise<void>;
}

/** Hands requests on with their `Host`, so that the addresses which the server signs lead here too. */
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
    else if (fault && 'reply' in fault) {
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
  fault: Exclude<Fault, string | { reply: unknown }>,
  onStrike: () => void,
): void {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = request;
  const onward = send({ hostname, port, method, path, headers }, (reply) => {
    seen.status = reply.statusCode ?? 502;
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

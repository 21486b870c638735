import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Answer of the server to one request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A received request. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/**
 * Starts a server on loopback that answers the first requests with the given answers, and later ones
 * normally.
 */
export async function startFaultServer() {
  const answers: Answer[] = [];
  const arrived: Arrived[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    arrived.push({ method, url, headers, body: (await buffer(request)).toString() });
    (answers.shift() ?? succeed())(request, response);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    arrived,
    will: (...next: Answer[]) => void answers.push(...next),
    reset() {
      answers.length = 0;
      arrived.length = 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type FaultServer = Awaited<ReturnType<typeof startFaultServer>>;

/** A successful response in its envelope (CONTRACT A1). */
export function succeed(data: unknown = null, beside: object = {}): Answer {
  return (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, code: 200, message: 'OK', data, ...beside }));
  };
}

export function refuse(status: number, error: string, headers: object = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    const reply = { success: false, code: status, error, message: `No: ${error}`, data: null };
    response.end(JSON.stringify({ ...reply, requestId: 'r-1' }));
  };
}

export const drop: Answer = (request) => void request.socket.destroy();

/** Closes the connection in the middle of the body. */
export const breakOff: Answer = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"success":true,', () => request.socket.destroy());
};

export const stall: Answer = () => undefined;

/** Starts the body and never ends it. */
export const stallInBody: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"success":true,');
};

export const answerHtml: Answer = (_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<h1>Welcome to the proxy</h1>');
};

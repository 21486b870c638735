import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request that is being answered. */
export interface WatchedRequest {
  readonly id: string;
  readonly request: IncomingMessage;
  /** Socket of the request. `request` loses it once somebody stops reading its body. */
  readonly socket: Socket;
  /** The route's template, such as `/api/paste/:slug`; never an address, of which there is no end. */
  route: string;
}

/** A request whose connection has no more to do for it. */
export interface EndedRequest extends WatchedRequest {
  /** Undefined where the caller went before there was an answer. */
  readonly status: number | undefined;
  /** The caller went, or was cut off, before it had the whole answer. */
  readonly isAborted: boolean;
  readonly durationMs: number;
  /** On the wire, headers included. */
  readonly bytesReceived: number;
  readonly bytesSent: number;
}

export interface RequestObserver {
  began?(request: WatchedRequest): void;
  ended(request: EndedRequest): void;
}

/** Route name of requests without a route: pages and files of the web app, and unknown addresses. */
export const WEB_ROUTE = 'web';

/**
 * Sees each request of the server from its first line to its last byte. It stands below Fastify, so that
 * requests of the embedded store count too, and those whose caller does not wait for the end.
 */
export function createRequestWatch(
  nameRequest: (request: IncomingMessage) => string,
  observers: readonly RequestObserver[],
) {
  const requests = new WeakMap<IncomingMessage, WatchedRequest>();
  /** Bytes that a connection had moved at the end of its last request. */
  const counted = new WeakMap<Socket, { received: number; sent: number }>();

  const end = (watched: WatchedRequest, response: ServerResponse, startedAt: number) => {
    const { socket } = watched;
    const { received, sent } = counted.get(socket) ?? { received: 0, sent: 0 };
    const { bytesRead, bytesWritten } = socket;
    counted.set(socket, { received: bytesRead, sent: bytesWritten });
    const ended: EndedRequest = {
      ...watched,
      status: response.headersSent ? response.statusCode : undefined,
      isAborted: !response.writableFinished,
      durationMs: performance.now() - startedAt,
      bytesReceived: bytesRead - received,
      bytesSent: bytesWritten - sent,
    };
    for (const observer of observers) observer.ended(ended);
  };

  return {
    begin(request: IncomingMessage, response: ServerResponse): WatchedRequest {
      const { socket } = request;
      const watched = { id: nameRequest(request), request, socket, route: WEB_ROUTE };
      const startedAt = performance.now();
      requests.set(request, watched);
      response.once('close', () => end(watched, response, startedAt));
      for (const observer of observers) observer.began?.(watched);
      return watched;
    },
    /** The id of a request that has begun, or a new one for what comes another way. */
    idOf: (request: IncomingMessage) => requests.get(request)?.id ?? nameRequest(request),
    nameRoute(request: IncomingMessage, route: string): void {
      const watched = requests.get(request);
      if (watched) watched.route = route;
    },
  };
}

export type RequestWatch = ReturnType<typeof createRequestWatch>;

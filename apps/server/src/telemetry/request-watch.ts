import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Request that is being answered. */
export interface WatchedRequest {
  readonly id: string;
  readonly request: IncomingMessage;
  /** Socket of the request, stored here because `request` loses it once its body is no longer read. */
  readonly socket: Socket;
  /**
   * Template of the route, such as `/api/paste/:slug`; never a URL, because their number is unlimited.
   */
  route: string;
}

/** Request that is over for its connection. */
export interface EndedRequest extends WatchedRequest {
  /** Undefined if the caller disconnected before there was an answer. */
  readonly status: number | undefined;
  /** True if the caller disconnected, or was cut off, before it had the whole answer. */
  readonly isAborted: boolean;
  readonly durationMs: number;
  /** Bytes on the wire, including headers. */
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
 * Watches each request from its first line to its last byte. Works below Fastify, so that requests to
 * the embedded store count, too, and those whose caller disconnects.
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
    /** Id of a request that has begun, or a new one for requests that bypass the watch. */
    idOf: (request: IncomingMessage) => requests.get(request)?.id ?? nameRequest(request),
    nameRoute(request: IncomingMessage, route: string): void {
      const watched = requests.get(request);
      if (watched) watched.route = route;
    },
  };
}

export type RequestWatch = ReturnType<typeof createRequestWatch>;

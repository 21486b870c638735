import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { IsTrusted } from './trusted-proxies.ts';

/** Formats of request ids: hexadecimal, UUIDs, and those of tracing systems. */
const READABLE = /^[\w.:=+/@-]{1,128}$/;

/**
 * Returns the id of a request: the one from a trusted proxy, so that both logs can be compared, or a
 * new one. Ids from other clients are not trusted, because a client could choose another request's id
 * to hide in its log lines.
 */
export function createRequestIds(isTrusted: IsTrusted): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const { 'x-request-id': given } = headers;
    const isNamed = typeof given === 'string' && READABLE.test(given);
    return isNamed && isTrusted(socket.remoteAddress ?? '', 0) ? given : randomUUID();
  };
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { IsTrusted } from './trusted-proxies.ts';

/** Formats of request ids: hexadecimal, UUIDs, and those of tracing systems. */
const READABLE = /^[\w.:=+/@-]{1,128}$/;

/**
 * Names a request: as a trusted proxy has, so that its log can be laid beside ours, or else anew. What
 * others send is not believed, because whoever chooses an id can hide in somebody else's lines.
 */
export function createRequestIds(isTrusted: IsTrusted): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const { 'x-request-id': given } = headers;
    const isNamed = typeof given === 'string' && READABLE.test(given);
    return isNamed && isTrusted(socket.remoteAddress ?? '', 0) ? given : randomUUID();
  };
}

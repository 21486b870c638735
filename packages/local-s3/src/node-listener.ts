import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Request, S3Response } from './http/s3-message.ts';

/** How much of a refused body is read before the connection is closed, in bytes. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

type Handle = (request: S3Request) => Promise<S3Response>;

/** Passes requests of node:http to the store, and its replies back. */
export function createListener(handle: Handle, onError: (error: unknown) => void) {
  return (message: IncomingMessage, reply: ServerResponse): void => {
    answer(handle, message, reply).catch((error) => {
      // The client is gone, or reading failed in the middle of a reply; no error can be sent any more.
      if (!message.destroyed && !reply.destroyed) onError(error);
      reply.destroy();
    });
  };
}

async function answer(
  handle: Handle,
  message: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  const closing = new AbortController();
  reply.once('close', () => closing.abort());
  const response = await handle({
    method: message.method ?? 'GET',
    url: message.url ?? '/',
    headers: joinHeaders(message),
    body: message,
    signal: closing.signal,
  });
  const { status, headers, body } = response;
  reply.writeHead(status, headers);
  if (body instanceof Readable) {
    await pipeline(body, reply);
    return;
  }
  reply.end(body);
  discardRest(message);
}

/**
 * Reads the rest of a refused body. If the connection were closed at once, a client that is still
 * sending would never read why it was refused; if it stayed open, the rest would be taken for the next
 * request.
 */
function discardRest(message: IncomingMessage): void {
  if (message.complete) return;
  let left = MAX_DISCARDED_BYTES;
  message.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) message.destroy();
  });
}

function joinHeaders(message: IncomingMessage): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return headers;
}

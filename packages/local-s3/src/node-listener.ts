import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Request, S3Response } from './http/s3-message.ts';

/** More than a part of an upload usually has; beyond it the connection is cut after all. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

type Handle = (request: S3Request) => Promise<S3Response>;

/** Carries node:http's messages to the store and back. */
export function createListener(handle: Handle, onError: (error: unknown) => void) {
  return (message: IncomingMessage, reply: ServerResponse): void => {
    answer(handle, message, reply).catch((error) => {
      // The client went away, or a file broke in the middle of a reply: neither can be told.
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
 * A client that is still sending would meet a reset connection before it reads why it was refused,
 * and the rest of its body would be taken for its next request.
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

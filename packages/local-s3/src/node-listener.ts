import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Request, S3Response } from './http/s3-message.ts';

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
  // What is left of a refused body would be taken for the next request.
  const isUnread = !message.complete && !message.readableEnded;
  reply.writeHead(status, isUnread ? { ...headers, connection: 'close' } : headers);
  if (body instanceof Readable) {
    await pipeline(body, reply);
    return;
  }
  reply.end(body);
  // Read on, or the client would meet a reset connection before it reads the reply.
  if (isUnread) message.resume();
}

function joinHeaders(message: IncomingMessage): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return headers;
}

import type { Readable } from 'node:stream';

/** An HTTP request, from a socket or from a client in this process. */
export interface S3Request {
  readonly method: string;
  /** Path and query exactly as in the request line: undecoded, with the base path. */
  readonly url: string;
  /** Names in lower case; repeated ones joined with a comma. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Readable;
  readonly signal?: AbortSignal;
}

export interface S3Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream must be read to its end or destroyed. */
  readonly body?: Readable | Buffer | string;
}

/** Iterates over the body. Stopping early does not destroy the stream, so a reply can still be sent. */
export async function* bodyChunks({ body, signal }: S3Request): AsyncGenerator<Buffer> {
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    signal?.throwIfAborted();
    if (Buffer.isBuffer(chunk)) yield chunk;
    else yield Buffer.from(chunk);
  }
}

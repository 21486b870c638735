import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { S3Request, S3Response } from './http/s3-message.ts';

/** The request that the AWS SDK v3 gives to its HTTP handler, declared here to need no dependency. */
export interface SdkHttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface SdkHttpResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Readable;
}

/** A `requestHandler` for an SDK client whose requests are answered in this process. */
export interface SdkRequestHandler {
  readonly metadata: { readonly handlerProtocol: string };
  handle(
    request: SdkHttpRequest,
    options?: { readonly abortSignal?: unknown },
  ): Promise<{ response: SdkHttpResponse }>;
  updateHttpClientConfig(key: never, value: never): void;
  httpHandlerConfigs(): Record<string, never>;
  destroy(): void;
}

export function createSdkRequestHandler(
  handle: (request: S3Request) => Promise<S3Response>,
): SdkRequestHandler {
  return {
    metadata: { handlerProtocol: 'http/1.1' },
    async handle(request, options = {}) {
      const signal = options.abortSignal instanceof AbortSignal ? options.abortSignal : undefined;
      signal?.throwIfAborted();
      const body = toReadable(request.body);
      const stop = () => body.destroy();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        // Lets other work run between requests, as waiting for a socket would.
        await setImmediate();
        signal?.throwIfAborted();
        const response = await handle({
          method: request.method,
          url: `${request.path}${writeQuery(request.query ?? {})}`,
          headers: lowerCaseNames(request.headers),
          body,
          ...(signal === undefined ? {} : { signal }),
        });
        const { status, headers } = response;
        const reply = toReadable(response.body);
        return { response: { statusCode: status, headers: { ...headers }, body: reply } };
      } catch (error) {
        // After an abort the SDK expects the signal's reason, not the error of the broken stream.
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
    destroy: () => undefined,
  };
}

function writeQuery(query: NonNullable<SdkHttpRequest['query']>): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    const encoded = encodeURIComponent(name);
    if (value === null) pairs.push(encoded);
    else for (const each of [value].flat()) pairs.push(`${encoded}=${encodeURIComponent(each)}`);
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

function toReadable(body: unknown): Readable {
  if (body === undefined || body === null || body === '') return Readable.from([]);
  if (body instanceof Readable) return body;
  if (typeof body === 'string') return Readable.from([Buffer.from(body)]);
  if (body instanceof Uint8Array) {
    return Readable.from([Buffer.from(body.buffer, body.byteOffset, body.byteLength)]);
  }
  if (body instanceof ArrayBuffer) return Readable.from([Buffer.from(body)]);
  if (body instanceof Blob) return Readable.fromWeb(body.stream());
  if (body instanceof ReadableStream) return Readable.fromWeb(body);
  throw new TypeError('The body of the request is of no known kind');
}

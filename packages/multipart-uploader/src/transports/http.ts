import type { CompletedObject, UploadTransport } from '../engine/ports.ts';

/**
 * Address and headers of the upload server.
 *
 * @example
 * const options: HttpTransportOptions = { url: '/uploads', headers: () => ({ authorization: token() }) };
 */
export interface HttpTransportOptions {
  /** Base address of the calls: `/uploads` for `/uploads/begin`. Relative to the page, or absolute. */
  readonly url: string;
  /** Headers of each call; a function is called each time, for tokens that are renewed. Default none. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);
  /** Whether to send cookies; `include` for another origin. Default `same-origin`. */
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  /** Default the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/**
 * Calls the handlers of `createUploadServer` from `./server`. It sends only JSON, no bytes of files.
 *
 * @param options `url` is required, see {@link HttpTransportOptions}
 *
 * @example
 * const uploader = createUploader({
 *   transport: createHttpTransport({ url: '/uploads' }),
 *   send: createXhrSender(),
 * });
 */
export function createHttpTransport<Metadata = unknown, Data = unknown>({
  url,
  headers = {},
  credentials = 'same-origin',
  ...options
}: HttpTransportOptions): UploadTransport<Metadata, Data> {
  async function call<Answer>(action: string, body: object, signal: AbortSignal): Promise<Answer> {
    const given = typeof headers === 'function' ? await headers() : headers;
    // Read on each call, because instrumentation may replace `fetch`.
    const response = await (options.fetch ?? fetch)(`${url.replace(/\/$/, '')}/${action}`, {
      ...{ method: 'POST', credentials, signal, body: JSON.stringify(body) },
      headers: { ...given, 'content-type': 'application/json' },
    });
    const answer = await response.json().catch((cause: unknown) => {
      // A 200 without JSON is not from our server, and a truncated one must be retried.
      if (response.ok) throw new Error(`${action}: the answer is not JSON`, { cause });
    });
    if (response.ok) return answer as Answer;
    throw Object.assign(new Error(answer?.message ?? `${action}: status ${response.status}`), {
      status: response.status,
      code: answer?.code,
      // In seconds; dates (RFC 9110 10.2.3) are not supported here.
      retryAfterMs: Number(response.headers.get('retry-after')) * 1000 || undefined,
    });
  }

  return {
    create: ({ file, metadata, partSize }, signal) =>
      call('begin', { file, metadata, partSize }, signal),
    signParts: ({ uploadId, partNumbers }, signal) =>
      call('sign', { uploadId, partNumbers }, signal),
    listParts: ({ uploadId }, signal) => call('list', { uploadId }, signal),
    complete: ({ uploadId, parts }, signal) =>
      call<CompletedObject<Data>>('complete', { uploadId, parts }, signal),
    abort: ({ uploadId }, signal) => call('abort', { uploadId }, signal),
    headObject: ({ uploadId }, signal) =>
      call<CompletedObject<Data> | null>('status', { uploadId }, signal),
  };
}

import type { CompletedObject, CreatedUpload, UploadTransport } from '../engine/ports.ts';
import { FILES_PER_CALL, gatherCalls } from './gather-calls.ts';

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
    throw failureOf(action, {
      ...answer,
      status: response.status,
      // In seconds; dates (RFC 9110 10.2.3) are not supported here.
      retryAfterMs: Number(response.headers.get('retry-after')) * 1000 || undefined,
    });
  }

  /** Calls of the same action, gathered in one request. */
  function gathered<Answer>(action: string) {
    return gatherCalls<object, Answer>(async (bodies, signal) => {
      const [only] = bodies;
      if (only && bodies.length === 1) {
        return [{ status: 'fulfilled', value: await call<Answer>(action, only, signal) }];
      }
      const body = { each: bodies };
      const { each } = await call<{ each: readonly EachAnswer<Answer>[] }>(action, body, signal);
      return each.map((one) =>
        'refused' in one
          ? { status: 'rejected', reason: failureOf(action, one.refused) }
          : { status: 'fulfilled', value: one.answer },
      );
    });
  }
  const begin = gathered<CreatedUpload>('begin');
  const finish = gathered<CompletedObject<Data>>('complete');

  return {
    filesPerCall: FILES_PER_CALL,
    create: ({ file, metadata, partSize }, signal) => begin({ file, metadata, partSize }, signal),
    signParts: ({ uploadId, partNumbers }, signal) =>
      call('sign', { uploadId, partNumbers }, signal),
    listParts: ({ uploadId }, signal) => call('list', { uploadId }, signal),
    // A large file may take long to be joined, and no other file waits for that.
    complete: ({ uploadId, parts }, signal) =>
      parts.length > 1
        ? call('complete', { uploadId, parts }, signal)
        : finish({ uploadId, parts }, signal),
    abort: ({ uploadId }, signal) => call('abort', { uploadId }, signal),
    headObject: ({ uploadId }, signal) =>
      call<CompletedObject<Data> | null>('status', { uploadId }, signal),
  };
}

interface Refused {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  readonly retryAfterMs?: number | undefined;
}

/** Answer to one of several calls in a request. */
type EachAnswer<Answer> = { readonly answer: Answer } | { readonly refused: Refused };

function failureOf(action: string, { message, ...refused }: Refused): Error {
  return Object.assign(new Error(message ?? `${action}: status ${refused.status}`), refused);
}

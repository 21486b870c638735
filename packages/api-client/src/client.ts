import ky, { isHTTPError, isTimeoutError, type Options, type ResponsePromise } from 'ky';
import { ApiError, abortError, apiErrorOf, failure, networkFailure } from './api-error.ts';
import type { Endpoint, EndpointInput, EndpointResult, Route, StreamEndpoint } from './endpoint.ts';
import { mayRetry } from './retry.ts';

/** How long a request may take, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** How long a request that carries a file may take, in milliseconds. */
export const UPLOAD_TIMEOUT_MS = 300_000;

/** An administrator's token or an API key, sent in the header `Authorization`. */
export type Credential =
  | { readonly kind: 'admin'; readonly token: string }
  | { readonly kind: 'apiKey'; readonly key: string };

/** The call that an error came from. */
export interface FailedCall {
  /** The path as the contract declares it, with `:name` for its parameters. */
  readonly path: string;
  /** The credential that the call was made with. */
  readonly credential: Credential | undefined;
}

/**
 * Options of {@link createApiClient}.
 *
 * @example
 * const options: ApiClientOptions = { baseUrl: 'http://localhost:8787', timeoutMs: 5000 };
 */
export interface ApiClientOptions {
  /** The server's address without `/api`, such as `https://share.example.org`; '' for the page's own. */
  readonly baseUrl: string;
  /** Asked before every call, so that log-in and log-out need no new client. */
  readonly credential?: () => Credential | undefined;
  /** Asked before every call; sent as `Accept-Language`. */
  readonly language?: () => string;
  /** Called with every error before it is thrown. */
  readonly onError?: (error: ApiError, call: FailedCall) => void;
  /** Default {@link REQUEST_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** Default the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Options of one call.
 *
 * @example
 * await client.textShares.list({}, { signal: AbortSignal.timeout(5000) });
 */
export interface CallOptions {
  /** Cancels the call; `AbortSignal.timeout()` gives `client.timeout`, any other `client.cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Timeout of one try in milliseconds; default {@link REQUEST_TIMEOUT_MS}, and {@link UPLOAD_TIMEOUT_MS}
   * with raw bytes.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Makes a call that is sent again happen once, where the call honours it: a random string of the
   * caller's own, the same for each try. The server remembers it for 24 hours; under the same key
   * another input fails with `request.key_reused`.
   */
  readonly idempotencyKey?: string | undefined;
  /** Sent along, such as `{ range: 'bytes=0-99' }` or `{ 'x-share-password': … }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default that of the client; another one can tell how much of a file has been sent. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The input of any endpoint, for code that handles all of them alike. */
export interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The typed client of one server. Made by {@link createApiClient}. */
export interface ApiClient {
  /**
   * Makes a JSON call and gives its data, or `{ data, ...extras }` where the call declares extras.
   *
   * @throws {ApiError} for every failure; `code` is one that the call declares, or a general one.
   */
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions,
  ): Promise<EndpointResult<E>>;
  /**
   * Makes any call and gives its reply unread. The groups of calls are built on it.
   *
   * @throws {ApiError} for every failure.
   */
  request(endpoint: Route, input: LooseInput, options?: CallOptions): Promise<Response>;
  /** The address of a call, for links, images and `<a download>`. */
  url<E extends Endpoint | StreamEndpoint>(endpoint: E, input: Partial<EndpointInput<E>>): string;
  /** The `Authorization` header for calls made by hand. */
  headers(): Record<string, string>;
}

/**
 * Makes a client for one server. It contains no calls: a bundler includes only those that are passed
 * to `call`. `createClient` has all of them.
 *
 * @example
 * const api = createApiClient({ baseUrl: 'http://localhost:8787', credential: () => ({ kind: 'apiKey', key }) });
 * const share = await api.call(createTextShare, { body: { content: 'hello' } });
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const headersOf = (credential: Credential | undefined): Record<string, string> => {
    const language = options.language?.();
    return {
      ...(language && { 'accept-language': language }),
      ...(credential && {
        authorization:
          credential.kind === 'admin' ? `Bearer ${credential.token}` : `ApiKey ${credential.key}`,
      }),
    };
  };

  async function attempt<T>(
    endpoint: Route,
    input: LooseInput,
    { signal, timeoutMs, headers, idempotencyKey, fetch = options.fetch }: CallOptions = {},
    read = (reply: ResponsePromise): Promise<unknown> => reply,
  ): Promise<T> {
    const { kind, method, path } = endpoint;
    const { body } = input;
    const { baseUrl } = options;
    const credential = options.credential?.();
    const isRaw = kind === 'stream' && body;
    try {
      const url = urlOf(baseUrl, path, input);
      // An address without a scheme belongs to the page's own origin. `localhost:8787` parses as one with an
      // unknown scheme.
      const isOwn = 'location' in globalThis && !/^[^/?]*:/.test(url);
      if (!isOwn && !/^https?:/.test(url)) throw wrongBaseUrl(baseUrl);
      const reply = ky(url, {
        method,
        // JSON comes first, so that errors are JSON even where the reply itself is a file.
        headers: {
          accept: 'application/json, */*',
          ...headersOf(credential),
          'idempotency-key': idempotencyKey,
          ...headers,
        },
        retry: {
          // Raw bytes are sent once, or ky would have to keep a copy of them.
          limit: isRaw ? 0 : 2,
          // Whether it is tried again is decided below; ky would never repeat a POST.
          methods: [method],
          statusCodes: [429, 502, 503, 504],
          shouldRetry: ({ error }) => mayRetry(idempotencyKey ? 'PUT' : method, error),
        },
        ...(isRaw ? { body: body as Blob } : { json: body }),
        signal,
        timeout:
          timeoutMs ?? (isRaw ? UPLOAD_TIMEOUT_MS : (options.timeoutMs ?? REQUEST_TIMEOUT_MS)),
        fetch,
        // ky takes what is undefined for what is absent, though its types do not say so.
      } as Options);
      return (await read(reply)) as T;
    } catch (cause) {
      const error = translate(cause, signal, baseUrl);
      options.onError?.(error, { path, credential });
      throw error;
    }
  }

  return {
    headers: () => headersOf(options.credential?.()),
    url: ({ path }, input) => urlOf(options.baseUrl, path, input as LooseInput),
    request: (endpoint, input, callOptions) => attempt(endpoint, input, callOptions),
    call: (endpoint, input, callOptions) =>
      attempt(endpoint, input as LooseInput, callOptions, async (reply) =>
        readReply(endpoint, await reply.json()),
      ),
  };
}

interface Envelope {
  readonly success: unknown;
  readonly code?: number;
  readonly message?: unknown;
  readonly requestId?: unknown;
  readonly data: unknown;
}

/** Takes the data of a reply out of its envelope. */
function readReply({ flat, extras }: Route, reply: unknown): unknown {
  if (flat) return reply;
  if (!('data' in Object(reply))) throw failure('client.invalid_reply', 'request failed', reply);
  const { success, code = 0, message, requestId, ...dataAndExtras } = reply as Envelope;
  // Older servers may answer HTTP 200 with an error's code in the envelope.
  if (code >= 300)
    throw apiErrorOf({ status: code }, { message: 'request failed', ...(reply as Envelope) });
  return extras ? dataAndExtras : dataAndExtras.data;
}

function urlOf(baseUrl: string, path: string, { params, query = {} }: LooseInput): string {
  const place = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params?.[name] ?? '') as string),
  );
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== null) given.append(name, one as string);
    }
  }
  const search = String(given);
  return baseUrl.replace(/\/$/, '') + place + (search && `?${search}`);
}

function wrongBaseUrl(baseUrl: string, cause?: unknown): ApiError {
  return failure(
    'client.wrong_base_url',
    `no Satchel server at "${baseUrl}": use http:// and no /api`,
    cause,
    { baseUrl },
  );
}

/** Turns whatever a request failed with into an `ApiError`. */
function translate(cause: unknown, signal: AbortSignal | undefined, baseUrl: string): ApiError {
  if (cause instanceof ApiError) return cause;
  if (isHTTPError(cause)) {
    const error = apiErrorOf(cause.response, cause.data);
    // Satchel says in JSON what it does not have, and has nothing at `/api/api/…`.
    const isElsewhere = typeof cause.data !== 'object' || /\/api\/?$/.test(baseUrl);
    return error.code === 'request.not_found' && isElsewhere ? wrongBaseUrl(baseUrl, error) : error;
  }
  if (signal?.aborted || isTimeoutError(cause)) {
    return abortError(signal?.aborted ? signal : { reason: cause as Error }, cause);
  }
  // A success that is not JSON: the page of another server, or of a proxy that wants a log-in.
  if (cause instanceof SyntaxError) return wrongBaseUrl(baseUrl, cause);
  return networkFailure(cause);
}

import ky, { isHTTPError, isTimeoutError, type Options, type ResponsePromise } from 'ky';
import { ApiError, abortError, apiErrorOf, failure, networkFailure } from './api-error.ts';
import type { Endpoint, EndpointInput, EndpointResult, Route, StreamEndpoint } from './endpoint.ts';
import { mayRetry } from './retry.ts';

/** Default timeout of a request, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Default timeout of a request with raw bytes, in milliseconds. */
export const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Token of an administrator, an API key, or the token of a delivery into an upload request, sent in the
 * header `Authorization`.
 */
export type Credential =
  | { readonly kind: 'admin'; readonly token: string }
  | { readonly kind: 'apiKey'; readonly key: string }
  | { readonly kind: 'upload'; readonly token: string };

/** Call that failed. */
export interface FailedCall {
  /** Path as the contract declares it, with `:name` for its parameters. */
  readonly path: string;
  /** Credential that the call was made with. */
  readonly credential: Credential | undefined;
}

/**
 * Options of {@link createApiClient}.
 *
 * @example
 * const options: ApiClientOptions = { baseUrl: 'http://localhost:8787', timeoutMs: 5000 };
 */
export interface ApiClientOptions {
  /** Address of the server without `/api`, such as `https://share.example.org`; '' for the page's own. */
  readonly baseUrl: string;
  /** Called before every request, so that log-in and log-out need no new client. */
  readonly credential?: () => Credential | undefined;
  /** Called before every request; sent as `Accept-Language`. */
  readonly language?: () => string;
  /** Called with every error before it is thrown. */
  readonly onError?: (error: ApiError, call: FailedCall) => void;
  /** Timeout in milliseconds; default {@link REQUEST_TIMEOUT_MS}. */
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
  /**
   * Cancels the call; `AbortSignal.timeout()` gives `client.timeout`, any other signal
   * `client.cancelled`.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Timeout of one attempt in milliseconds; default {@link REQUEST_TIMEOUT_MS}, and {@link
   * UPLOAD_TIMEOUT_MS} with raw bytes.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Makes retries of a call take effect only once, if the call supports it: a random string, the same
   * for each attempt. The server remembers it for 24 hours; another input with the same key fails with
   * `request.key_reused`.
   */
  readonly idempotencyKey?: string | undefined;
  /** Additional headers, such as `{ range: 'bytes=0-99' }` or `{ 'x-share-password': … }`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Default that of the client; a custom one can report the progress of an upload. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Input of any endpoint, for code that handles all of them in the same way. */
export interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Typed client of one server. Created by {@link createApiClient}. */
export interface ApiClient {
  /**
   * Makes a JSON call and returns its data, or `{ data, ...extras }` if the call declares extras.
   *
   * @throws {ApiError} for every failure; `code` is one that the call declares, or a general one.
   */
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    options?: CallOptions,
  ): Promise<EndpointResult<E>>;
  /**
   * Makes any call and returns its unread reply. The groups of calls are built on it.
   *
   * @throws {ApiError} for every failure.
   */
  request(endpoint: Route, input: LooseInput, options?: CallOptions): Promise<Response>;
  /** URL of a call, for links, images and `<a download>`. */
  url<E extends Endpoint | StreamEndpoint>(endpoint: E, input: Partial<EndpointInput<E>>): string;
  /** `Authorization` header for requests that are made without this client. */
  headers(): Record<string, string>;
}

/**
 * Creates a client for one server. It contains no calls: a bundler includes only those that are passed
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
      ...(credential && { authorization: authorizationOf(credential) }),
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
      // The bytes of a download may be in a storage. `fetch` sends it no `Authorization`, but would send the
      // password of a share. It would also repeat a POST as a GET and return any page as the reply.
      const mayRedirect =
        kind === 'stream' && method === 'GET' && !new Headers(headers).has('x-share-password');
      const url = urlOf(baseUrl, path, input);
      // A URL without a scheme belongs to the page's own origin. `localhost:8787` parses as a URL with
      // an unknown scheme.
      const isOwn = 'location' in globalThis && !/^[^/?]*:/.test(url);
      if (!isOwn && !/^https?:/.test(url)) throw wrongBaseUrl(baseUrl);
      const reply = ky(url, {
        method,
        // JSON comes first, so that errors are JSON even if the reply itself is a file.
        headers: {
          accept: 'application/json, */*',
          ...headersOf(credential),
          'idempotency-key': idempotencyKey,
          ...headers,
        },
        retry: {
          // Raw bytes are sent once, because ky would have to buffer a copy of them.
          limit: isRaw ? 0 : 2,
          // `shouldRetry` decides; otherwise ky would never repeat a POST.
          methods: [method],
          statusCodes: [429, 502, 503, 504],
          shouldRetry: ({ error }) => mayRetry(idempotencyKey ? 'PUT' : method, error),
        },
        ...(isRaw ? { body: body as Blob } : { json: body }),
        redirect: mayRedirect ? 'follow' : 'manual',
        signal,
        timeout:
          timeoutMs ?? (isRaw ? UPLOAD_TIMEOUT_MS : (options.timeoutMs ?? REQUEST_TIMEOUT_MS)),
        fetch,
        // ky treats undefined options as absent, although its types do not allow them.
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
    request: attempt,
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

/** Returns the data of a reply without its envelope. */
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

/** Converts the failure of a request to an `ApiError`. */
function translate(cause: unknown, signal: AbortSignal | undefined, baseUrl: string): ApiError {
  if (cause instanceof ApiError) return cause;
  if (isHTTPError(cause)) {
    const { response, data } = cause;
    const location = response.headers.get('location') ?? '';
    // Browsers hide the status and the address of a redirect.
    if (location || !response.status) {
      return failure('client.redirected', `redirected to ${location}`, cause, { location });
    }
    const error = apiErrorOf(response, data);
    // Satchel answers 404 in JSON, and never serves `/api/api/…`.
    const isElsewhere = typeof data !== 'object' || /\/api\/?$/.test(baseUrl);
    return error.code === 'request.not_found' && isElsewhere ? wrongBaseUrl(baseUrl, error) : error;
  }
  if (signal?.aborted) return abortError(signal, cause);
  if (isTimeoutError(cause)) return abortError({ reason: cause });
  // A successful reply that is not JSON: a page of another server, or of a proxy that asks for a log-in.
  if (cause instanceof SyntaxError) return wrongBaseUrl(baseUrl, cause);
  return networkFailure(cause);
}

const SCHEMES = { admin: 'Bearer', apiKey: 'ApiKey', upload: 'Upload' } as const;

type Secret = Credential & { readonly key?: string; readonly token?: string };

function authorizationOf({ kind, key, token }: Secret): string {
  return `${SCHEMES[kind]} ${key ?? token}`;
}

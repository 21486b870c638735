import ky, { isHTTPError, isTimeoutError, type KyInstance } from 'ky';
import { ApiError, apiErrorOf } from './api-error.ts';
import type { Endpoint, EndpointInput, EndpointResult, StreamEndpoint } from './endpoint.ts';

/** SPEC 9: request time-out in milliseconds. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** A credential as CONTRACT A2 sends it. */
export type Credential =
  | { readonly kind: 'admin'; readonly token: string }
  | { readonly kind: 'apiKey'; readonly key: string };

export interface ApiClientOptions {
  /** The server's address without `/api`, such as `https://share.example.org`; '' for the page's own. */
  readonly baseUrl: string;
  /** Asked before every call, so that log-in and log-out need no new client. */
  readonly credential?: () => Credential | undefined;
  /** Asked before every call; sent as `Accept-Language`. */
  readonly language?: () => string;
  /** Called with every error before it is thrown, for log-out on 401 and the like. */
  readonly onError?: (error: ApiError, call: { readonly path: string }) => void;
  /** Default {@link REQUEST_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** Default the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

type AnyEndpoint = Endpoint | StreamEndpoint;

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
  /** The address of a call, for links, images and `<a download>`. */
  url<E extends AnyEndpoint>(endpoint: E, input: Partial<EndpointInput<E>>): string;
  /** The `Authorization` header for calls made by hand, such as raw uploads. */
  headers(): Record<string, string>;
}

/**
 * Makes a client for one server.
 *
 * @example
 * const api = createApiClient({ baseUrl: 'http://localhost:8787', credential: () => ({ kind: 'apiKey', key }) });
 * const share = await api.call(createTextShare, { body: { content: 'hello' } });
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const headers = () => headersOf(options);
  const http = ky.create({
    timeout: options.timeoutMs ?? REQUEST_TIMEOUT_MS,
    retry: { limit: 2, methods: ['get'], statusCodes: [502, 503, 504] },
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  return {
    headers,
    url: (endpoint, input) => urlOf(options.baseUrl, endpoint, input as LooseInput),
    async call(endpoint, input, callOptions = {}) {
      try {
        return await request(
          http,
          options.baseUrl,
          endpoint,
          input as LooseInput,
          headers(),
          callOptions,
        );
      } catch (cause) {
        const error = translate(cause, callOptions.signal);
        options.onError?.(error, { path: endpoint.path });
        throw error;
      }
    },
  };
}

function headersOf(options: ApiClientOptions): Record<string, string> {
  const credential = options.credential?.();
  const language = options.language?.();
  return {
    ...(language ? { 'accept-language': language } : {}),
    ...(credential?.kind === 'admin' ? { authorization: `Bearer ${credential.token}` } : {}),
    ...(credential?.kind === 'apiKey' ? { authorization: `ApiKey ${credential.key}` } : {}),
  };
}

/** The loose shape of every endpoint's input, for the untyped middle of a call. */
interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

async function request<E extends Endpoint>(
  http: KyInstance,
  baseUrl: string,
  endpoint: E,
  input: LooseInput,
  headers: Record<string, string>,
  { signal, timeoutMs }: CallOptions,
): Promise<EndpointResult<E>> {
  const response = await http(urlOf(baseUrl, endpoint, input), {
    method: endpoint.method,
    headers,
    ...(input.body === undefined ? {} : { json: input.body }),
    ...(signal ? { signal } : {}),
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  });
  return readReply(endpoint, await response.json<unknown>()) as EndpointResult<E>;
}

function readReply(endpoint: Endpoint, reply: unknown): unknown {
  if (endpoint.flat) return reply;
  if (typeof reply !== 'object' || reply === null || !('data' in reply)) {
    throw new ApiError({ code: 'client.invalid_reply', status: 200, message: 'request failed' });
  }
  if (!endpoint.extras) return reply.data;
  const names = ['data', ...Object.keys(endpoint.extras.shape)];
  return Object.fromEntries(Object.entries(reply).filter(([name]) => names.includes(name)));
}

function urlOf(baseUrl: string, endpoint: { readonly path: string }, input: LooseInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values) {
      if (one !== undefined && one !== null) query.append(name, String(one));
    }
  }
  const search = query.toString();
  return baseUrl.replace(/\/$/, '') + path + (search ? `?${search}` : '');
}

function translate(cause: unknown, signal: AbortSignal | undefined): ApiError {
  if (cause instanceof ApiError) return cause;
  if (isHTTPError(cause)) {
    const { status, statusText } = cause.response;
    return apiErrorOf(status, statusText, cause.data);
  }
  if (signal?.aborted) {
    return new ApiError({
      code: 'client.cancelled',
      status: 0,
      message: 'request cancelled or timed out',
      cause,
    });
  }
  if (isTimeoutError(cause)) {
    return new ApiError({
      code: 'client.timeout',
      status: 0,
      message: 'request timed out, server took too long',
      cause,
    });
  }
  return new ApiError({
    code: 'client.network',
    status: 0,
    message: 'network connection failed, check network settings',
    cause,
  });
}

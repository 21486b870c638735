import { z } from 'zod';
import { ApiError, type ApiErrorOf, abortError, throwIfAborted } from '../api-error.ts';
import type { EndpointOf } from '../calls/bind-calls.ts';
import {
  type ApiClient,
  type ApiClientOptions,
  type CallOptions,
  createApiClient,
  type LooseInput,
} from '../client.ts';
import { type Batch, type BatchReply, runBatch } from '../contract/batch.ts';
import { type AnyEndpoint, ENDPOINTS } from '../contract/endpoints.ts';
import * as links from '../contract/link-routes.ts';
import * as otherRoutes from '../contract/routes.ts';
import { type Client, createClient } from '../create-client.ts';
import type { CallInput, CallResult, Route } from '../endpoint.ts';
import {
  type ClientErrorCode,
  type DetailsOf,
  ERROR_STATUS,
  type ErrorCode,
  isErrorCode,
} from '../errors.ts';
import { describeError } from '../messages.ts';
import { onAbort } from '../operations/with-retries.ts';

/** Routes of all calls, by the groups and names of the client's methods. */
const routes = { ...otherRoutes, ...links };

type Calls = typeof routes;

/** Declaration of a call. */
type Declared<Group extends keyof Calls, Name extends keyof Calls[Group]> = EndpointOf<
  Calls[Group][Name]
>;

/**
 * Handlers of a mock, by groups and names of the client's methods. A handler gets the input of its
 * call, may be async, and may throw an error created by {@link mockError}.
 *
 * @example
 * const handlers: MockHandlers = { system: { maxUploadSize: () => ({ max_upload_size: 100 }) } };
 */
export type MockHandlers = {
  readonly [Group in keyof Calls]?: {
    readonly [Name in keyof Calls[Group]]?: (
      input: CallInput<Declared<Group, Name>>,
      options: CallOptions,
    ) => CallResult<Declared<Group, Name>> | Promise<CallResult<Declared<Group, Name>>>;
  };
};

/**
 * Inputs of the recorded calls, in order, by groups and names of the methods.
 *
 * @example
 * const contents = (calls: MockCalls) => calls.textShares.create.map(({ body }) => body.content);
 */
export type MockCalls = {
  readonly [Group in keyof Calls]: {
    readonly [Name in keyof Calls[Group]]: readonly CallInput<Declared<Group, Name>>[];
  };
};

/**
 * Options of {@link createMockClient}.
 *
 * @example
 * const options: MockOptions = { credential: () => ({ kind: 'admin', token: 'any' }) };
 */
export interface MockOptions extends Pick<ApiClientOptions, 'credential' | 'onError'> {
  /** True to check replies against the contract's schemas. Default true. */
  readonly validates?: boolean;
}

/** Made by {@link createMockClient}. */
export interface MockClient {
  /** Client without a server. */
  readonly client: Client;
  /** Recorded calls of its methods. */
  readonly calls: MockCalls;
}

interface Mocked {
  readonly group: string;
  readonly name: string;
  readonly endpoint: AnyEndpoint;
}

const MOCKED: readonly Mocked[] = Object.entries(routes).flatMap(([group, calls]) =>
  Object.entries<Route>(calls).map(([name, route]) => ({
    group,
    name,
    endpoint: endpointOf(route),
  })),
);

function endpointOf({ method, path }: Route): AnyEndpoint {
  const found = ENDPOINTS.find((it) => it.method === method && it.path === path);
  if (!found) throw new Error(`${method} ${path} is not declared`);
  return found;
}

/** Handlers or recorded calls, without the types of the calls. */
type ByName<Value> = { readonly [group in string]?: { readonly [name in string]?: Value } };
type LooseHandler = (input: LooseInput, options: CallOptions) => unknown;

/**
 * Creates a client for tests, which calls handlers instead of a server. Methods built on other calls
 * work, too: with `fileShares.list` mocked, `fileShares.all` reads its pages. A call without a handler,
 * and a reply that does not match the contract, fail with an `Error` that names the call.
 *
 * @example
 * const { client, calls } = createMockClient({
 *   textShares: { delete: ({ body }) => ({ success: body.ids.length, failed: [] }) },
 * });
 * await client.textShares.delete({ body: { ids: ['a'] } });
 * console.log(calls.textShares.delete); // [{ body: { ids: ['a'] } }]
 */
export function createMockClient(
  handlers: MockHandlers,
  { validates = true, ...options }: MockOptions = {},
): MockClient {
  const calls = Object.fromEntries(
    Object.entries(routes).map(([group, names]) => [
      group,
      Object.fromEntries(Object.keys(names).map((name) => [name, [] as LooseInput[]])),
    ]),
  );

  async function answer(mocked: Mocked, input: LooseInput, callOptions: CallOptions) {
    throwIfAborted(callOptions.signal);
    const { group, name } = mocked;
    calls[group]?.[name]?.push(input);
    const handler =
      (handlers as ByName<LooseHandler>)[group]?.[name] ??
      (mocked.endpoint === runBatch && 'calls' in Object(input.body) ? answerEach : undefined);
    if (!handler) {
      throw new Error(
        `client.${group}.${name} is not mocked: createMockClient({ ${group}: { ${name}: … } })`,
      );
    }
    const reply = await unlessAborted(
      async (signal) => handler(input, { ...callOptions, signal }),
      callOptions,
    );
    if (validates) assertReply(mocked, reply);
    return reply;
  }

  /** Answers the calls of a batch by their own handlers. */
  async function answerEach({ body }: LooseInput, callOptions: CallOptions): Promise<BatchReply> {
    const replies = (body as Batch).calls.map(async ({ path, body: own }) => {
      try {
        const data = await answer(mockedOf({ method: 'POST', path }), { body: own }, callOptions);
        return { status: 200, body: { success: true, code: 200, message: 'OK', data } };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { status, code, message, details } = error;
        const reply = { success: false, code: status, error: code, message, details, data: null };
        return { status, body: reply };
      }
    });
    return { replies: await Promise.all(replies) };
  }

  function createApi(apiOptions: ApiClientOptions): ApiClient {
    const attempt = async (route: Route, input: LooseInput, callOptions: CallOptions = {}) => {
      const mocked = mockedOf(route);
      const credential = apiOptions.credential?.();
      try {
        return await answer(mocked, input, callOptions);
      } catch (error) {
        if (error instanceof ApiError) {
          apiOptions.onError?.(error, { path: mocked.endpoint.path, credential });
        }
        throw error;
      }
    };
    // Handlers are typed by the same declarations as the methods, so that replies fit.
    return { ...createApiClient(apiOptions), call: attempt as never, request: attempt as never };
  }

  return {
    client: createClient({ baseUrl: 'http://mock.invalid', ...options }, createApi),
    calls: calls as unknown as MockCalls,
  };
}

/** Runs a handler, and throws the error of a cancelled call as soon as its signal is aborted or its time is over. */
async function unlessAborted(
  handle: (signal: AbortSignal) => Promise<unknown>,
  { signal: given, timeoutMs }: CallOptions,
) {
  const timeout = new AbortController();
  const reason = new DOMException('The time is over', 'TimeoutError');
  // Not `AbortSignal.timeout`, because fake timers of tests do not move it.
  const timer = timeoutMs && setTimeout(() => timeout.abort(reason), timeoutMs);
  const signal = AbortSignal.any(given ? [given, timeout.signal] : [timeout.signal]);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = onAbort(signal, () => reject(abortError(signal)));
  try {
    return await Promise.race([handle(signal), aborted]);
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  } finally {
    clearTimeout(timer);
    stop();
  }
}

function mockedOf({ method, path }: Route): Mocked {
  const found = MOCKED.find(
    ({ endpoint }) =>
      endpoint.method === method &&
      (endpoint.path.endsWith('*')
        ? path.startsWith(endpoint.path.slice(0, -1))
        : endpoint.path === path),
  );
  if (!found) throw new Error(`${method} ${path} is no call of the client`);
  return found;
}

function assertReply({ group, name, endpoint }: Mocked, reply: unknown): void {
  const { success, error } = z.safeParse(replySchema(endpoint), reply);
  if (success) return;
  throw new Error(
    `client.${group}.${name} was mocked with a reply that the contract does not know:\n${z.prettifyError(error)}`,
  );
}

/** Reply with a file. A client throws all others as errors, as handlers do with {@link mockError}. */
const okResponse = z.instanceof(Response).refine(({ ok }) => ok, 'throw mockError() instead');

function replySchema(endpoint: AnyEndpoint): z.core.$ZodType {
  if (endpoint.kind === 'stream') return endpoint.data ?? okResponse;
  const { data, extras, started } = endpoint;
  if (started) return z.union([data, started]);
  return extras ? z.object({ data, ...extras.shape }) : data;
}

/**
 * Creates the error of a code, with its status and its English sentence, for handlers to throw.
 *
 * @example
 * const handlers: MockHandlers = {
 *   sessions: {
 *     login() {
 *       throw mockError('auth.throttled', { seconds: 30 });
 *     },
 *   },
 * };
 */
export function mockError<Code extends ErrorCode | ClientErrorCode>(
  code: Code,
  ...[details]: Record<never, never> extends DetailsOf<Code>
    ? [details?: DetailsOf<Code>]
    : [details: DetailsOf<Code>]
): ApiErrorOf<Code> {
  const described = { code, message: code, details: { ...(details as object) } };
  return new ApiError({
    ...described,
    status: isErrorCode(code) ? ERROR_STATUS[code] : 0,
    message: describeError(described, 'en'),
  }) as ApiErrorOf<Code>;
}

import type { gatherCalls } from '@satchel/multipart-uploader';
import { apiErrorOf } from '../api-error.ts';
import { type ApiClient, type CallOptions, type LooseInput, UPLOAD_TIMEOUT_MS } from '../client.ts';
import type { BatchReply } from '../contract/batch.ts';
import { batches, fileShares, fs } from '../contract/routes.ts';
import type { Route } from '../endpoint.ts';

interface GatheredCall {
  readonly route: Route;
  readonly input: LooseInput;
  readonly options: CallOptions;
}

const BEGINNINGS: readonly string[] = [fileShares.initMultipart.path, fs.initMultipart.path];
const ENDS: readonly string[] = [fileShares.commit.path, fs.completeMultipart.path];

/**
 * Client that begins and ends uploads of the same moment by one request. A failure of one such call is not
 * reported to the client's `onError`, only to its caller.
 */
export function createBatchedApi(api: ApiClient, gather: typeof gatherCalls): ApiClient {
  const begin = gather<GatheredCall, unknown>((calls, signal) =>
    makeEach(api, calls, {
      signal,
      // Repeats of a lost request must not reserve the names twice.
      // Not `randomUUID`, which pages over plain HTTP do not have.
      idempotencyKey: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    }),
  );
  const end = gather<GatheredCall, unknown>((calls, signal) =>
    makeEach(api, calls, { signal, timeoutMs: UPLOAD_TIMEOUT_MS }),
  );

  function gathererOf({ path }: Route, { body }: LooseInput) {
    if (BEGINNINGS.includes(path)) return begin;
    // A large file may take long to be joined, and no other file waits for that.
    const { parts = [] } = Object(body) as { readonly parts?: readonly unknown[] };
    return ENDS.includes(path) && parts.length < 2 ? end : undefined;
  }

  const call = (route: Route, input: LooseInput, options: CallOptions = {}): Promise<unknown> => {
    const gathered = gathererOf(route, input);
    const { signal = new AbortController().signal } = options;
    return gathered
      ? gathered({ route, input, options }, signal)
      : api.call(route as never, input as never, options);
  };
  return { ...api, call: call as ApiClient['call'] };
}

async function makeEach(
  api: ApiClient,
  calls: readonly GatheredCall[],
  options: CallOptions,
): Promise<PromiseSettledResult<unknown>[]> {
  const [only] = calls;
  if (only && calls.length === 1) {
    const value = await api.call(only.route as never, only.input as never, {
      ...options,
      ...only.options,
    });
    return [{ status: 'fulfilled', value }];
  }
  const body = { calls: calls.map(({ route: { path }, input }) => ({ path, body: input.body })) };
  const { replies } = (await api.call(
    batches.run as never,
    { body } as never,
    options,
  )) as BatchReply;
  return replies.map(({ status, body: reply }) =>
    status < 300
      ? { status: 'fulfilled', value: reply.data }
      : { status: 'rejected', reason: apiErrorOf({ status }, reply) },
  );
}

import { OperationError, throwIfAborted } from '../api-error.ts';
import type { CallOf, CallsOf, EndpointOf } from '../calls/bind-calls.ts';
import type { Operation } from '../contract/file-system-operations.ts';
import type { fs } from '../contract/routes.ts';
import type { CallInput, CallResult, Endpoint } from '../endpoint.ts';
import { isTransient, onAbort, sleep } from './with-retries.ts';

/**
 * Time in ms after which the operation gets an id and can be cancelled; a shorter one is a single
 * request.
 */
const WAIT_MS = 100;
/** First interval of the polls in ms, because most operations are short. It doubles up to the last. */
const FIRST_POLL_MS = 100;
const LAST_POLL_MS = 1_000;

/** Calls that may take long. */
export type LongCall = 'rename' | 'copy' | 'delete';

/** Input of a long call. */
export type LongInput<Name extends LongCall> = CallInput<EndpointOf<(typeof fs)[Name]>>;

/** Result of a long call. */
export type LongResult<Name extends LongCall> = CallResult<EndpointOf<(typeof fs)[Name]>>;

/**
 * Options of `fs.run` and `fs.follow`.
 *
 * @example
 * const options: RunOptions = { onProgress: ({ done, total }) => console.log(done, total) };
 */
export interface RunOptions {
  /** Cancels the operation on the server, too, which removes its copies. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the id of an operation that takes longer; `fs.follow` resumes waiting for it. */
  readonly onStart?: ((id: string) => void) | undefined;
  /** Called with the counts of objects and bytes after each poll. */
  readonly onProgress?: ((progress: Operation['progress']) => void) | undefined;
  /** True to let the server continue after an abort for this reason. Default never. */
  readonly keepsRunning?: ((reason: unknown) => boolean) | undefined;
}

type Calls = CallsOf<typeof fs>;

/** Starts a long call and waits for its end. */
export async function runOperation<Name extends LongCall>(
  calls: Calls,
  name: Name,
  input: LongInput<Name>,
  options: RunOptions = {},
): Promise<LongResult<Name>> {
  const { signal, onStart } = options;
  throwIfAborted(signal);
  // `begin` ignores the signal, because an abort would lose the id that the cancellation needs.
  const beginning = beginOperation(calls, name, input, WAIT_MS);
  const stopCancelling = onAbort(signal, () => {
    beginning.then(
      (begun) => cancelOperation(calls, idOf(begun), options),
      () => {},
    );
  });
  const begun = await beginning.finally(stopCancelling);
  throwIfAborted(signal);
  const id = idOf(begun);
  if (id) onStart?.(id);
  // A copy whose bytes the client copies has an id, too, but nothing to wait for.
  const isRunning = 'operation_id' in Object(begun);
  return (isRunning && id ? await followOperation(calls, id, options) : begun) as LongResult<Name>;
}

/** Starts a long call; the reply has an `operation_id` if it is still running. */
export function beginOperation(
  calls: Calls,
  name: LongCall,
  input: object,
  waitMs: number | undefined,
  options?: object,
): Promise<unknown> {
  // The plain methods have no such query, so that they return a result and no id.
  const query = { async: 1, wait_ms: waitMs };
  return (calls[name] as CallOf<Endpoint>)({ ...input, query } as never, options);
}

/** Waits for the end of an operation. A lost connection does not end the wait. */
export async function followOperation(
  calls: Calls,
  id: string,
  options: RunOptions = {},
): Promise<Operation['result']> {
  const { signal, onProgress } = options;
  const stopCancelling = onAbort(signal, () => void cancelOperation(calls, id, options));
  try {
    for (let waitMs = FIRST_POLL_MS; ; waitMs = Math.min(2 * waitMs, LAST_POLL_MS)) {
      const operation = await calls
        .operation({ params: { id } }, { signal })
        .catch((error: unknown) => {
          if (signal?.aborted || !isTransient(error)) throw error;
        });
      // The operation continues while the server cannot be reached.
      if (operation) {
        const { state, error, result, progress } = operation;
        if (state === 'completed') return result;
        if (state !== 'running') throw new OperationError(error?.message ?? state, error?.code);
        onProgress?.(progress);
      }
      await sleep(waitMs, signal);
    }
  } finally {
    stopCancelling();
  }
}

/** Cancels an operation on the server. Never fails. */
export async function cancelOperation(
  calls: Pick<Calls, 'cancelOperation'>,
  id: string | undefined,
  { signal, keepsRunning }: RunOptions = {},
): Promise<void> {
  if (!id || keepsRunning?.(signal?.reason)) return;
  await calls.cancelOperation({ params: { id } }).catch(() => {});
}

/** Id of a running operation, or of a copy whose bytes the client still has to copy. */
function idOf(begun: unknown): string | undefined {
  const { operation_id, operationId } = Object(begun) as Record<string, string | undefined>;
  return operation_id ?? operationId;
}

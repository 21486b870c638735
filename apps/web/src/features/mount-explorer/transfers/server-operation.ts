import type { LongCall } from '@satchel/api-client';
import { isApiError } from '@satchel/api-client/api-error';
import type { Operation } from '@satchel/api-client/contract/file-system-operations';
import { client } from '#shared/api/client.ts';
import { OperationFailure } from '../operations/finish-operation.ts';
import type { ItemContext } from './batch-task.ts';

/** After so long an operation can be seen and cancelled; what ends sooner is one request. */
const WAIT_MS = 100;
/** At first it is asked about often, because most operations are short. */
const ASK_FIRST_MS = 100;
const ASK_EVERY_MS = 1_000;

type Begun<Name extends LongCall> = Awaited<ReturnType<typeof client.fs.begin<Name>>>;
type Result<Name extends LongCall> = Exclude<Begun<Name>, { operation_id: string }>;

export interface OperationContext extends Pick<ItemContext, 'signal' | 'onBytes'> {
  /** Told once the server goes on by itself, so that it can be found again after a reload. */
  onId?: (id: string) => void;
}

/**
 * Has the server do something, and waits for its end as long as it takes. A cancel takes it back there,
 * too; without the network it is asked about until there is one again.
 */
export async function runOperation<Name extends LongCall>(
  name: Name,
  input: Parameters<typeof client.fs.begin<Name>>[1],
  context: OperationContext,
): Promise<Result<Name>> {
  const { signal, onId } = context;
  signal.throwIfAborted();
  // Not ended with the signal: the server would go on unseen. It is cancelled once its id is known.
  const beginning = client.fs.begin(name, input, { waitMs: WAIT_MS });
  const onAbort = () =>
    void beginning.then(
      (begun) => cancelBegun(begun, signal),
      () => {},
    );
  signal.addEventListener('abort', onAbort, { once: true });
  const begun = await beginning;
  signal.removeEventListener('abort', onAbort);
  signal.throwIfAborted();
  const id = idOf(begun);
  if (id !== undefined) onId?.(id);
  if (!isStarted(begun)) return begun as Result<Name>;
  return (await followOperation(begun.operation_id, context)) as Result<Name>;
}

/** Waits for the end of what the server goes on with by itself. */
export async function followOperation(
  id: string,
  { signal, onBytes }: Pick<ItemContext, 'signal' | 'onBytes'>,
): Promise<Operation['result']> {
  const params = { id };
  const onAbort = () => void cancelBegun({ operation_id: id }, signal);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (let waitMs = ASK_FIRST_MS; ; waitMs = Math.min(2 * waitMs, ASK_EVERY_MS)) {
      const operation = await ask(params, signal);
      if (operation) {
        const { state, error, result, progress } = operation;
        if (state === 'completed') return result;
        if (state !== 'running') throw new OperationFailure(error?.message ?? state);
        onBytes(progress.bytes);
      }
      await sleep(waitMs, signal);
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Undefined while the server cannot be reached, which does not end what it does. */
async function ask(params: { id: string }, signal: AbortSignal): Promise<Operation | undefined> {
  try {
    return await client.fs.operation({ params }, { signal });
  } catch (error) {
    const isUnreachable = isApiError(error) && (error.status === 0 || error.status === 503);
    if (signal.aborted || !isUnreachable) throw error;
    return undefined;
  }
}

async function cancelBegun(begun: unknown, { reason }: AbortSignal): Promise<void> {
  // The server finishes operations that a session leaves.
  const id = idOf(begun);
  if (reason === 'left' || id === undefined) return;
  await client.fs.cancelOperation({ params: { id } }).catch(() => {});
}

/** Id of a running operation, or of a copy that the browser still has to do. */
function idOf(begun: unknown): string | undefined {
  if (isStarted(begun)) return begun.operation_id;
  const { operationId } = Object(begun) as { readonly operationId?: string };
  return operationId;
}

function isStarted(begun: unknown): begun is { operation_id: string } {
  return typeof begun === 'object' && begun !== null && 'operation_id' in begun;
}

export function sleep(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

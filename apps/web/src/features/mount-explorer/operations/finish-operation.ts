import type { StartedOperation } from '@satchel/api-client/contract/file-system-shapes';
import { client } from '#shared/api/client.ts';
import { ToldError } from '#shared/errors/told-error.ts';

const ASK_EVERY_MS = 1_000;

/** A long change of the server that has failed, with the sentence that the server says. */
export class OperationFailure extends ToldError {}

/** Waits for the end of a change that the server goes on with by itself. */
export async function finishOperation(begun: StartedOperation | null): Promise<void> {
  if (begun === null) return;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    const { state, error } = await client.fs.operation({ params: { id: begun.operation_id } });
    if (state === 'completed') return;
    if (state !== 'running') throw new OperationFailure(error?.message ?? state);
  }
}

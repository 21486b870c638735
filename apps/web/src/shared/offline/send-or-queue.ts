import { isApiError } from '@satchel/api-client/api-error';
import type { CallOptions } from '@satchel/api-client/client';
import type { QueuedType } from './queue/queued-change.ts';

/**
 * Makes a change; if no server can be reached, it waits in the browser and is made later, once.
 *
 * @param endpoint path that `send` asks for, with all that belongs into it
 * @param data body that `send` sends
 * @returns undefined where it waits
 * @throws what `send` does, if the server was reached or the browser cannot keep the change
 */
export async function sendOrQueue<Reply>(
  type: QueuedType,
  endpoint: string,
  data: unknown,
  send: (options: CallOptions) => Promise<Reply>,
): Promise<Reply | undefined> {
  // Browsers have neither this nor what the queue needs on pages that came over plain http.
  const idempotencyKey = crypto.randomUUID?.();
  try {
    return await send({ idempotencyKey });
  } catch (error) {
    if (!idempotencyKey || !isApiError(error, 'client.network', 'client.timeout')) throw error;
    const isQueued = await import('./queue/queue-change.ts').then(
      ({ queueChange }) => queueChange({ type, endpoint, data, idempotencyKey }),
      () => false,
    );
    if (!isQueued) throw error;
    return undefined;
  }
}

import { isApiError } from '@satchel/api-client/api-error';
import type { CallOptions } from '@satchel/api-client/client';
import { newKey } from '#shared/environment/new-key.ts';
import type { QueuedType } from './queue/queued-change.ts';

/**
 * Sends a change. If the server is unreachable, the browser queues it and sends it later, once.
 *
 * @param endpoint complete path that `send` requests
 * @param data body that `send` sends
 * @param idempotencyKey that of an earlier attempt whose outcome is unknown; default a new one
 * @returns undefined if the change is queued
 * @throws the error of `send` if the server was reached, or if the browser cannot store the change: pages over plain
 *   HTTP have no locks
 */
export async function sendOrQueue<Reply>(
  type: QueuedType,
  endpoint: string,
  data: unknown,
  send: (options: CallOptions) => Promise<Reply>,
  idempotencyKey = newKey(),
): Promise<Reply | undefined> {
  try {
    return await send({ idempotencyKey });
  } catch (error) {
    if (!navigator.locks || !isApiError(error, 'client.network', 'client.timeout')) throw error;
    const isQueued = await import('./queue/queue-change.ts').then(
      ({ queueChange }) => queueChange({ type, endpoint, data, idempotencyKey }),
      () => false,
    );
    if (!isQueued) throw error;
    return undefined;
  }
}

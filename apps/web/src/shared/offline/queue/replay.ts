import { ApiError } from '@satchel/api-client/api-error';
import type { ApiClient } from '@satchel/api-client/client';
import { queue, withQueue } from './queue.ts';
import { sendQueueMessage } from './queue-messages.ts';
import type { QueuedChange } from './queued-change.ts';

/** Result of sending the queue. */
export interface ReplayResult {
  readonly applied: number;
  readonly refused: number;
  /** Set if changes remain for a later attempt: without network, server or login. */
  readonly stoppedBy?: ApiError;
}

/**
 * Sends an owner's queued changes in order, each once. A change that the server refuses stays for its owner
 * to edit. At a failure of the server the run ends, and the remaining changes stay queued.
 *
 * @param client with the owner's credential
 */
export function replayQueue(
  owner: string,
  client: Pick<ApiClient, 'request'>,
): Promise<ReplayResult> {
  return withQueue(async () => {
    let applied = 0;
    let refused = 0;
    for (const listed of await queue.listOf(owner)) {
      // Reads the row again, because an earlier change may have rebased it.
      const change = await queue.currentOf(listed);
      if (change?.status !== 'pending') continue;
      try {
        const reply = await send(client, change);
        await queue.remove(change, versionOf(change, reply));
        sendQueueMessage({ kind: 'applied', change, reply });
        applied += 1;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (mayGoWellLater(error)) return { applied, refused, stoppedBy: error };
        const { code, status, message } = error;
        await queue.refuse(change, { code, status, message });
        refused += 1;
      }
    }
    return { applied, refused };
  });
}

async function send(client: Pick<ApiClient, 'request'>, change: QueuedChange): Promise<unknown> {
  const { method, endpoint, data, idempotencyKey } = change;
  const wire = { kind: 'json', method, path: endpoint } as const;
  const reply = await client.request(wire, { body: data }, { idempotencyKey });
  return (await reply.json()) as unknown;
}

function versionOf({ type }: QueuedChange, reply: unknown): string | undefined {
  if (type !== 'updatePaste') return undefined;
  return (reply as { readonly data?: { readonly updated_at?: string } | null }).data?.updated_at;
}

/**
 * Whether to retry later, because the error does not concern this change (offline, 5xx, throttled, logged
 * out).
 */
function mayGoWellLater({ status, code }: ApiError): boolean {
  const isAboutSession = code === 'auth.required' || code === 'auth.invalid';
  const isBusy = code === 'request.in_progress' || [408, 423, 429].includes(status);
  return status === 0 || status >= 500 || isAboutSession || isBusy;
}

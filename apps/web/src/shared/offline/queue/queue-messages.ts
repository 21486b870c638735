import { openChannel } from '#shared/browser/open-channel.ts';
import type { QueuedChange } from './queued-change.ts';

/** Messages between tabs and the service worker about the queue. */
export type QueueMessage =
  | { readonly kind: 'changed' }
  /** The server failed; the queue is sent again later. */
  | { readonly kind: 'failed' }
  /** `reply` is the server's response, for a page that waits for it; it is never stored. */
  | { readonly kind: 'applied'; readonly change: QueuedChange; readonly reply: unknown }
  | { readonly kind: 'refused'; readonly change: QueuedChange };

const CHANNEL = 'satchel-offline-queue';
const sender = openChannel(CHANNEL);

export function sendQueueMessage(message: QueueMessage): void {
  sender?.postMessage(message);
}

/** Subscribes to messages, including those of this tab. */
export function onQueueMessage(listener: (message: QueueMessage) => void): () => void {
  const channel = openChannel(CHANNEL);
  if (!channel) return () => {};
  channel.onmessage = ({ data }: MessageEvent<QueueMessage>) => listener(data);
  return () => channel.close();
}

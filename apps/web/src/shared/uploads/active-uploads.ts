import type { PendingTarget } from '@satchel/api-client/pending-uploads';

/** Tells one upload from others, in all tabs of the browser. */
export type UploadKey = string;

/** How long other tabs have to answer: they do within a few, even in the background. */
const ANSWER_WITHIN_MS = 200;

type Message = { readonly kind: 'question' } | { readonly kind: 'answer'; keys: UploadKey[] };

// A question, and not Web Locks: browsers have those on secure pages only.
const channel =
  'BroadcastChannel' in globalThis ? new BroadcastChannel('satchel-uploads') : undefined;

const findersHere: (() => Iterable<UploadKey>)[] = [];

/** Adds what says which uploads a part of this tab runs; resuming one of them would send it twice. */
export function addActiveUploads(find: () => Iterable<UploadKey>): void {
  findersHere.push(find);
}

const keysHere = () => findersHere.flatMap((find) => [...find()]);

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data.kind !== 'question') return;
  const keys = keysHere();
  if (keys.length > 0) channel.postMessage({ kind: 'answer', keys } satisfies Message);
});

export function uploadKeyOf(
  { name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>,
  target: PendingTarget,
): UploadKey {
  return JSON.stringify([name, size, lastModified, target]);
}

/** Uploads that this tab and the other tabs of this browser are running. */
export async function activeUploads(): Promise<ReadonlySet<UploadKey>> {
  const found = new Set<UploadKey>();
  if (channel) {
    const listen = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'answer') for (const key of data.keys) found.add(key);
    };
    channel.addEventListener('message', listen);
    channel.postMessage({ kind: 'question' } satisfies Message);
    await new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS));
    channel.removeEventListener('message', listen);
  }
  return new Set([...found, ...keysHere()]);
}

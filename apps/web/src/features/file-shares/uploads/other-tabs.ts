import type { ShareMetadata } from './upload-requests.ts';

/** Which file goes to which share. */
export type UploadKey = string;

/** How long other tabs have to answer: they do within a few, even in the background. */
const ANSWER_WITHIN_MS = 200;

type Message = { readonly kind: 'question' } | { readonly kind: 'answer'; keys: UploadKey[] };

const channel =
  'BroadcastChannel' in globalThis ? new BroadcastChannel('satchel-uploads') : undefined;

export function uploadKeyOf(
  { name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>,
  share: ShareMetadata,
): UploadKey {
  return JSON.stringify([name, size, lastModified, share]);
}

/** Tells other tabs, when they ask, what this one uploads. */
export function answerOtherTabs(keysHere: () => Set<UploadKey>): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'question') return;
    const keys = [...keysHere()];
    if (keys.length > 0) channel.postMessage({ kind: 'answer', keys } satisfies Message);
  });
}

/** Asks the other tabs of this browser which uploads they are running. */
export async function keysInOtherTabs(): Promise<Set<UploadKey>> {
  const found = new Set<UploadKey>();
  if (!channel) return found;
  const listen = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'answer') for (const key of data.keys) found.add(key);
  };
  channel.addEventListener('message', listen);
  channel.postMessage({ kind: 'question' } satisfies Message);
  await new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS));
  channel.removeEventListener('message', listen);
  return found;
}

import type { PendingTarget } from '@satchel/api-client/pending-uploads';
import { openChannel } from '#shared/browser/open-channel.ts';

/** Identifies an upload across all tabs of the browser. */
export type UploadKey = string;

/** Timeout for answers of other tabs. They take a few milliseconds, even in the background. */
const ANSWER_WITHIN_MS = 200;

type Message = { readonly kind: 'question' } | { readonly kind: 'answer'; keys: UploadKey[] };

// Uses messages instead of Web Locks, because browsers provide locks only on secure pages.
const channel = openChannel('satchel-uploads');

const findersHere: (() => Iterable<UploadKey>)[] = [];

/**
 * Registers a function that lists running uploads of this tab. Resuming one of them would upload it twice.
 */
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

/** Running uploads of all tabs of this browser. */
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

/** Returns the first of these directories of mounts into which, or below which, a tab is uploading a file. */
export async function findUploadedInto(
  directories: readonly string[],
): Promise<string | undefined> {
  const targets = [...(await activeUploads())].map(
    (key) => (JSON.parse(key) as [string, number, number, PendingTarget])[3],
  );
  return directories.find((directory) =>
    targets.some((target) => 'directory' in target && target.directory.startsWith(directory)),
  );
}

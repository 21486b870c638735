import { isApiError } from '@satchel/api-client/api-error';
import type { StoredUpload } from '@satchel/multipart-uploader';
import { client } from '#shared/api/client.ts';
import { createPendingStore } from '#shared/uploads/pending-store.ts';
import { childPath, splitName } from '../entry-path.ts';
import { activeUploads, uploadKeyOf } from './active-uploads.ts';
import { entryUploadSession } from './upload-session.ts';

/** An upload into a mount that was begun and has not ended. */
export interface PendingEntryUpload {
  readonly id: string;
  readonly uploadId: string;
  /** The directory, with a slash at the end. */
  readonly directory: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** In epoch milliseconds. */
  readonly lastModified: number;
  readonly sentBytes: number;
}

async function findPending(): Promise<readonly PendingEntryUpload[]> {
  const stored = await entryUploadSession().stored();
  if (stored.length === 0) return [];
  const active = await activeUploads();
  return stored.map(toPending).filter((each) => {
    const path = childPath(each.directory, each.name);
    return !active.has(uploadKeyOf(path, each));
  });
}

const store = createPendingStore(findPending);

export const readPendingUploads = store.readSoon;
export const usePendingUploads = store.use;

export function toPending(stored: StoredUpload): PendingEntryUpload {
  const { id, uploadId, file, partSize, etags } = stored;
  const { path: directory } = stored.metadata as { path: string };
  const sentBytes = Object.keys(etags)
    .map((part) => Math.max(0, Math.min(partSize, file.size - (Number(part) - 1) * partSize)))
    .reduce((sum, bytes) => sum + bytes, 0);
  const { name, size, lastModified } = file;
  return { id, uploadId, directory, name, size, lastModified, sentBytes };
}

/** The one that a file belongs to. Where both were kept it was sent under a name with a number. */
export function pendingFor(
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
  among: readonly PendingEntryUpload[],
): PendingEntryUpload | undefined {
  const [stem, extension] = splitName(file.name);
  const isName = (name: string) =>
    name === file.name || (name.startsWith(`${stem} (`) && name.endsWith(`)${extension}`));
  return among.find(
    ({ name, size, lastModified }) =>
      size === file.size && lastModified === file.lastModified && isName(name),
  );
}

/** Gives up an upload: removes what the storage has of it, and forgets it. */
export async function discardPending(given: PendingEntryUpload): Promise<void> {
  const { directory: path, name: fileName, uploadId } = given;
  try {
    await client.fs.abortMultipart({ body: { path, fileName, uploadId } });
  } catch (error) {
    // The storage has lost it already.
    if (!(isApiError(error) && error.status === 404)) throw error;
  }
  await entryUploadSession().forget(given.id);
  store.drop(given);
}

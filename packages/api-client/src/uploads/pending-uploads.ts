import { ApiError } from '../api-error.ts';
import type { FsCallsOfUploads } from './entry-upload.ts';
import type { FileCallsOfUploads, ShareMetadata } from './share-upload.ts';

interface StoredRecord {
  readonly id: string;
  readonly uploadId: string;
  readonly key: string;
  readonly file: PendingUpload['file'];
  readonly metadata: unknown;
  readonly partSize: number;
  readonly createdAtMs: number;
  readonly etags: Readonly<Record<number, string>>;
}

/**
 * Part of a store that resuming needs; `createIndexedDbStore()` fits.
 *
 * @example
 * const store: PendingUploadStore = createIndexedDbStore();
 */
export interface PendingUploadStore {
  list(): Promise<readonly StoredRecord[]>;
  delete(id: string): Promise<void>;
}

/**
 * Unfinished upload to a share or into a directory.
 *
 * @example
 * const percent = ({ sentBytes, file }: PendingUpload) => (100 * sentBytes) / file.size;
 */
export interface PendingUpload {
  readonly id: string;
  readonly uploadId: string;
  /** Id of the file share, or key of the object. */
  readonly key: string;
  readonly file: {
    readonly name: string;
    /** In bytes. */
    readonly size: number;
    readonly type: string;
    /** Epoch milliseconds. */
    readonly lastModified: number;
  };
  /** Target of the upload, needed to resume it. */
  readonly target: PendingTarget;
  /** Bytes in the storage, as far as this browser knows. */
  readonly sentBytes: number;
  readonly createdAtMs: number;
}

/** Options of `fileShares.upload`, or the directory of `fs.upload`. */
export type PendingTarget = { readonly share: ShareMetadata } | { readonly directory: string };

/**
 * Lists the uploads that can be resumed: by `fileShares.upload` or `fs.upload` of the same file with
 * the same options. Removes those that cannot be resumed because their share has a password.
 *
 * @param store the store that the client's uploads use
 *
 * @example
 * for (const { file, target } of await listPendingUploads(store)) console.log(file.name, target);
 */
export async function listPendingUploads(store: PendingUploadStore): Promise<PendingUpload[]> {
  const pending: PendingUpload[] = [];
  for (const { id, uploadId, key, file, createdAtMs, ...record } of await store.list()) {
    const { share, path } = record.metadata as { share?: ShareMetadata; path?: string };
    const target = share ? { share } : path !== undefined && { directory: path };
    if (target) {
      const sentBytes = sentBytesOf(record, file.size);
      pending.push({ id, uploadId, key, file, target, sentBytes, createdAtMs });
    } else await store.delete(id);
  }
  return pending;
}

/**
 * Gives up a pending upload: removes its parts from the storage, frees its link, and deletes its
 * record.
 *
 * @throws {ApiError} if the server could not be reached; the upload is then still pending
 *
 * @example
 * await discardPendingUpload(client, store, pending);
 */
export async function discardPendingUpload(
  { fileShares, fs }: AbortingClient,
  store: PendingUploadStore,
  { id, uploadId, key, file, target }: PendingUpload,
): Promise<void> {
  const aborted =
    'share' in target
      ? fileShares.abortMultipart({ body: { upload_id: uploadId, file_id: key } })
      : fs.abortMultipart({ body: { path: target.directory, fileName: file.name, uploadId } });
  await aborted.catch((error: unknown) => {
    // The server does not know the upload any more.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  await store.delete(id);
}

/** Part of a client that aborts uploads; every client fits. */
export interface AbortingClient {
  readonly fileShares: Pick<FileCallsOfUploads, 'abortMultipart'>;
  readonly fs: Pick<FsCallsOfUploads, 'abortMultipart'>;
}

function sentBytesOf({ etags, partSize }: Pick<StoredRecord, 'etags' | 'partSize'>, size: number) {
  const parts = Object.keys(etags).map(Number);
  return parts.reduce(
    (sum, part) => sum + Math.max(0, Math.min(partSize, size - (part - 1) * partSize)),
    0,
  );
}

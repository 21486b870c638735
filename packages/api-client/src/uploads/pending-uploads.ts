import { ApiError } from '../api-error.ts';
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
 * An upload to a share that was begun and has not ended.
 *
 * @example
 * const percent = ({ sentBytes, file }: PendingUpload) => (100 * sentBytes) / file.size;
 */
export interface PendingUpload {
  readonly id: string;
  readonly uploadId: string;
  /** The id of the file that is to be shared. */
  readonly key: string;
  readonly file: {
    readonly name: string;
    /** In bytes. */
    readonly size: number;
    readonly type: string;
    /** In epoch milliseconds. */
    readonly lastModified: number;
  };
  /** The options that `fileShares.upload` resumes it with. */
  readonly share: ShareMetadata;
  /** Bytes in the storage, as far as this browser knows. */
  readonly sentBytes: number;
  readonly createdAtMs: number;
}

/**
 * The uploads to shares that can be resumed: by `fileShares.upload` of the same file with the same
 * options. Those that cannot, because they have a password, are forgotten here.
 *
 * @param store the one that the client's uploads were given
 *
 * @example
 * for (const { file, share } of await listPendingUploads(store)) console.log(file.name, share.slug);
 */
export async function listPendingUploads(store: PendingUploadStore): Promise<PendingUpload[]> {
  const pending: PendingUpload[] = [];
  for (const { id, uploadId, key, file, createdAtMs, ...record } of await store.list()) {
    const { share, path } = record.metadata as { share?: ShareMetadata; path?: string };
    if (share) {
      const sentBytes = sentBytesOf(record, file.size);
      pending.push({ id, uploadId, key, file, share, sentBytes, createdAtMs });
    } else if (path === undefined) await store.delete(id);
  }
  return pending;
}

/**
 * Gives up an upload that could be resumed: removes what storage has of it, frees its link, and
 * forgets it.
 *
 * @throws {ApiError} where the server could not be told; the upload is then still pending
 *
 * @example
 * await discardPendingUpload(client.fileShares, store, pending);
 */
export async function discardPendingUpload(
  fileShares: Pick<FileCallsOfUploads, 'abortMultipart'>,
  store: PendingUploadStore,
  { id, uploadId, key }: PendingUpload,
): Promise<void> {
  await fileShares
    .abortMultipart({ body: { upload_id: uploadId, file_id: key } })
    .catch((error: unknown) => {
      // Storage has lost it already.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
  await store.delete(id);
}

function sentBytesOf({ etags, partSize }: Pick<StoredRecord, 'etags' | 'partSize'>, size: number) {
  const parts = Object.keys(etags).map(Number);
  return parts.reduce(
    (sum, part) => sum + Math.max(0, Math.min(partSize, size - (part - 1) * partSize)),
    0,
  );
}

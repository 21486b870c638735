import type { ApiClient, CallOptions } from '../client.ts';
import type { FileShareListQuery, FileShareRow } from '../contract/file-share-shapes.ts';
import { fileShares as routes } from '../contract/routes.ts';
import { eachRowByOffset } from '../paging.ts';
import type { ShareUploadOptions, UploadedShare } from '../uploads/share-upload.ts';
import type { UploadHandle } from '../uploads/upload-handle.ts';
import { createUploadQueue, type UploadQueue } from '../uploads/upload-queue.ts';
import { bindCalls, type CallsOf } from './bind-calls.ts';

/** Filter of {@link FileShares.all}. */
export interface FileSharesQuery extends Omit<FileShareListQuery, 'offset'> {}

/** Shared files. Created by {@link createFileShares}. */
export interface FileShares extends CallsOf<typeof routes> {
  /**
   * Yields all own files, newest first; requests a page of `limit` rows at a time.
   *
   * @example
   * for await (const { filename, size } of client.fileShares.all()) console.log(filename, size);
   */
  all(
    query?: FileSharesQuery,
    options?: CallOptions,
  ): AsyncGenerator<FileShareRow, void, undefined>;
  /**
   * Shares a file of any size. Sends parts concurrently and directly to the storage. Needs
   * `@satchel/multipart-uploader`.
   *
   * @example
   * const upload = client.fileShares.upload(file, { share: { expires_in: 24 } });
   * const { url } = await upload.done;
   */
  upload(file: Blob, options?: ShareUploadOptions): UploadHandle<UploadedShare>;
}

/**
 * Creates the methods for shared files.
 *
 * @param uploads the queue of `upload`; default a new one
 *
 * @example
 * const { url } = await createFileShares(api).upload(file).done;
 */
export function createFileShares(
  api: ApiClient,
  uploads: UploadQueue = createUploadQueue(),
): FileShares {
  const calls = bindCalls(api, routes);
  return {
    ...calls,
    all: (query, options) =>
      eachRowByOffset(calls.list, query, ({ data }) => [data.files, data.pagination], options),
    upload: (file, { share, ...options } = {}) => uploads.add(file, { api, share }, options),
  };
}

import type { ApiClient, CallOptions } from '../client.ts';
import type { FileShareListQuery, FileShareRow } from '../contract/file-share-shapes.ts';
import type * as fileShareUploads from '../contract/file-share-uploads.ts';
import type * as fileShares from '../contract/file-shares.ts';
import type * as thumbnails from '../contract/thumbnails.ts';
import { eachRowByOffset } from '../paging.ts';
import type { ShareUploadOptions, UploadedShare } from '../uploads/share-upload.ts';
import type { UploadHandle } from '../uploads/upload-handle.ts';
import { createUploadQueue, type UploadQueue } from '../uploads/upload-queue.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link FileShares} and their declarations. */
export interface FileSharesCalls {
  /** List file shares. */
  readonly list: typeof fileShares.listFileShares;
  /** One file share. */
  readonly get: typeof fileShares.getFileShare;
  /** Change a file share. */
  readonly update: typeof fileShares.updateFileShare;
  /** Delete file shares. */
  readonly delete: typeof fileShares.deleteFileShares;
  /** Public information about a shared file. */
  readonly view: typeof fileShares.viewFileShare;
  /** Open a shared file that has a password. */
  readonly unlock: typeof fileShares.unlockFileShare;
  /** A URL of a shared office document for a viewer on the web. */
  readonly officePreview: typeof fileShares.officePreview;
  /** The bytes of a shared file, inline. */
  readonly read: typeof fileShares.fileShareView;
  /** The bytes of a shared file, as a download. */
  readonly download: typeof fileShares.fileShareDownload;
  /** A thumbnail of a shared image. */
  readonly thumbnail: typeof thumbnails.fileShareThumbnail;
  /** Reserve a file share and get a URL to upload to. */
  readonly presign: typeof fileShareUploads.presignFileShare;
  /** Publish an uploaded file. */
  readonly commit: typeof fileShareUploads.commitFileShare;
  /** Share a file sent as a form. */
  readonly uploadForm: typeof fileShareUploads.uploadFileShareForm;
  /** Share a file sent as a raw body. */
  readonly uploadDirect: typeof fileShareUploads.uploadFileShareDirect;
  /** Reserve a file share and start a multipart upload. */
  readonly initMultipart: typeof fileShareUploads.initFileShareMultipart;
  /** Sign URLs for parts of a multipart upload. */
  readonly signParts: typeof fileShareUploads.signFileShareParts;
  /** List the uploaded parts of a multipart upload. */
  readonly listParts: typeof fileShareUploads.listFileShareParts;
  /** Join the parts of a multipart upload. */
  readonly completeMultipart: typeof fileShareUploads.completeFileShareMultipart;
  /** Drop a multipart upload. */
  readonly abortMultipart: typeof fileShareUploads.abortFileShareMultipart;
}

const bind = /* @__PURE__ */ groupOf<FileSharesCalls>({
  list: 'GET files extras',
  get: 'GET files/:id',
  update: 'PUT files/:id',
  delete: 'DELETE files/batch-delete',
  view: 'GET public/files/:slug',
  unlock: 'POST public/files/:slug/verify',
  officePreview: 'GET office-preview/:slug',
  read: 'GET file-view/:slug stream',
  download: 'GET file-download/:slug stream',
  thumbnail: 'GET file-thumbnail/:slug stream',
  presign: 'POST s3/presign',
  commit: 'POST s3/commit',
  uploadForm: 'POST upload stream',
  uploadDirect: 'PUT upload-direct/:filename stream',
  initMultipart: 'POST s3/multipart/init',
  completeMultipart: 'POST s3/multipart/complete',
  abortMultipart: 'POST s3/multipart/abort',
  signParts: 'POST s3/multipart/refresh-urls',
  listParts: 'POST s3/multipart/list-parts',
});

/** Which files {@link FileShares.all} gives. */
export interface FileSharesQuery extends Omit<FileShareListQuery, 'offset'> {}

/** Shared files. Made by {@link createFileShares}. */
export interface FileShares extends CallsOf<FileSharesCalls> {
  /**
   * All own files, newest first, a page of `limit` rows at a time.
   *
   * @example
   * for await (const { filename, size } of client.fileShares.all()) console.log(filename, size);
   */
  all(
    query?: FileSharesQuery,
    options?: CallOptions,
  ): AsyncGenerator<FileShareRow, void, undefined>;
  /**
   * Shares a file of any size: in parts, several at once, straight to storage. Needs
   * `@satchel/multipart-uploader`.
   *
   * @example
   * const upload = client.fileShares.upload(file, { share: { expires_in: 24 } });
   * const { url } = await upload.done;
   */
  upload(file: Blob, options?: ShareUploadOptions): UploadHandle<UploadedShare>;
}

/**
 * Shared files.
 *
 * @param uploads the queue of `upload`; default one of its own
 *
 * @example
 * const { url } = await createFileShares(api).upload(file).done;
 */
export function createFileShares(
  api: ApiClient,
  uploads: UploadQueue = createUploadQueue(),
): FileShares {
  const calls = bind(api);
  return {
    ...calls,
    all: (query, options) =>
      eachRowByOffset(async (offset) => {
        const { data } = await calls.list({ query: { ...query, offset } }, options);
        return [data.files, data.pagination];
      }, options),
    upload: (file, { share, ...options } = {}) =>
      uploads.add(file, { fileShares: calls, share }, options),
  };
}

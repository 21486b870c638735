import type { CallsOf } from '../calls/bind-calls.ts';
import { UPLOAD_TIMEOUT_MS } from '../client.ts';
import type { CommittedFileShare } from '../contract/file-share-shapes.ts';
import type { NewMultipartFileShare } from '../contract/file-share-upload-shapes.ts';
import type { fileShares } from '../contract/routes.ts';
import { joinedParts, type UploadCalls, type UploadName } from './upload-calls.ts';
import type { UploadOptions } from './upload-handle.ts';

/**
 * Calls of `FileShares` that an upload makes. Declared here, because `FileShares` itself imports this
 * file.
 */
export type FileCallsOfUploads = Pick<
  CallsOf<typeof fileShares>,
  'initMultipart' | 'signParts' | 'listParts' | 'completeMultipart' | 'abortMultipart' | 'commit'
>;

/** Options of a share: slug, password, expiry and so on. */
export interface ShareMetadata
  extends Omit<NewMultipartFileShare, 'filename' | 'size' | 'part_size'> {}

/**
 * Options of `fileShares.upload`.
 *
 * @example
 * const options: ShareUploadOptions = { share: { password: 'sesame', expires_in: 24, max_views: 1 } };
 */
export interface ShareUploadOptions extends UploadOptions {
  readonly share?: ShareMetadata | undefined;
}

/** Published share. */
export interface UploadedShare extends CommittedFileShare {}

const nameOf = ({ uploadId, key }: UploadName) => ({ upload_id: uploadId, file_id: key });

/** Calls of an upload that becomes a share. The file's id serves as the engine's `key`. */
export function shareUploadCalls(
  fileShares: FileCallsOfUploads,
  share: ShareMetadata | undefined,
): UploadCalls {
  return {
    // The lost call may hold the slug, or the name in a bundle or a delivery.
    mayBeginAgain: !(share?.slug || share?.bundle_id || share?.relative_path),
    async create({ file: { name, size, type }, partSize }, signal) {
      const body = {
        ...{ mimetype: type, ...share, filename: name, size, part_size: partSize },
        commit_on_put: true,
      };
      const reserved = await fileShares.initMultipart({ body }, { signal });
      return {
        uploadId: reserved.upload_id,
        key: reserved.file_id,
        partSize: reserved.part_size,
        signed: { urls: reserved.presigned_urls, expiresInMs: reserved.expires_in * 1000 },
      };
    },
    async signParts({ partNumbers, ...name }, signal) {
      const body = { ...nameOf(name), part_numbers: [...partNumbers] };
      const signed = await fileShares.signParts({ body }, { signal });
      return { urls: signed.presigned_urls, expiresInMs: signed.expires_in * 1000 };
    },
    async listParts(name, signal) {
      return (await fileShares.listParts({ body: nameOf(name) }, { signal })).parts;
    },
    async complete({ parts, ...name }, signal) {
      const [only] = parts;
      if (only && parts.length === 1) {
        // Commit joins a single part itself.
        const body = { file_id: name.key, size: name.file.size, etag: only.etag };
        return fileShares.commit({ body }, { signal, timeoutMs: UPLOAD_TIMEOUT_MS });
      }
      const joined = await fileShares
        .completeMultipart(
          { body: { ...nameOf(name), parts: joinedParts(parts) } },
          { signal, timeoutMs: UPLOAD_TIMEOUT_MS },
        )
        .catch((error: { readonly status?: number }) => {
          // An earlier call, whose answer was lost, has joined and published the parts. Committing
          // again confirms it.
          if (error.status === 404) return { file_id: name.key };
          throw error;
        });
      return fileShares.commit({ body: joined }, { signal, timeoutMs: UPLOAD_TIMEOUT_MS });
    },
    async abort(name, signal) {
      await fileShares.abortMultipart({ body: nameOf(name) }, { signal });
    },
  };
}

/**
 * Distinguishes uploads of one file to shares with different options, so that none is resumed as
 * another share. An upload with a password is never resumed: the password would have to be stored in
 * the browser, and without it the share would be public.
 */
export function shareDestination(share: ShareMetadata | undefined): string {
  return share?.password ? `${Date.now()}${Math.random()}` : JSON.stringify(share ?? {});
}

/** Options to store with an upload, so that the same file can be added again with the same options. */
export function storedMetadata(share: ShareMetadata = {}): { share?: ShareMetadata } {
  return share.password ? {} : { share };
}

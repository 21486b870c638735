import { ApiError } from '@satchel/api-client/api-error';
import {
  abortFileShareMultipart,
  commitFileShare,
  completeFileShareMultipart,
  initFileShareMultipart,
  listFileShareParts,
  signFileShareParts,
} from '@satchel/api-client/contract/file-share-uploads';
import {
  createUploader,
  type Upload,
  UploadError,
  type UploadReference,
  type UploadTransport,
} from '@satchel/multipart-uploader';
import { createXhrSender } from '@satchel/multipart-uploader/xhr';
import { api } from '#shared/api/api.ts';
import {
  type CommittedShare,
  type CreateTransfer,
  mimeTypeOf,
  type UploadMetadata,
} from './transfer.ts';

/** The uploader's `key` may be any string; here it is the file's id, which our calls need. */
const referenceOf = ({ uploadId, key }: UploadReference) => ({ upload_id: uploadId, file_id: key });

const transport: UploadTransport = {
  async create({ file, metadata, partSize }, signal) {
    const reserving = api.call(
      initFileShareMultipart,
      {
        body: {
          ...(metadata as UploadMetadata),
          filename: file.name,
          size: file.size,
          mimetype: mimeTypeOf(file),
          part_size: partSize,
        },
      },
      { signal },
    );
    const reserved = await reserving.catch((error: unknown) => {
      // Without an answer the engine would try again, and find the slug taken by the lost call.
      const isLost = error instanceof ApiError && error.status === 0;
      throw isLost ? new UploadError('create_failed', { cause: error }) : error;
    });
    return {
      uploadId: reserved.upload_id,
      key: reserved.file_id,
      partSize: reserved.part_size,
      signed: { urls: reserved.presigned_urls, expiresInMs: reserved.expires_in * 1000 },
    };
  },
  async signParts({ partNumbers, ...reference }, signal) {
    const signed = await api.call(
      signFileShareParts,
      { body: { ...referenceOf(reference), part_numbers: [...partNumbers] } },
      { signal },
    );
    return { urls: signed.presigned_urls, expiresInMs: signed.expires_in * 1000 };
  },
  async listParts(reference, signal) {
    const { parts } = await api.call(
      listFileShareParts,
      { body: referenceOf(reference) },
      { signal },
    );
    return parts;
  },
  async complete({ parts, ...reference }, signal) {
    const { file_id, etag, size } = await api.call(
      completeFileShareMultipart,
      {
        body: {
          ...referenceOf(reference),
          parts: parts.map((part) => ({ PartNumber: part.partNumber, ETag: part.etag })),
        },
      },
      { signal },
    );
    // Published in the same step: both calls are safe to repeat, so one retry covers both.
    const share = await api.call(commitFileShare, { body: { file_id, etag, size } }, { signal });
    return { etag, size, data: share };
  },
  async abort(reference, signal) {
    await api.call(abortFileShareMultipart, { body: referenceOf(reference) }, { signal });
  },
};

// No store for resuming after a reload: it would keep share passwords in clear text (SECURITY 11).
const uploader = createUploader({ transport, send: createXhrSender() });

/** Uploads a large file in parts, several at a time, which can be paused and retried one by one. */
export const createMultipartTransfer: CreateTransfer = ({ file, metadata }, onProgress) => {
  let upload: Upload | null = null;

  return {
    async run() {
      if (upload) {
        // Resumes: parts that were sent before the failure are not sent again.
        upload.resume();
      } else {
        upload = uploader.add(file, { metadata });
        upload.on('progress', onProgress);
      }
      const { data } = await upload.done;
      return data as CommittedShare;
    },
    cancel() {
      void upload?.abort();
      upload = null;
    },
    pausing: { pause: () => upload?.pause(), resume: () => upload?.resume() },
  };
};

import { isApiError } from '@satchel/api-client/api-error';
import { UPLOAD_TIMEOUT_MS } from '@satchel/api-client/client';
import {
  createUploader,
  type UploadProgress,
  type UploadReference,
  type UploadTransport,
} from '@satchel/multipart-uploader';
import { createXhrSender } from '@satchel/multipart-uploader/xhr';
import { client } from '#shared/api/client.ts';
import type { UrlUploadRequest } from './url-source.ts';

type Completed = Awaited<ReturnType<typeof client.urlUploads.completeMultipart>>;

const nameOf = ({ uploadId, key }: UploadReference) => ({ upload_id: uploadId, file_id: key });

/** The calls of an upload from an address (SPEC 7); the engine is that of all other uploads. */
const transport: UploadTransport<UrlUploadRequest, Completed> = {
  async create({ file, metadata, partSize }, signal) {
    const { url, filename, contentType, share } = metadata;
    const body = {
      ...share,
      ...{ url, filename, metadata: { filename, contentType } },
      ...{ total_size: file.size, part_size: partSize },
    };
    const started = await client.urlUploads.initMultipart({ body }, { signal });
    return {
      uploadId: started.upload_id,
      key: started.file_id,
      partSize: started.partSize,
      signed: { urls: started.presigned_urls, expiresInMs: 3_600_000 },
    };
  },
  async signParts({ partNumbers, ...name }, signal) {
    const body = { ...nameOf(name), part_numbers: [...partNumbers] };
    const signed = await client.fileShares.signParts({ body }, { signal });
    return { urls: signed.presigned_urls, expiresInMs: signed.expires_in * 1000 };
  },
  async listParts(name, signal) {
    return (await client.fileShares.listParts({ body: nameOf(name) }, { signal })).parts;
  },
  async complete({ parts, ...name }, signal) {
    const joined = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
    const data = await client.urlUploads.completeMultipart(
      { body: { ...nameOf(name), parts: joined } },
      { signal, timeoutMs: UPLOAD_TIMEOUT_MS },
    );
    return { size: data.size, data };
  },
  async abort(name, signal) {
    await client.urlUploads.abortMultipart({ body: nameOf(name) }, { signal });
  },
};

const uploader = createUploader<UrlUploadRequest, Completed>({
  transport,
  send: createXhrSender(),
});

export interface UrlUpload {
  readonly file: Blob;
  readonly request: UrlUploadRequest;
  /** Aborts it and removes what storage has. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UploadProgress) => void;
}

/** Uploads what was fetched from an address, and gives the share. Fails with the server's own error. */
export async function uploadFromUrl({ file, request, signal, onProgress }: UrlUpload) {
  const upload = uploader.add(file, { metadata: request, name: request.filename, signal });
  upload.on('progress', onProgress);
  try {
    return (await upload.done).data;
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      if (isApiError(cause)) throw cause;
    }
    throw error;
  }
}

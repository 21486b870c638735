import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { AppError } from '#errors';
import { forEachAtOnce } from '#for-each-at-once';
import type { ObjectStore } from './object-store.ts';
import { encodeKey } from './presigner.ts';
import { isAbsent, notS3, translateS3Error } from './s3-errors.ts';

export interface CopyLimits {
  /** Largest object that one CopyObject takes; 5 GiB on S3. */
  readonly singleBytes: number;
  /** Size of a part above that; the last may be smaller. */
  readonly partBytes: number;
}

const S3_COPY_LIMITS: CopyLimits = { singleBytes: 5 * 1024 ** 3, partBytes: 1024 ** 3 };
const PARTS_AT_ONCE = 4;
const MAX_PARTS = 10_000;

/** Copies within a bucket: by CopyObject, and by UploadPartCopy what is too large for it. */
export function createS3Copy(
  client: S3Client,
  Bucket: string,
  limits: CopyLimits = S3_COPY_LIMITS,
): ObjectStore['copy'] {
  const sourceOf = (key: string) => `${Bucket}/${encodeKey(key)}`;

  // Not cut off when the caller goes away: a storage goes on, and nobody knew what became of it.
  const copyAtOnce = async (sourceKey: string, Key: string) => {
    const command = new CopyObjectCommand({ Bucket, Key, CopySource: sourceOf(sourceKey) });
    const { CopyObjectResult } = await client.send(command);
    // Whoever moves a file deletes the old one next.
    if (!CopyObjectResult?.ETag) throw notS3();
    return CopyObjectResult.ETag;
  };

  const copyInParts = async (
    sourceKey: string,
    Key: string,
    size: number,
    abortSignal: AbortSignal,
  ) => {
    const source = await client.send(new HeadObjectCommand({ Bucket, Key: sourceKey }), {
      abortSignal,
    });
    // Parts carry bytes only; what CopyObject would take along has to be said.
    const { ContentType, Metadata, CacheControl, ContentDisposition, ContentEncoding } = source;
    const target = { ContentType, Metadata, CacheControl, ContentDisposition, ContentEncoding };
    const create = new CreateMultipartUploadCommand({ Bucket, Key, ...target });
    const { UploadId } = await client.send(create, { abortSignal });
    try {
      const partBytes = Math.max(limits.partBytes, Math.ceil(size / MAX_PARTS));
      const starts = Array.from({ length: Math.ceil(size / partBytes) }, (_, i) => i * partBytes);
      const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
      await forEachAtOnce(starts, PARTS_AT_ONCE, async (start, index) => {
        const command = new UploadPartCopyCommand({
          Bucket,
          Key,
          UploadId,
          PartNumber: index + 1,
          CopySource: sourceOf(sourceKey),
          CopySourceRange: `bytes=${start}-${Math.min(start + partBytes, size) - 1}`,
          CopySourceIfMatch: source.ETag,
        });
        const { CopyPartResult } = await client.send(command, { abortSignal });
        Parts[index] = { PartNumber: index + 1, ETag: CopyPartResult?.ETag };
      });
      const complete = new CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId,
        MultipartUpload: { Parts },
      });
      abortSignal.throwIfAborted();
      const { ETag } = await client.send(complete);
      if (!ETag) throw notS3();
      return ETag;
    } catch (error) {
      // Its parts would be kept, and paid for, for ever.
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await client.send(abort).catch(() => undefined);
      throw error;
    }
  };

  return async (sourceKey, targetKey, { size, signal }) => {
    try {
      signal.throwIfAborted();
      const etag =
        size > limits.singleBytes
          ? await copyInParts(sourceKey, targetKey, size, signal)
          : await copyAtOnce(sourceKey, targetKey);
      return { etag, size };
    } catch (error) {
      if (isAbsent(error)) throw new AppError('file_system.not_found', { cause: error });
      throw translateS3Error(error);
    }
  };
}

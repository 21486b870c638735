import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  HeadObjectCommand,
  type S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import { type ConditionalCall, conditionOf, translateConditional } from '../conditional-calls.ts';
import { bareEtag } from '../etag.ts';
import type { CopyOptions, ObjectStore } from '../object-store.ts';
import { fenceAttempts } from './fence-attempts.ts';
import { encodeKey } from './presigner.ts';
import { etagOfJoined, isAbsent, notS3 } from './s3-errors.ts';
import { createMultipartUpload } from './uploads/create-multipart-upload.ts';

export interface CopyLimits {
  /** Largest object that one CopyObject takes; 5 GiB on S3. */
  readonly singleBytes: number;
  /** Size of a part above that; the last may be smaller. */
  readonly partBytes: number;
}

const S3_COPY_LIMITS: CopyLimits = { singleBytes: 5 * 1024 ** 3, partBytes: 1024 ** 3 };
const CONCURRENT_PARTS = 4;
const MAX_PARTS = 10_000;

const CHANGED = new Error('the source changed while it was copied');

/** Copies within a bucket with CopyObject, or with UploadPartCopy above its size limit. */
export function createS3Copy(
  client: S3Client,
  Bucket: string,
  honoured: ReadonlySet<ConditionalCall>,
  limits: CopyLimits = S3_COPY_LIMITS,
): ObjectStore['copy'] {
  const sourceOf = (key: string) => `${Bucket}/${encodeKey(key)}`;

  // Does not pass the caller's signal on: the storage would continue, and the outcome would be unknown.
  const copyAtOnce = async (
    sourceKey: string,
    Key: string,
    { sourceEtag, expected, fence }: CopyOptions,
  ) => {
    const command = new CopyObjectCommand({
      Bucket,
      Key,
      CopySource: sourceOf(sourceKey),
      ...(sourceEtag === undefined ? {} : { CopySourceIfMatch: sourceEtag }),
      ...conditionOf(honoured, 'copy', expected),
    });
    const { CopyObjectResult } = await client.send(command, fenceAttempts(command, fence));
    // A missing ETag is an error, because a move deletes the source next.
    if (!CopyObjectResult?.ETag) throw notS3();
    return quoted(CopyObjectResult.ETag);
  };

  const headOf = (Key: string, abortSignal?: AbortSignal) =>
    client.send(new HeadObjectCommand({ Bucket, Key }), abortSignal ? { abortSignal } : {});

  const copyInParts = async (
    sourceKey: string,
    Key: string,
    { size, sourceEtag, expected, signal: abortSignal, fence }: CopyOptions,
  ) => {
    const source = await headOf(sourceKey, abortSignal);
    if (sourceEtag !== undefined && bareEtag(source.ETag ?? '') !== bareEtag(sourceEtag)) {
      throw new AppError('file_system.changed');
    }
    // UploadPartCopy carries bytes only, so the headers that CopyObject would copy are set here.
    const { ContentType, Metadata, CacheControl, ContentDisposition, ContentEncoding } = source;
    const target = { ContentType, Metadata, CacheControl, ContentDisposition, ContentEncoding };
    const UploadId = await createMultipartUpload(client, { Bucket, Key, ...target }, abortSignal);
    try {
      const partBytes = Math.max(limits.partBytes, Math.ceil(size / MAX_PARTS));
      const starts = Array.from({ length: Math.ceil(size / partBytes) }, (_, i) => i * partBytes);
      const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
      await forEachAtOnce(starts, CONCURRENT_PARTS, async (start, index) => {
        const command = new UploadPartCopyCommand({
          Bucket,
          Key,
          UploadId,
          PartNumber: index + 1,
          CopySource: sourceOf(sourceKey),
          CopySourceRange: `bytes=${start}-${Math.min(start + partBytes, size) - 1}`,
          // Ceph 16 does not check this, so the source is checked once more below.
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
        ...conditionOf(honoured, 'complete', expected),
      });
      const { ETag: after } = await headOf(sourceKey, abortSignal);
      if (after !== source.ETag) throw new AppError('storage.unavailable', { cause: CHANGED });
      abortSignal.throwIfAborted();
      const joined = await client.send(complete, fenceAttempts(complete, fence));
      return quoted(await etagOfJoined(joined, () => headOf(Key)));
    } catch (error) {
      // Aborts, because otherwise the storage would keep, and charge for, the parts for ever.
      const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await client.send(abort).catch(() => undefined);
      throw error;
    }
  };

  return async (sourceKey, targetKey, options) => {
    const { size, sourceEtag, expected, signal } = options;
    try {
      signal.throwIfAborted();
      const etag =
        size > limits.singleBytes
          ? await copyInParts(sourceKey, targetKey, options)
          : await copyAtOnce(sourceKey, targetKey, options);
      return { etag, size };
    } catch (error) {
      if (isAbsent(error)) throw new AppError('file_system.not_found', { cause: error });
      throw translateConditional(
        error,
        expected ?? (sourceEtag ? { etag: sourceEtag } : undefined),
      );
    }
  };
}

/** Adds quotes as in every other answer, because Ceph leaves them out in this one. */
function quoted(etag: string): string {
  return etag.startsWith('"') ? etag : `"${etag}"`;
}

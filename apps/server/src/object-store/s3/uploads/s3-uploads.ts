import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { AppError } from '#errors';
import { conditionOf, isRefusedCondition } from '../../conditional-calls.ts';
import type { ObjectStore, ObjectStoreLocation, StoredPart } from '../../object-store.ts';
import { fenceAttempts } from '../fence-attempts.ts';
import { decodeKey, type Presigner, signedLength } from '../presigner.ts';
import { etagOfJoined, hasName, isAbsent, notS3, translateS3Error } from '../s3-errors.ts';
import { createMultipartUpload } from './create-multipart-upload.ts';

type Uploads = Pick<
  ObjectStore,
  'createUpload' | 'presignPart' | 'listUploads' | 'listParts' | 'completeUpload' | 'abortUpload'
>;

/** Query parameter for the maximum body length of a URL; only the embedded store understands it. */
const MAX_LENGTH_PARAMETER = 'x-max-length';

/** Multipart uploads of a bucket. */
export function createS3Uploads(
  client: S3Client,
  location: ObjectStoreLocation,
  presigner: Presigner,
): Uploads {
  const { bucket: Bucket, isEmbedded, signsContentLength, conditionalCalls } = location;
  return {
    async createUpload(Key, ContentType, abortSignal) {
      try {
        const UploadId = await createMultipartUpload(
          client,
          { Bucket, Key, ContentType },
          abortSignal,
        );
        if (!UploadId) throw new Error('the storage sent no upload id');
        return UploadId;
      } catch (error) {
        throw translateS3Error(error);
      }
    },
    presignPart(key, uploadId, partNumber, options) {
      const { lengthBytes, maxLengthBytes = lengthBytes } = options;
      const isLimited = isEmbedded && maxLengthBytes !== undefined;
      const limit = isLimited ? { [MAX_LENGTH_PARAMETER]: String(maxLengthBytes) } : {};
      const headers = signedLength(signsContentLength ? lengthBytes : undefined);
      const query = { partNumber: String(partNumber), uploadId, ...limit };
      return presigner.presign('PUT', key, query, options, headers);
    },
    async listUploads(key, from, to) {
      const command = new ListMultipartUploadsCommand({ Bucket, Prefix: key, EncodingType: 'url' });
      try {
        const { Uploads = [], EncodingType } = await client.send(command);
        return Uploads.flatMap(({ Key = '', UploadId, Initiated }) => {
          const isMeant = Initiated && Initiated >= from && Initiated <= to;
          return UploadId && isMeant && decodeKey(Key, EncodingType) === key ? [UploadId] : [];
        });
      } catch (error) {
        throw translateS3Error(error);
      }
    },
    async listParts(Key, UploadId, signal) {
      try {
        return await listAllParts(client, { Bucket, Key, UploadId }, signal);
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw translateS3Error(error);
      }
    },
    async completeUpload(Key, UploadId, parts, { expected, fence } = {}) {
      // Refuses parts out of order as S3 does; Ceph 16 would join them all the same.
      const isAscending = parts.every(
        ({ partNumber }, at) => partNumber > (parts[at - 1]?.partNumber ?? 0),
      );
      if (!isAscending) return 'invalid_parts';
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      const command = new CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId,
        MultipartUpload: { Parts },
        ...conditionOf(conditionalCalls, 'complete', expected),
      });
      try {
        const joined = await client.send(command, fenceAttempts(command, fence));
        const head = () => client.send(new HeadObjectCommand({ Bucket, Key }));
        return { etag: await etagOfJoined(joined, head) };
      } catch (error) {
        if (hasName(error, 'InvalidPart', 'InvalidPartOrder', 'EntityTooSmall', 'MalformedXML')) {
          return 'invalid_parts';
        }
        if (expected !== undefined && isRefusedCondition(error)) return 'changed';
        if (isAbsent(error)) return 'unknown_upload';
        if (fence?.signal.aborted) throw fence.signal.reason;
        if (error instanceof AppError) throw error;
        // Ceph 16 answers 500 for an aborted upload, so listing its parts tells whether it exists.
        const isKnown = await listAllParts(client, { Bucket, Key, UploadId }).then(
          () => true,
          (failure) => !isAbsent(failure),
        );
        if (!isKnown) return 'unknown_upload';
        throw translateS3Error(error);
      }
    },
    async abortUpload(Key, UploadId, signal) {
      try {
        const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
        await client.send(command, signal ? { abortSignal: signal } : {});
      } catch (error) {
        if (!isAbsent(error)) throw translateS3Error(error);
      }
    },
  };
}

/** Reads pages while `IsTruncated`, because Ceph sends a marker on the last page, too. */
async function listAllParts(
  client: S3Client,
  upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string },
  abortSignal?: AbortSignal,
): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  let PartNumberMarker: string | undefined;
  do {
    const command = new ListPartsCommand({ ...upload, PartNumberMarker });
    const page = await client.send(command, abortSignal ? { abortSignal } : {});
    if (page.UploadId === undefined && page.IsTruncated === undefined) throw notS3();
    for (const { PartNumber = 0, Size = 0, ETag = '', LastModified } of page.Parts ?? []) {
      parts.push({ partNumber: PartNumber, size: Size, etag: ETag, lastModified: LastModified });
    }
    PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (PartNumberMarker !== undefined);
  return parts;
}

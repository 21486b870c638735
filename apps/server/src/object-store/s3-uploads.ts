import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectStore, StoredPart } from './object-store.ts';
import type { Presigner } from './presigner.ts';
import { hasName, isAbsent, notS3, translateS3Error } from './s3-errors.ts';

type Uploads = Pick<
  ObjectStore,
  'createUpload' | 'presignPart' | 'listParts' | 'listUploads' | 'completeUpload' | 'abortUpload'
>;

/** The multipart half of a bucket. */
export function createS3Uploads(client: S3Client, Bucket: string, presigner: Presigner): Uploads {
  return {
    async createUpload(Key, ContentType, abortSignal) {
      try {
        const command = new CreateMultipartUploadCommand({ Bucket, Key, ContentType });
        const { UploadId } = await client.send(command, { abortSignal });
        if (!UploadId) throw new Error('the storage sent no upload id');
        return UploadId;
      } catch (error) {
        throw translateS3Error(error);
      }
    },
    presignPart: (key, uploadId, partNumber, options) =>
      presigner.presign('PUT', key, { partNumber: String(partNumber), uploadId }, options),
    async listParts(Key, UploadId, signal) {
      try {
        return await listAllParts(client, { Bucket, Key, UploadId }, signal);
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw translateS3Error(error);
      }
    },
    async listUploads({ prefix, keyMarker, uploadIdMarker, signal }) {
      const command = new ListMultipartUploadsCommand({
        Bucket,
        Prefix: prefix,
        KeyMarker: keyMarker,
        UploadIdMarker: uploadIdMarker,
      });
      try {
        const page = await client.send(command, { abortSignal: signal });
        const uploads = (page.Uploads ?? []).map(({ Key = '', UploadId = '', Initiated }) => ({
          key: Key,
          uploadId: UploadId,
          initiated: Initiated,
        }));
        return {
          uploads,
          nextKeyMarker: page.IsTruncated ? page.NextKeyMarker : undefined,
          nextUploadIdMarker: page.IsTruncated ? page.NextUploadIdMarker : undefined,
        };
      } catch (error) {
        throw translateS3Error(error);
      }
    },
    async completeUpload(Key, UploadId, parts, abortSignal) {
      // S3 refuses another order than by number; Ceph 16 joins them all the same.
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
      });
      try {
        await client.send(command, { abortSignal });
        return 'completed';
      } catch (error) {
        if (hasName(error, 'InvalidPart', 'InvalidPartOrder', 'EntityTooSmall', 'MalformedXML')) {
          return 'invalid_parts';
        }
        if (isAbsent(error)) return 'unknown_upload';
        // Ceph 16 answers 500 for an upload that was aborted; its parts say which it is.
        const isKnown = await listAllParts(client, { Bucket, Key, UploadId }, abortSignal).then(
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

/** Page by page while there is more: a marker alone says nothing, Ceph sends one on the last page too. */
async function listAllParts(
  client: S3Client,
  upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string },
  abortSignal: AbortSignal,
): Promise<StoredPart[]> {
  const parts: StoredPart[] = [];
  let PartNumberMarker: string | undefined;
  do {
    const command = new ListPartsCommand({ ...upload, PartNumberMarker });
    const page = await client.send(command, { abortSignal });
    if (page.UploadId === undefined && page.IsTruncated === undefined) throw notS3();
    for (const { PartNumber = 0, Size = 0, ETag = '', LastModified } of page.Parts ?? []) {
      parts.push({ partNumber: PartNumber, size: Size, etag: ETag, lastModified: LastModified });
    }
    PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (PartNumberMarker !== undefined);
  return parts;
}

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ListedPart } from '../engine/ports.ts';
import type { HeadedObject, MultipartUpload, UploadStorage } from './ports.ts';

/** Content type of an object with an unknown type, as S3 names it. */
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Uses a bucket through the AWS SDK for JavaScript, version 3. Needs the packages
 * `@aws-sdk/client-s3` and `@aws-sdk/s3-request-presigner`. The credentials need the permissions
 * `s3:PutObject`, `s3:GetObject`, `s3:DeleteObject`, `s3:AbortMultipartUpload`,
 * `s3:ListMultipartUploadParts`, and `s3:ListBucket`, without which S3 answers 403 for a missing object.
 *
 * @param client any client, also with its default options; it is not modified
 * @param bucket name of the bucket
 *
 * @example
 * const uploads = createUploadServer({
 *   storage: createAwsStorage(new S3Client({}), 'uploads'),
 *   secret: process.env.UPLOAD_SECRET ?? '',
 *   authorize,
 * });
 */
export function createAwsStorage(client: S3Client, bucket: string): Required<UploadStorage> {
  const s3 = withoutAddedChecksums(client);
  const objectOf = (key: string) => ({ Bucket: bucket, Key: key });
  const uploadOf = ({ key, uploadId }: MultipartUpload) => ({
    ...objectOf(key),
    UploadId: uploadId,
  });

  return {
    async createUpload({ key, type }) {
      const object = { ...objectOf(key), ContentType: type || UNKNOWN_TYPE };
      const { UploadId } = await s3.send(new CreateMultipartUploadCommand(object));
      if (UploadId === undefined) throw new Error('the store has created an upload without an id');
      return UploadId;
    },
    async signPart({ partNumber, sizeBytes, expiresInSeconds, ...upload }) {
      const part = { ...uploadOf(upload), PartNumber: partNumber, ContentLength: sizeBytes };
      const command = new UploadPartCommand(part);
      return { url: await getSignedUrl(s3, command, { expiresIn: expiresInSeconds }) };
    },
    async signObject({ key, type, sizeBytes, expiresInSeconds }) {
      const contentType = type || UNKNOWN_TYPE;
      const object = { ...objectOf(key), ContentType: contentType, ContentLength: sizeBytes };
      const url = await getSignedUrl(s3, new PutObjectCommand(object), {
        expiresIn: expiresInSeconds,
        // The SDK signs the length by default, but the type only if it is listed.
        signableHeaders: new Set(['content-type']),
      });
      return { url, headers: { 'content-type': contentType } };
    },
    listParts: (upload) => listAllParts(s3, uploadOf(upload)),
    async completeUpload({ parts, ...upload }) {
      const completed = parts.map(({ partNumber, etag }) => ({
        PartNumber: partNumber,
        ETag: etag,
      }));
      const request = { ...uploadOf(upload), MultipartUpload: { Parts: completed } };
      await s3.send(new CompleteMultipartUploadCommand(request));
    },
    async abortUpload(upload) {
      await s3.send(new AbortMultipartUploadCommand(uploadOf(upload)));
    },
    async headObject(key) {
      try {
        const found = await s3.send(new HeadObjectCommand(objectOf(key)));
        return describeObject(found);
      } catch (error) {
        // A response to HEAD has no body, so the status is the only information of every store.
        if ((error as SdkError).$metadata?.httpStatusCode === 404) return null;
        throw error;
      }
    },
    async deleteObject(key) {
      await s3.send(new DeleteObjectCommand(objectOf(key)));
    },
  };
}

/** Fields of the SDK's errors that this module reads. */
interface SdkError {
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/**
 * Returns the client without the checksums that it adds by default. The store refuses the upload to a URL
 * that is signed with one, because the browser's part has other bytes. An upload that was created with one
 * cannot be completed, because the browser's parts have none.
 */
function withoutAddedChecksums(client: S3Client): S3Client {
  const config = {
    ...client.config,
    requestChecksumCalculation: async () => 'WHEN_REQUIRED' as const,
  };
  return Object.create(client, { config: { value: config } }) as S3Client;
}

async function listAllParts(
  s3: S3Client,
  upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string },
): Promise<readonly ListedPart[]> {
  const parts: ListedPart[] = [];
  let marker: string | undefined;
  // Does not use the SDK's paginator, because Ceph names a next page even after the last one, so that it
  // would never end.
  for (;;) {
    const page = await s3.send(new ListPartsCommand({ ...upload, PartNumberMarker: marker }));
    for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? []) {
      parts.push({ partNumber: PartNumber, size: Size, etag: ETag });
    }
    if (!page.IsTruncated) return parts;
    marker = page.NextPartNumberMarker;
  }
}

function describeObject({
  ContentLength = 0,
  ETag = '',
  LastModified,
}: {
  readonly ContentLength?: number | undefined;
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
}): HeadedObject {
  return { size: ContentLength, etag: ETag, lastModifiedMs: LastModified?.getTime() ?? 0 };
}

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  NotFound,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ListedPart, UploadTransport } from '../src/engine/ports.ts';

/** Creates a transport like a server with the AWS SDK; its clock may be wrong. */
export function createS3Transport(
  client: S3Client,
  bucket: string,
  clockOffsetMs = 0,
): Required<Omit<UploadTransport, 'filesPerCall'>> {
  return {
    async create({ file }, abortSignal) {
      const command = new CreateMultipartUploadCommand({ Bucket: bucket, Key: file.name });
      const { UploadId = '' } = await client.send(command, { abortSignal });
      return { uploadId: UploadId, key: file.name };
    },
    async signParts({ key, uploadId, partNumbers }) {
      const expiresIn = 3600;
      const signingDate = new Date(Date.now() + clockOffsetMs);
      const urls = await Promise.all(
        partNumbers.map(async (partNumber) => {
          const part = { Bucket: bucket, Key: key, UploadId: uploadId, PartNumber: partNumber };
          const url = await getSignedUrl(client, new UploadPartCommand(part), {
            expiresIn,
            signingDate,
          });
          return { partNumber, url };
        }),
      );
      return { urls, expiresInMs: expiresIn * 1000 };
    },
    async listParts({ key, uploadId }, abortSignal) {
      const parts: ListedPart[] = [];
      let marker: string | undefined;
      do {
        const command = new ListPartsCommand({
          ...{ Bucket: bucket, Key: key, UploadId: uploadId, PartNumberMarker: marker },
        });
        const page = await client.send(command, { abortSignal });
        for (const { PartNumber = 0, Size = 0, ETag = '' } of page.Parts ?? []) {
          parts.push({ partNumber: PartNumber, size: Size, etag: ETag });
        }
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (marker !== undefined);
      return parts;
    },
    async complete({ key, uploadId, parts }, abortSignal) {
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      const command = new CompleteMultipartUploadCommand({
        ...{ Bucket: bucket, Key: key, UploadId: uploadId, MultipartUpload: { Parts } },
      });
      const { ETag } = await client.send(command, { abortSignal });
      return ETag ? { etag: ETag } : {};
    },
    async abort({ key, uploadId }, abortSignal) {
      const command = new AbortMultipartUploadCommand({
        Bucket: bucket,
        Key: key,
        UploadId: uploadId,
      });
      await client.send(command, { abortSignal });
    },
    async headObject({ key }, abortSignal) {
      try {
        const command = new HeadObjectCommand({ Bucket: bucket, Key: key });
        const {
          ContentLength = 0,
          ETag = '',
          LastModified,
        } = await client.send(command, { abortSignal });
        const lastModifiedMs = LastModified?.getTime();
        return { size: ContentLength, etag: ETag, ...(lastModifiedMs && { lastModifiedMs }) };
      } catch (error) {
        if (error instanceof NotFound) return null;
        throw error;
      }
    },
  };
}

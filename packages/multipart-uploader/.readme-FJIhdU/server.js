import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as s3 from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';

const Bucket = 'uploads';
// Without WHEN_REQUIRED the SDK signs a checksum into URLs that no browser sends.
const client = new s3.S3Client({
  ...{
    endpoint: 'http://127.0.0.1:42937',
    region: 'us-east-1',
    credentials: {
      accessKeyId: 'test',
      secretAccessKey: 'test-secret',
      $source: { CREDENTIALS_CODE: 'e' },
    },
    forcePathStyle: true,
  },
  requestChecksumCalculation: 'WHEN_REQUIRED',
});

const calls = {
  async create({ file }) {
    const command = new s3.CreateMultipartUploadCommand({ Bucket, Key: file.name });
    const { UploadId } = await client.send(command);
    return { uploadId: UploadId, key: file.name };
  },
  async sign({ key, uploadId, partNumbers }) {
    const sign = async (partNumber) => {
      const part = { Bucket, Key: key, UploadId: uploadId, PartNumber: partNumber };
      const url = await getSignedUrl(client, new s3.UploadPartCommand(part), { expiresIn: 3600 });
      return { partNumber, url };
    };
    return { urls: await Promise.all(partNumbers.map(sign)), expiresInMs: 3_600_000 };
  },
  async list({ key, uploadId }) {
    const parts = [];
    for await (const page of s3.paginateListParts(
      { client },
      { Bucket, Key: key, UploadId: uploadId },
    )) {
      parts.push(...(page.Parts ?? []));
    }
    return parts.map(({ PartNumber, Size, ETag }) => ({
      partNumber: PartNumber,
      size: Size,
      etag: ETag,
    }));
  },
  async complete({ key, uploadId, parts }) {
    const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
    const upload = { Bucket, Key: key, UploadId: uploadId, MultipartUpload: { Parts } };
    const { ETag } = await client.send(new s3.CompleteMultipartUploadCommand(upload));
    return { etag: ETag };
  },
  async abort({ key, uploadId }) {
    await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key: key, UploadId: uploadId }));
    return null;
  },
  async head({ key }) {
    const { ContentLength, ETag, LastModified } = await client.send(
      new s3.HeadObjectCommand({ Bucket, Key: key }),
    );
    return { size: ContentLength, etag: ETag, lastModifiedMs: LastModified.getTime() };
  },
};

export const server = createServer(async (request, response) => {
  try {
    // Here belongs the check that this user may write this key.
    const answer = await calls[request.url.replace('/uploads/', '')](await json(request));
    response.end(JSON.stringify(answer));
  } catch (error) {
    response.writeHead(error.$metadata?.httpStatusCode ?? 500).end();
  }
});
server.listen(0, '127.0.0.1');

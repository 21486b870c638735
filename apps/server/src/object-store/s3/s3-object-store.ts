import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Clock } from '#clock';
import type { BufferBudget } from '#concurrency/buffer-budget.ts';
import { AppError } from '#errors';
import type {
  GetOptions,
  ListOptions,
  ListPage,
  ObjectStore,
  ObjectStoreLocation,
} from '../object-store.ts';
import { createPresigner, decodeKey, signedLength } from './presigner.ts';
import { createS3Copy } from './s3-copies.ts';
import { createS3Deletions } from './s3-deletions.ts';
import { etagOf, isAbsent, notS3, statusOf, translateS3Error } from './s3-errors.ts';
import { createS3AppendParts } from './uploads/s3-append-parts.ts';
import { createS3Put } from './uploads/s3-put.ts';
import { createS3Uploads } from './uploads/s3-uploads.ts';

/** Object store of a bucket, based on the AWS SDK. */
export function createS3ObjectStore(
  client: S3Client,
  location: ObjectStoreLocation,
  clock: Clock,
  buffers: BufferBudget,
): ObjectStore {
  const Bucket = location.bucket;
  const presigner = createPresigner(client, location, clock);
  const head: ObjectStore['head'] = async (key, signal) => {
    try {
      const found = await client.send(new HeadObjectCommand({ Bucket, Key: key }), {
        ...(signal ? { abortSignal: signal } : {}),
      });
      return infoOf(found);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw translateS3Error(error);
    }
  };
  const { conditionalCalls } = location;
  const uploads = createS3Uploads(client, location, presigner);
  return {
    ...uploads,
    ...createS3Deletions(client, Bucket, conditionalCalls, head),
    copy: createS3Copy(client, Bucket, conditionalCalls),
    head,
    get: (key, options) => getObject(client, Bucket, key, options),
    put: createS3Put(client, location, uploads, buffers),
    appendParts: createS3AppendParts(client, Bucket, buffers),
    list: (options) => listObjects(client, Bucket, options),
    presignPut: (key, options, length) =>
      presigner.presign('PUT', key, {}, options, signedLength(length)),
    presignGet: (key, options) =>
      presigner.presign(
        'GET',
        key,
        {
          'response-content-type': options.contentType,
          'response-content-disposition': options.contentDisposition,
        },
        options,
      ),
  };
}

interface S3ObjectInfo {
  readonly ContentLength?: number | undefined;
  readonly ETag?: string | undefined;
  readonly ContentType?: string | undefined;
  readonly LastModified?: Date | undefined;
}

function infoOf(object: S3ObjectInfo) {
  return {
    size: object.ContentLength ?? 0,
    etag: etagOf(object),
    contentType: object.ContentType,
    lastModified: object.LastModified,
  };
}

async function listObjects(
  client: S3Client,
  Bucket: string,
  { prefix, delimiter, cursor, limit, signal }: ListOptions,
): Promise<ListPage> {
  const command = new ListObjectsV2Command({
    Bucket,
    Prefix: prefix,
    Delimiter: delimiter,
    ContinuationToken: cursor,
    MaxKeys: limit,
    // Keys may contain characters that XML cannot.
    EncodingType: 'url',
  });
  try {
    const page = await client.send(command, signal ? { abortSignal: signal } : {});
    // Refuses any other answer, because it would be parsed as an empty listing.
    if (page.Name === undefined && page.IsTruncated === undefined) throw notS3();
    const { EncodingType, NextContinuationToken } = page;
    const objects = (page.Contents ?? []).map(
      ({ Key = '', Size = 0, ETag = '', LastModified }) => ({
        key: decodeKey(Key, EncodingType),
        size: Size,
        etag: ETag,
        lastModified: LastModified ?? new Date(0),
      }),
    );
    const prefixes = (page.CommonPrefixes ?? []).map(({ Prefix = '' }) =>
      decodeKey(Prefix, EncodingType),
    );
    if (!page.IsTruncated) return { objects, prefixes, cursor: undefined };
    // Refuses a page that leads nowhere or to itself, because what follows would be missing, or never end.
    if (!NextContinuationToken || NextContinuationToken === cursor) throw notS3();
    return { objects, prefixes, cursor: NextContinuationToken };
  } catch (error) {
    if (cursor !== undefined && statusOf(error) === 400) {
      throw new AppError('file_system.cursor_invalid', { cause: error });
    }
    throw translateS3Error(error);
  }
}

async function getObject(client: S3Client, Bucket: string, Key: string, options: GetOptions) {
  const { range, ifMatch, signal } = options;
  const command = new GetObjectCommand({ Bucket, Key, Range: range, IfMatch: ifMatch });
  try {
    const found = await client.send(command, { abortSignal: signal });
    if (!(found.Body instanceof Readable)) throw new Error('the storage sent no body');
    if (!found.ETag) found.Body.destroy();
    const contentLength = found.ContentLength ?? 0;
    const size = Number(found.ContentRange?.split('/')[1] ?? contentLength);
    const { ContentRange: contentRange, Body: body } = found;
    return { ...infoOf(found), size, body, contentRange, contentLength };
  } catch (error) {
    if (isAbsent(error) || statusOf(error) === 412) return undefined;
    throw translateS3Error(error);
  }
}

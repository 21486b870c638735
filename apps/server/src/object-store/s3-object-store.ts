import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import { partSizeFor } from '#share-rules/part-size.ts';
import type {
  GetOptions,
  ListOptions,
  ListPage,
  ObjectStore,
  ObjectStoreLocation,
  PutOptions,
  StoredObject,
} from './object-store.ts';
import { createPresigner, signedLength } from './presigner.ts';
import { createS3Copy } from './s3-copies.ts';
import { createS3Deletions } from './s3-deletions.ts';
import { isAbsent, notS3, statusOf, translateS3Error } from './s3-errors.ts';
import { createS3Uploads } from './s3-uploads.ts';

/** From here on a stream is stored in parts: S3 takes at most 5 GiB in one request. */
const SINGLE_PUT_LIMIT_BYTES = 1024 ** 3;
/**
 * Smallest part of a stream; two are in memory at a time. 10,000 of them have room for 78 GiB, which
 * is the most where no length is told. Larger ones than that are cut as large as they have to be.
 */
const STREAM_PART_BYTES = 8 * 1024 * 1024;
const STREAM_PARTS_AT_ONCE = 2;

/** The object store of a bucket, over the AWS SDK. */
export function createS3ObjectStore(
  client: S3Client,
  location: ObjectStoreLocation,
  clock: Clock,
): ObjectStore {
  const Bucket = location.bucket;
  const presigner = createPresigner(location, clock);
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
  return {
    ...createS3Uploads(client, location, presigner),
    ...createS3Deletions(client, Bucket),
    copy: createS3Copy(client, Bucket),
    head,
    get: (key, options) => getObject(client, Bucket, key, options),
    put: (key, body, options) => putObject(client, Bucket, key, body, options),
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
    etag: object.ETag ?? '',
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
    // A key may hold characters that XML cannot.
    EncodingType: 'url',
  });
  try {
    const page = await client.send(command, signal ? { abortSignal: signal } : {});
    // Anything that is no listing would read as an empty one.
    if (page.Name === undefined && page.IsTruncated === undefined) throw notS3();
    const objects = (page.Contents ?? []).map(
      ({ Key = '', Size = 0, ETag = '', LastModified }) => ({
        key: decodeKey(Key),
        size: Size,
        etag: ETag,
        lastModified: LastModified ?? new Date(0),
      }),
    );
    const prefixes = (page.CommonPrefixes ?? []).map(({ Prefix = '' }) => decodeKey(Prefix));
    const next = page.IsTruncated ? page.NextContinuationToken : undefined;
    return { objects, prefixes, cursor: next };
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
    const contentLength = found.ContentLength ?? 0;
    const size = Number(found.ContentRange?.split('/')[1] ?? contentLength);
    const { ContentRange: contentRange, Body: body } = found;
    return { ...infoOf(found), size, body, contentRange, contentLength };
  } catch (error) {
    if (isAbsent(error) || statusOf(error) === 412) return undefined;
    throw translateS3Error(error);
  }
}

async function putObject(
  client: S3Client,
  Bucket: string,
  Key: string,
  body: Readable,
  { contentType, size, isInParts = false, signal }: PutOptions,
): Promise<StoredObject> {
  // A broken source must break the request too, and not look like its end.
  const failure = new Promise<never>((_, reject) => body.once('error', reject));
  failure.catch(() => undefined);
  const params = { Bucket, Key, Body: body, ContentType: contentType };
  try {
    const mostAtOnce = isInParts ? STREAM_PART_BYTES : SINGLE_PUT_LIMIT_BYTES;
    if (size !== undefined && size <= mostAtOnce) {
      const command = new PutObjectCommand({ ...params, ContentLength: size });
      const sent = client.send(command, { abortSignal: signal });
      const { ETag = '' } = await Promise.race([sent, failure]);
      return { etag: ETag, size };
    }
    const upload = new Upload({
      client,
      params,
      partSize: partSizeFor(size ?? 0, STREAM_PART_BYTES),
      queueSize: STREAM_PARTS_AT_ONCE,
    });
    const abort = () => void upload.abort();
    signal.addEventListener('abort', abort, { once: true });
    let stored = 0;
    upload.on('httpUploadProgress', ({ loaded = 0 }) => {
      stored = Math.max(stored, loaded);
    });
    const done = upload.done().finally(() => signal.removeEventListener('abort', abort));
    const { ETag = '' } = await done;
    return { etag: ETag, size: size ?? stored };
  } catch (error) {
    if (body.errored instanceof AppError) throw body.errored;
    throw translateS3Error(error);
  }
}

/** As `encoding-type=url` writes keys: like a form, with `+` for a space. */
function decodeKey(encoded: string): string {
  return decodeURIComponent(encoded.replaceAll('+', ' '));
}

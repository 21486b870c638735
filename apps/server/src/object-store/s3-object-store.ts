import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { GetOptions, ObjectStore, ObjectStoreLocation, PutOptions } from './object-store.ts';
import { createPresigner } from './presigner.ts';
import { isAbsent, statusOf, translateS3Error } from './s3-errors.ts';
import { createS3Uploads } from './s3-uploads.ts';

/** From here on a stream is stored in parts: S3 takes at most 5 GiB in one request. */
const SINGLE_PUT_LIMIT_BYTES = 1024 ** 3;
/** Parts of a stream of unknown length; two in memory at a time, and room for 160 GB. */
const STREAM_PART_BYTES = 16 * 1024 * 1024;
const STREAM_PARTS_AT_ONCE = 2;

/** The object store of a bucket, over the AWS SDK. */
export function createS3ObjectStore(
  client: S3Client,
  location: ObjectStoreLocation,
  clock: Clock,
): ObjectStore {
  const Bucket = location.bucket;
  const presigner = createPresigner(location, clock);
  return {
    ...createS3Uploads(client, location.bucket, presigner),
    async head(key, signal) {
      try {
        const found = await client.send(new HeadObjectCommand({ Bucket, Key: key }), {
          ...(signal ? { abortSignal: signal } : {}),
        });
        return infoOf(found);
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw translateS3Error(error);
      }
    },
    get: (key, options) => getObject(client, Bucket, key, options),
    put: (key, body, options) => putObject(client, Bucket, key, body, options),
    async remove(keys, signal) {
      if (keys.length === 0) return;
      const Objects = keys.map((Key) => ({ Key }));
      try {
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
          signal ? { abortSignal: signal } : {},
        );
        const failure = Errors.find(({ Code }) => Code !== 'NoSuchKey');
        if (failure) throw new Error(`${failure.Code}: ${failure.Message}`);
      } catch (error) {
        throw translateS3Error(error);
      }
    },
    presignPut: (key, options) => presigner.presign('PUT', key, {}, options),
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
  { contentType, size, signal }: PutOptions,
): Promise<void> {
  // A broken source must break the request too, and not look like its end.
  const failure = new Promise<never>((_, reject) => body.once('error', reject));
  failure.catch(() => undefined);
  const params = { Bucket, Key, Body: body, ContentType: contentType };
  try {
    if (size !== undefined && size <= SINGLE_PUT_LIMIT_BYTES) {
      const command = new PutObjectCommand({ ...params, ContentLength: size });
      await Promise.race([client.send(command, { abortSignal: signal }), failure]);
      return;
    }
    const upload = new Upload({
      client,
      params,
      partSize: STREAM_PART_BYTES,
      queueSize: STREAM_PARTS_AT_ONCE,
    });
    const abort = () => void upload.abort();
    signal.addEventListener('abort', abort, { once: true });
    await upload.done().finally(() => signal.removeEventListener('abort', abort));
  } catch (error) {
    if (body.errored instanceof AppError) throw body.errored;
    throw translateS3Error(error);
  }
}

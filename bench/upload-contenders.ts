import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  createUploader,
  PART_SIZE_BYTES,
  type SpeedMemory,
  type UploaderOptions,
} from '@satchel/multipart-uploader';
import { createHttpTransport } from '@satchel/multipart-uploader/http';
import { createXhrSender } from '@satchel/multipart-uploader/xhr';
import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';
import { Upload as TusUpload } from 'tus-js-client';

/** Address and fields that a page uploads to. */
export interface Target {
  readonly bucket: string;
  readonly config: S3ClientConfig & {
    readonly endpoint: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  readonly tusUrl: string;
}

/** Same concurrency as our default. */
const PARTS_AT_ONCE = 3;
/** Concurrency for libraries without a queue: the number of connections that browsers open. */
const FILES_AT_ONCE = 6;

/** Keeps the speed of uploads as the web app does. */
const speed: SpeedMemory = {
  read: () => Number(localStorage.getItem('speed')) || undefined,
  write: (bytesPerSecond) => localStorage.setItem('speed', String(bytesPerSecond)),
};

/** This package with both of its sides, with default options. */
async function ours(
  files: readonly File[],
  { url = '/uploads', ...options }: Partial<UploaderOptions> & { readonly url?: string } = {},
): Promise<unknown> {
  const transport = createHttpTransport({ url });
  const uploader = createUploader({ transport, send: createXhrSender(), speed, ...options });
  return Promise.all(files.map((file) => uploader.add(file).done));
}

async function call<Answer>(name: string, body: unknown): Promise<Answer> {
  const response = await fetch(`/${name}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw Object.assign(new Error(name), { status: response.status });
  return (await response.json()) as Answer;
}

type UppyOptions = ConstructorParameters<typeof AwsS3>[1];
type UppySigner =
  | Pick<Extract<UppyOptions, { signRequest: unknown }>, 'signRequest'>
  | Pick<
      Extract<UppyOptions, { getCredentials: unknown }>,
      'getCredentials' | 's3Endpoint' | 'region'
    >;

/**
 * Uppy with default options: six concurrent files, the parts of each one after another, one PUT up to 100 MB.
 */
async function uppy(files: readonly File[], signer: UppySigner): Promise<void> {
  const uploader = new Uppy({ autoProceed: false });
  uploader.use(AwsS3, { ...signer, generateObjectKey: ({ name }) => name } as UppyOptions);
  uploader.addFiles(files.map((file) => ({ name: file.name, data: file })));
  const result = await uploader.upload();
  if (result?.successful?.length !== files.length) {
    throw new Error(result?.failed?.[0]?.error ?? 'Uppy does not say why');
  }
  uploader.destroy();
}

/** The fastest configuration of Uppy: with credentials in the page it needs no signing server. */
function signingInPage({ bucket, config }: Target): UppySigner {
  const region = String(config.region);
  return {
    ...{ s3Endpoint: `${config.endpoint}/${bucket}`, region },
    getCredentials: async () => ({
      credentials: {
        ...config.credentials,
        sessionToken: '',
        expiration: new Date(Date.now() + 3_600_000).toISOString(),
      },
      ...{ bucket, region },
    }),
  };
}

/** AWS lib-storage with default options: four concurrent parts. */
async function libStorage(files: readonly File[], { bucket, config }: Target): Promise<void> {
  const client = new S3Client(config);
  await forEachFile(files, (file) =>
    new Upload({ client, params: { Bucket: bucket, Key: file.name, Body: file } }).done(),
  );
}

/** tus with default options: one request for the whole file, resumed where it was cut. */
function tus(files: readonly File[], { tusUrl }: Target): Promise<void> {
  return forEachFile(
    files,
    (file) =>
      new Promise((resolve, reject) => {
        new TusUpload(file, {
          endpoint: `${tusUrl}/files`,
          metadata: { filename: file.name },
          onSuccess: resolve,
          onError: reject,
        }).start();
      }),
  );
}

/** No engine: one plain request of the browser. */
function whole(files: readonly File[]): Promise<void> {
  return forEachFile(files, async (file) => {
    const { url } = await call<{ url: string }>('sign', { method: 'PUT', key: file.name });
    const { ok, status } = await fetch(url, { method: 'PUT', body: file });
    if (!ok) throw new Error(`whole: ${status}`);
  });
}

/** No engine: sends the same parts as this package in the fewest lines, without retries. */
function bareParts(files: readonly File[]): Promise<void> {
  return forEachFile(files, async (file) => {
    const key = file.name;
    const sign = async (request: object) =>
      (await call<{ url: string }>('sign', { key, ...request })).url;
    const begun = await fetch(await sign({ method: 'POST' }), { method: 'POST' });
    const uploadId = /<UploadId>(.+?)</.exec(await begun.text())?.[1];
    const starts = Array.from(
      { length: Math.ceil(file.size / PART_SIZE_BYTES) },
      (_, index) => index * PART_SIZE_BYTES,
    );
    const urls = starts.map((_, index) => sign({ method: 'PUT', uploadId, partNumber: index + 1 }));
    const etags: (string | null)[] = [];
    const queue = starts.entries();
    const lanes = Array.from({ length: PARTS_AT_ONCE }, async () => {
      for (const [index, start] of queue) {
        const body = file.slice(start, start + PART_SIZE_BYTES);
        const stored = await fetch((await urls[index]) ?? '', { method: 'PUT', body });
        if (!stored.ok) throw new Error(`bare parts: ${stored.status}`);
        etags[index] = stored.headers.get('etag');
      }
    });
    await Promise.all(lanes);
    const parts = etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const ended = await fetch(await sign({ method: 'POST', uploadId }), { method: 'POST', body });
    if (!ended.ok) throw new Error(`bare parts: ${ended.status}`);
  });
}

async function forEachFile(
  files: readonly File[],
  upload: (file: File) => Promise<unknown>,
): Promise<void> {
  const queue = files.values();
  const lanes = Array.from({ length: FILES_AT_ONCE }, async () => {
    for (const file of queue) await upload(file);
  });
  await Promise.all(lanes);
}

/** All contenders that can upload the files of a page. */
export const contenders = {
  ours: (files) => ours(files),
  oursOnePart: (files) => ours(files, { concurrentParts: 1 }),
  oursFourParts: (files) => ours(files, { concurrentParts: 4 }),
  /** Sends to another address of the store, as `UPLOAD_URL` names one. */
  oursBeside: (files) => ours(files),
  oursSmallParts: (files) => ours(files, { partSize: PART_SIZE_BYTES }),
  uppySigned: (files) => uppy(files, { signRequest: (request) => call('sign', request) }),
  uppySigning: (files, target) => uppy(files, signingInPage(target)),
  libStorage: (files, target) => libStorage(files, target),
  tus,
  whole,
  bareParts,
} satisfies Record<string, (files: readonly File[], target: Target) => Promise<unknown>>;

export type Contender = keyof typeof contenders;

import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createUploader } from '@satchel/multipart-uploader';
import { createXhrSender } from '@satchel/multipart-uploader/xhr';
import AwsS3 from '@uppy/aws-s3';
import Uppy from '@uppy/core';

/** What the bench asks of the page. */
export interface UploadPage {
  /** Uploads the chosen file; settles with the milliseconds it took. */
  run(contender: Contender, key: string, store: StoreForPage): Promise<number>;
}

export type Contender = 'ours' | 'uppySigning' | 'uppySigned' | 'libStorage' | 'whole';

export interface StoreForPage {
  readonly bucket: string;
  readonly config: S3ClientConfig & {
    readonly endpoint: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
}

async function call<Answer = never>(name: string, body: unknown): Promise<Answer> {
  const response = await fetch(`/${name}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw Object.assign(new Error(name), { status: response.status });
  return (await response.json()) as Answer;
}

const never = () => Promise.reject(new Error('not asked in a bench'));

/** Signed by the server, at our defaults. */
async function ours(file: File, key: string): Promise<void> {
  const uploader = createUploader({
    send: createXhrSender(),
    transport: {
      create: (request) => call('create', request),
      signParts: (request) => call('sign', request),
      complete: (request) => call('complete', request),
      listParts: never,
      abort: never,
    },
  });
  await uploader.add(file, { name: key }).done;
}

type UppySigner =
  | Pick<Extract<ConstructorParameters<typeof AwsS3>[1], { signRequest: unknown }>, 'signRequest'>
  | Pick<
      Extract<ConstructorParameters<typeof AwsS3>[1], { getCredentials: unknown }>,
      'getCredentials' | 's3Endpoint' | 'region'
    >;

async function uppy(file: File, key: string, signer: UppySigner): Promise<void> {
  const uploader = new Uppy({ autoProceed: false });
  uploader.use(AwsS3, {
    ...signer,
    shouldUseMultipart: true,
    generateObjectKey: () => key,
  } as ConstructorParameters<typeof AwsS3>[1]);
  uploader.addFile({ name: key, data: file });
  const result = await uploader.upload();
  if (result?.successful?.length !== 1) throw new Error(JSON.stringify(result?.failed));
  uploader.destroy();
}

const contenders: Record<
  Contender,
  (file: File, key: string, store: StoreForPage) => Promise<unknown>
> = {
  ours,
  uppySigned: (file, key) =>
    uppy(file, key, { signRequest: (request) => call('sign-request', request) }),
  /** Uppy's fastest way: with credentials in the page it needs nobody to sign. */
  uppySigning: (file, key, { bucket, config }) =>
    uppy(file, key, {
      s3Endpoint: `${config.endpoint}/${bucket}`,
      region: String(config.region),
      getCredentials: async () => ({
        credentials: {
          ...config.credentials,
          sessionToken: '',
          expiration: new Date(Date.now() + 3_600_000).toISOString(),
        },
        bucket,
        region: String(config.region),
      }),
    }),
  libStorage: (file, key, { bucket, config }) =>
    new Upload({
      client: new S3Client(config),
      params: { Bucket: bucket, Key: key, Body: file },
    }).done(),
  /** No engine at all: what the browser gives. */
  async whole(file, key) {
    const { url } = await call<{ url: string }>('sign-whole', { key });
    const { ok, status } = await fetch(url, { method: 'PUT', body: file });
    if (!ok) throw new Error(`whole: ${status}`);
  },
};

const page: UploadPage = {
  async run(contender, key, store) {
    const [file] = document.querySelector('input')?.files ?? [];
    if (file === undefined) throw new Error('no file is chosen');
    const startedMs = performance.now();
    await contenders[contender](file, key, store);
    return performance.now() - startedMs;
  },
};

Object.assign(globalThis, { page });

import {
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import type { CreatedUpload } from '../src/engine/ports.ts';
import { createAwsStorage } from '../src/server/aws-storage.ts';
import {
  createUploadServer,
  type UploadAction,
  type UploadServer,
  type UploadServerOptions,
  type UploadStorage,
} from '../src/server/upload-server.ts';
import { createHttpTransport } from '../src/transports/http.ts';
import type { RunningStore } from './start-store.ts';

export const PART_SIZE = 5 * 1024 * 1024;
export const SECRET = 'a secret of the tests, long enough';
export const ACTIONS: readonly UploadAction[] = [
  ...(['begin', 'sign', 'list', 'complete', 'abort', 'status'] as const),
];

/** Status and parsed body of a server's answer. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** An upload server on a real store, and its callers. */
export interface ServerScene {
  readonly storage: UploadStorage;
  /** Creates a server that identifies callers by the header `x-user`. */
  createServer<Data = unknown>(options?: Partial<UploadServerOptions<Data>>): UploadServer;
  storedBytes(key: string): Promise<Buffer>;
  /** Keys of all objects, and of unfinished uploads. */
  listEverything(): Promise<{ readonly objects: string[]; readonly uploads: string[] }>;
}

export async function createServerScene(store: RunningStore): Promise<ServerScene> {
  const { client, bucket: Bucket } = store;
  const storage = createAwsStorage(client, Bucket);
  return {
    storage,
    createServer: (options = {}) =>
      createUploadServer({
        ...{ storage, secret: SECRET },
        authorize({ request }) {
          const owner = request.headers.get('x-user');
          return owner === null ? null : { owner };
        },
        ...options,
      }),
    async storedBytes(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    async listEverything() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      const keysOf = (list: readonly { Key?: string | undefined }[]) =>
        list.map(({ Key = '' }) => Key);
      return { objects: keysOf(Contents), uploads: keysOf(Uploads) };
    },
  };
}

export const bytesOf = (size: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: size }, (_, index) => (index * 13) & 255);

export const fileOf = (size: number, name = 'a file.bin', type = 'image/png'): File =>
  new File([bytesOf(size)], name, { type, lastModified: 1 });

/** Client transport to a server, without a network between them. */
export function transportTo<Data = unknown>(server: UploadServer, user = 'anna') {
  return createHttpTransport<unknown, Data>({
    url: 'https://app.test/uploads',
    headers: { 'x-user': user },
    fetch: (input, init) => server.handle(new Request(input, init)),
  });
}

/** Makes a call without the client, like an attacker. */
export async function call(
  server: UploadServer,
  action: UploadAction,
  body: unknown,
  user: string | null = 'anna',
): Promise<Answer> {
  const request = new Request(`https://app.test/uploads/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(user !== null && { 'x-user': user }) },
    body: JSON.stringify(body),
  });
  const response = await server.handle(request);
  return { status: response.status, body: await response.json() };
}

/** Creates an upload of a number of bytes. */
export async function begin(
  server: UploadServer,
  size: number,
  file: Record<string, unknown> = {},
): Promise<CreatedUpload> {
  const described = { name: 'a.bin', type: 'image/png', lastModified: 1, size, ...file };
  const { status, body } = await call(server, 'begin', { file: described });
  if (status !== 200) throw new Error(`begin: ${status}`);
  return body as CreatedUpload;
}

/** Sends bytes unchanged to a signed URL by PUT. */
export async function put(
  signed: { readonly url: string; readonly headers?: Readonly<Record<string, string>> } | undefined,
  body: Uint8Array<ArrayBuffer>,
): Promise<{ readonly status: number; readonly etag: string }> {
  if (!signed) throw new Error('nothing is signed');
  const response = await fetch(signed.url, {
    ...{ method: 'PUT', body },
    ...(signed.headers && { headers: signed.headers }),
  });
  await response.arrayBuffer();
  return { status: response.status, etag: response.headers.get('etag') ?? '' };
}

import type { ApiClient } from '@satchel/api-client';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import type {} from '@satchel/local-s3/test/global-setup';
import { inject } from 'vitest';
import { useStorage } from './mounted-storage.ts';
import { S3_CREDENTIALS } from './start-s3.ts';
import type { TestServer } from './start-server.ts';

export type UploadOptions = Omit<EndpointInput<typeof presignFileShare>['body'], 'filename'> & {
  filename?: string;
};

/** Reserves, PUTs to the storage and commits, as a browser does. */
export async function uploadFile(
  api: ApiClient,
  content: string | Uint8Array<ArrayBuffer>,
  options: UploadOptions = {},
) {
  const body = { filename: 'hello.txt', size: Buffer.byteLength(content), ...options };
  const reserved = await api.call(presignFileShare, { body });
  const stored = await putToStorage(reserved.upload_url, content);
  return api.call(commitFileShare, {
    body: {
      file_id: reserved.file_id,
      size: String(Buffer.byteLength(content)),
      etag: stored.headers.get('etag'),
    },
  });
}

/** Sends bytes to a signed URL. */
export async function putToStorage(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const stored = await fetch(url, { method: 'PUT', body });
  if (!stored.ok) throw new Error(`${stored.status} ${await stored.text()}`);
  return stored;
}

/** Keys in the bucket of the default storage, and its open uploads. */
export async function listStorage(
  server: TestServer,
): Promise<{ keys: string[]; uploads: number }> {
  const config = await server.prisma.storageConfig.findFirstOrThrow({ where: { isDefault: true } });
  const { keys, openUploads } = await useStorage(server, config.id, accessOf(config));
  return { keys: await keys(), uploads: (await openUploads()).length };
}

/** Undefined for the embedded store. */
function accessOf(config: { endpointUrl: string; bucketName: string; accessKeyId: string }) {
  const { endpointUrl: endpoint, bucketName: bucket, accessKeyId } = config;
  const known = [S3_CREDENTIALS, inject('radosgw')];
  const credentials = known.find((each) => each?.accessKeyId === accessKeyId);
  if (!credentials) return undefined;
  return { endpoint, bucket, accessKeyId, secretAccessKey: credentials.secretAccessKey };
}

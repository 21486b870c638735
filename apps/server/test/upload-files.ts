import type { ApiClient } from '@satchel/api-client';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import { useStorage } from './mounted-storage.ts';
import type { TestServer } from './start-server.ts';

export type UploadOptions = Omit<EndpointInput<typeof presignFileShare>['body'], 'filename'> & {
  filename?: string;
};

/** Reserves, PUTs to storage and commits, as a browser does. */
export async function uploadFile(
  api: ApiClient,
  content: string | Uint8Array<ArrayBuffer>,
  options: UploadOptions = {},
) {
  const body = { filename: 'hello.txt', size: Buffer.byteLength(content), ...options };
  const reserved = await api.call(presignFileShare, { body });
  const stored = await fetch(reserved.upload_url, { method: 'PUT', body: content });
  if (!stored.ok) throw new Error(`${stored.status} ${await stored.text()}`);
  return api.call(commitFileShare, {
    body: {
      file_id: reserved.file_id,
      size: String(Buffer.byteLength(content)),
      etag: stored.headers.get('etag'),
    },
  });
}

/** Keys in the bucket of the default storage, and its uploads that are open. */
export async function listStorage(
  server: TestServer,
): Promise<{ keys: string[]; uploads: number }> {
  const { id } = await server.prisma.storageConfig.findFirstOrThrow({ where: { isDefault: true } });
  const { openUploads, keys } = await useStorage(server, id);
  return { keys: await keys(), uploads: (await openUploads()).length };
}

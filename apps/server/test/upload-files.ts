import type { ApiClient } from '@satchel/api-client';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import type { EndpointInput } from '@satchel/api-client/endpoint';
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

/** Keys in the bucket of the embedded store, and its uploads that are open. */
export async function listStorage(
  server: TestServer,
): Promise<{ keys: string[]; uploads: number }> {
  const { embeddedStore } = server.services;
  const handler = embeddedStore.createRequestHandler();
  const read = async (query: Record<string, string | null>) => {
    const path = '/s3/satchel';
    const { response } = await handler.handle({ method: 'GET', path, query, headers: {} });
    return (await response.body.toArray()).join('');
  };
  const keys = [...(await read({ 'list-type': '2' })).matchAll(/<Key>(.*?)<\/Key>/g)];
  const uploads = [...(await read({ uploads: null })).matchAll(/<UploadId>/g)];
  return { keys: keys.map(([, key = '']) => key), uploads: uploads.length };
}

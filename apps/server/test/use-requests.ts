import type { ApiClient } from '@satchel/api-client';
import {
  commitFileShare,
  completeFileShareMultipart,
  initFileShareMultipart,
  presignFileShare,
} from '@satchel/api-client/contract/file-share-uploads';
import {
  createUploadRequest,
  enterUploadRequest,
  listDeliveries,
} from '@satchel/api-client/contract/upload-requests';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import type { TestServer } from './start-server.ts';
import { putToStorage } from './upload-files.ts';

type RequestBody = EndpointInput<typeof createUploadRequest>['body'];
type EntryBody = EndpointInput<typeof enterUploadRequest>['body'];

/** Visitor who has entered an upload request. */
export interface Sender {
  readonly token: string;
  readonly receipt: string;
  readonly api: ApiClient;
}

export function createRequest(api: ApiClient, body: Partial<RequestBody> = {}) {
  return api.call(createUploadRequest, { body: { title: 'Documents', ...body } });
}

export async function enterRequest(
  server: Pick<TestServer, 'anonymous' | 'apiAs'>,
  slug: string,
  body: EntryBody = {},
): Promise<Sender> {
  const entered = await server.anonymous.call(enterUploadRequest, { params: { slug }, body });
  const { upload_token: token, receipt } = entered;
  return { token, receipt, api: server.apiAs({ kind: 'upload', token }) };
}

/** Reserves and PUTs a file; the caller commits it. */
export async function sendFile(api: ApiClient, path: string, content: string) {
  const size = Buffer.byteLength(content);
  const body = { filename: path.slice(path.lastIndexOf('/') + 1), relative_path: path, size };
  const reserved = await api.call(presignFileShare, { body });
  const stored = await putToStorage(reserved.upload_url, content);
  const commit = { file_id: reserved.file_id, size, etag: stored.headers.get('etag') };
  return { reserved, commit: () => api.call(commitFileShare, { body: commit }) };
}

/** Uploads a file with one URL. */
export async function deliver(api: ApiClient, path: string, content: string) {
  const { commit } = await sendFile(api, path, content);
  return commit();
}

/** Uploads a file in parts. */
export async function deliverInParts(api: ApiClient, path: string, content: string) {
  const size = Buffer.byteLength(content);
  const started = await api.call(initFileShareMultipart, {
    body: { filename: path, relative_path: path, size },
  });
  const reference = { file_id: started.file_id, upload_id: started.upload_id };
  const parts = [];
  for (const { partNumber, url } of started.presigned_urls) {
    const from = (partNumber - 1) * started.part_size;
    const stored = await putToStorage(url, content.slice(from, from + started.part_size));
    parts.push({ PartNumber: partNumber, ETag: stored.headers.get('etag') ?? '' });
  }
  await api.call(completeFileShareMultipart, { body: { ...reference, parts } });
  return api.call(commitFileShare, { body: { file_id: started.file_id } });
}

export async function deliveriesOf(api: ApiClient, id: string) {
  return (await api.call(listDeliveries, { params: { id }, query: {} })).deliveries;
}

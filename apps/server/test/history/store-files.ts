import { updateEntry } from '@satchel/api-client/contract/file-system';
import {
  commitEntry,
  completeEntryMultipart,
  initEntryMultipart,
  presignEntry,
} from '@satchel/api-client/contract/file-system-uploads';
import type { DavOptions } from '../dav-client.ts';
import type { Cluster } from './cluster.ts';
import { Refusal } from './history.ts';

/** @throws {Refusal} if it did not succeed */
export async function davCall(
  { dav }: Cluster,
  method: string,
  path: string,
  options: DavOptions = {},
) {
  const reply = await dav(method, path, options);
  if (reply.status >= 300) throw new Refusal(reply.status, reply.text);
  return reply;
}

/** Content and ETag; undefined if the name is free. */
export async function openFile({ dav }: Cluster, path: string) {
  const { status, text, headers } = await dav('GET', path);
  if (status === 404) return undefined;
  if (status !== 200) throw new Refusal(status, text);
  return { content: text, etag: headers.get('etag') ?? '' };
}

/** Sends bytes to a signed URL of the storage; returns their ETag. */
export async function putTo(cluster: Cluster, url: string, body: string): Promise<string> {
  const reply = await cluster.fetch(url, { method: 'PUT', body });
  const text = await reply.text();
  if (!reply.ok) throw new Refusal(reply.status, text);
  return reply.headers.get('etag') ?? '';
}

const split = (path: string) => ({
  path: path.slice(0, path.lastIndexOf('/')),
  fileName: path.slice(path.lastIndexOf('/') + 1),
});

/** Every way to store a file, replacing an existing one. */
export const STORES = {
  put: (cluster: Cluster, path: string, body: string) => davCall(cluster, 'PUT', path, { body }),
  update: ({ api }: Cluster, path: string, content: string) =>
    api.call(updateEntry, { body: { path, content } }),
  async form(cluster: Cluster, path: string, content: string) {
    const body = new FormData();
    body.set('path', split(path).path);
    body.set('file', new File([content], split(path).fileName));
    const { authorization } = cluster;
    const init = { method: 'POST', body, headers: { authorization } };
    const reply = await cluster.fetch(`${cluster.url}/api/fs/upload`, init);
    const text = await reply.text();
    if (!reply.ok) throw new Refusal(reply.status, text);
  },
  async presign(cluster: Cluster, path: string, content: string) {
    const body = { ...split(path), fileSize: content.length };
    const { presignedUrl, fileId, mountId } = await cluster.api.call(presignEntry, { body });
    const etag = await putTo(cluster, presignedUrl, content);
    await cluster.api.call(commitEntry, { body: { targetPath: path, mountId, fileId, etag } });
  },
  async parts(cluster: Cluster, path: string, content: string) {
    const body = { ...split(path), fileSize: content.length };
    const { api } = cluster;
    const { presignedUrls, partSize, uploadId } = await api.call(initEntryMultipart, { body });
    const parts = [];
    for (const { partNumber: PartNumber, url } of presignedUrls) {
      const from = (PartNumber - 1) * partSize;
      const ETag = await putTo(cluster, url, content.slice(from, from + partSize));
      parts.push({ PartNumber, ETag });
    }
    await api.call(completeEntryMultipart, { body: { ...body, uploadId, parts } });
  },
};

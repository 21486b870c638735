import { errorMessage, type Language } from '@satchel/api-client/messages';
import { serverMessage } from '@satchel/api-client/server-messages';
import type { AppError } from '#errors';
import { contentTypeOf } from '#files/file-type.ts';
import { bareEtag } from '#object-store/etag.ts';
import { s3UrlOf } from '#share-rules/storage-url.ts';
import type { ListedPage } from './listing/listing.ts';
import type { DirectoryEntry, FileEntry } from './reading/reading.ts';
import type { Level } from './resolved-path.ts';
import type { StartedUpload } from './uploads/multipart.ts';
import { DIRECTORY_TYPE } from './writing/directories.ts';
import type { StoredFile } from './writing/stored-file.ts';

export function messageOf(
  { code, details }: Pick<AppError, 'code' | 'details'>,
  language: Language,
): string {
  return errorMessage(code, language, details);
}

/** A whole directory. */
export function presentListing(level: Level, { items, hidden }: ListedPage) {
  return { ...presentLevel(level), ...hiddenCount(hidden), items: [...items] };
}

/** One page of a listing. */
export function presentPage(level: Level, page: ListedPage) {
  return { ...presentListing(level, page), next_cursor: page.cursor ?? null };
}

/** Yields the JSON of a directory in pieces, because a large one does not fit into memory. */
export async function* writeListing(
  level: Level,
  first: ListedPage,
  rest: AsyncIterable<ListedPage>,
): AsyncGenerator<string> {
  let { hidden } = first;
  yield `${JSON.stringify(presentLevel(level)).slice(0, -1)},"items":[`;
  yield JSON.stringify(first.items).slice(1, -1);
  for await (const page of rest) {
    hidden += page.hidden;
    if (page.items.length > 0) yield `,${JSON.stringify(page.items).slice(1, -1)}`;
  }
  const last = JSON.stringify(hiddenCount(hidden)).slice(1, -1);
  yield last === '' ? ']}' : `],${last}}`;
}

function presentLevel({ path, place }: Level) {
  return {
    path: path === '/' ? '/' : `${place?.path ?? path}/`,
    type: 'directory' as const,
    isDirectory: true as const,
    isRoot: path === '/',
    isVirtual: place === undefined,
    ...(place && { mount_id: place.mount.id, storage_type: place.mount.storageType }),
  };
}

function hiddenCount(hidden: number) {
  return hidden > 0 ? { hidden_count: hidden } : {};
}

export function presentFile(
  { place, object }: FileEntry,
  fileType: { type: number; typeName: string },
  urls: { previewUrl: string; downloadUrl: string },
) {
  return {
    path: place.path,
    name: place.name,
    isDirectory: false,
    isVirtual: false,
    size: object.size,
    modified: (object.lastModified ?? new Date(0)).toISOString(),
    contentType: contentTypeOf(place.name),
    etag: bareEtag(object.etag),
    mount_id: place.mount.id,
    storage_type: place.mount.storageType,
    ...fileType,
    preview_url: urls.previewUrl,
    download_url: urls.downloadUrl,
  };
}

export function presentDirectory({ path, name, mount, isVirtual, modified }: DirectoryEntry) {
  return {
    path,
    name,
    isDirectory: true,
    isVirtual,
    size: null,
    modified: modified.toISOString(),
    contentType: DIRECTORY_TYPE,
    ...(mount && { mount_id: mount.id, storage_type: mount.storageType }),
    type: 1,
    typeName: 'folder',
  };
}

export function presentStored(stored: StoredFile, origin: string, language: Language) {
  const { place, size, etag, contentType } = stored;
  return {
    success: true as const,
    fileName: place.name,
    size,
    contentType,
    s3Path: place.key,
    s3Url: s3UrlOf(place.storage.config, place.key, origin),
    etag,
    message: serverMessage('reply.done', language),
  };
}

export function presentStarted(started: StartedUpload) {
  const { place, uploadId, partSize, partCount, urls, urlLifetimeSeconds } = started;
  return {
    uploadId,
    bucket: place.storage.config.bucketName,
    key: place.key,
    partSize,
    partCount,
    presignedUrls: [...urls],
    expiresIn: urlLifetimeSeconds,
    mount_id: place.mount.id,
    path: place.path,
    storage_type: place.mount.storageType,
  };
}

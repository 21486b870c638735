import { errorMessage, type Language } from '@satchel/api-client/messages';
import type { AppError } from '#errors';
import { bareEtag } from '#share-rules/etag.ts';
import { contentTypeOf } from '#share-rules/file-type.ts';
import { keyInTarget } from './copying/copy-objects.ts';
import type { CrossStorageCopy } from './copying/copying.ts';
import type { DirectoryListing } from './listing/listing.ts';
import type { Place } from './places.ts';
import type { DirectoryEntry, FileEntry } from './reading/reading.ts';
import type { StartedUpload } from './uploads/multipart.ts';
import { DIRECTORY_TYPE } from './writing/directories.ts';
import type { StoredFile } from './writing/writing.ts';

/** Lifetime of the URLs with which a caller carries a copy to another storage (CONTRACT F7.1). */
const COPY_URL_SECONDS = 3600;

const DONE: Readonly<Record<Language, string>> = { en: 'OK', zh: '操作成功' };

export function doneMessage(language: Language): string {
  return DONE[language];
}

export function messageOf({ code, details }: AppError, language: Language): string {
  return errorMessage(code, language, details);
}

/** Pieces of JSON: what is remembered of a listing is sent as it is. */
export function presentListing(
  listing: DirectoryListing,
  isPaged: boolean,
): readonly (string | Buffer)[] {
  const { path, place, json, hidden, cursor } = listing;
  const head = JSON.stringify({
    path: path === '/' ? '/' : `${place?.path ?? path}/`,
    type: 'directory',
    isDirectory: true,
    isRoot: path === '/',
    isVirtual: place === undefined,
    ...(place && { mount_id: place.mount.id, storage_type: place.mount.storageType }),
    ...(hidden > 0 ? { hidden_count: hidden } : {}),
    ...(isPaged ? { next_cursor: cursor ?? null } : {}),
  });
  return [`${head.slice(0, -1)},"items":`, json, '}'];
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

export function s3UrlOf({ storage: { config }, key }: Place, origin: string): string {
  const endpoint = config.isEmbedded ? `${origin}/s3` : config.endpointUrl.replace(/\/$/, '');
  return `${endpoint}/${config.bucketName}/${key}`;
}

export function presentStored(stored: StoredFile, origin: string, language: Language) {
  const { place, size, etag, contentType } = stored;
  return {
    success: true as const,
    fileName: place.name,
    size,
    contentType,
    s3Path: place.key,
    s3Url: s3UrlOf(place, origin),
    etag,
    message: doneMessage(language),
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

/** What a caller needs to carry a copy across storages (CONTRACT F7.1). */
export async function presentCrossStorage(
  copy: CrossStorageCopy & { readonly targetPath: string },
  { origin, contentOrigin }: { readonly origin: string; readonly contentOrigin: string },
  language: Language,
) {
  const { source, target, objects, wantedPath, targetPath } = copy;
  const expiresInSeconds = COPY_URL_SECONDS;
  const carry = async (key: string, size: number) => {
    const targetKey = keyInTarget(source, target, key);
    const fileName = targetKey.split('/').at(-1) ?? '';
    const contentType = key.endsWith('/') ? DIRECTORY_TYPE : contentTypeOf(fileName);
    const downloadUrl = await source.storage.store.presignGet(key, {
      expiresInSeconds,
      origin: contentOrigin,
      contentType,
      contentDisposition: 'attachment',
    });
    const uploadUrl = await target.storage.store.presignPut(targetKey, {
      expiresInSeconds,
      origin,
    });
    return { sourceKey: key, targetKey, fileName, contentType, size, downloadUrl, uploadUrl };
  };
  const common = {
    crossStorage: true as const,
    source: source.path + (source.isDirectory ? '/' : ''),
    target: targetPath,
    status: 'success' as const,
    sourceMount: source.mount.id,
    targetMount: target.mount.id,
    renamed: targetPath.replace(/\/$/, '') !== wantedPath.replace(/\/+$/, ''),
    originalTarget: wantedPath,
    message: doneMessage(language),
  };
  if (source.isDirectory) {
    const items = [];
    for (const { key, size } of objects) {
      const { targetKey, fileName, ...rest } = await carry(key, size);
      const below = targetKey.slice(target.key.length + 1);
      const relativeDir = below.slice(0, below.length - fileName.length).replace(/\/$/, '');
      items.push({ ...rest, targetKey, fileName, relativeDir });
    }
    return { ...common, isDirectory: true as const, items };
  }
  const { sourceKey, targetKey, ...rest } = await carry(source.key, objects[0]?.size ?? 0);
  return {
    ...common,
    isDirectory: false as const,
    sourceS3Path: sourceKey,
    targetS3Path: targetKey,
    ...rest,
  };
}

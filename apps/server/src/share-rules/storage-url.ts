import {
  contentDisposition,
  isActiveType,
  presignedContentType,
} from '#files/content-disposition.ts';
import type { ObjectStore } from '#object-store';
import { type CustomHostConfig, findCustomHost } from '#object-store/location/custom-host.ts';

/** File as its storage serves it. */
interface StoredFile {
  readonly key: string;
  readonly filename: string;
  readonly contentType: string;
}

interface Signer {
  readonly store: Pick<ObjectStore, 'presignGet'>;
  readonly config: CustomHostConfig;
}

interface UrlOptions {
  readonly origin: string;
  readonly expiresInSeconds: number;
  /** True to move it to the custom host, if there is one, where it may be valid for ever. */
  readonly isMoved?: boolean;
}

/**
 * Signs a URL at which the storage itself serves a file to a visitor. The signature fixes the name and the
 * media type, so that no uploaded page runs there.
 */
export async function signStorageUrl(
  { store, config }: Signer,
  { key, filename, contentType }: StoredFile,
  options: UrlOptions & { readonly isDownload: boolean },
): Promise<string> {
  const { origin, expiresInSeconds, isDownload, isMoved = false } = options;
  const url = await store.presignGet(key, {
    origin,
    expiresInSeconds,
    contentType: presignedContentType(contentType),
    contentDisposition: contentDisposition({ filename, contentType, isDownload }),
  });
  const customHost = isMoved ? findCustomHost(config, origin) : undefined;
  return customHost?.move(key, url) ?? url;
}

/** URLs at which the storage itself shows a file, and hands it out as a download. */
export async function storageUrlsOf(
  storage: Signer,
  file: StoredFile,
  {
    isMoved = false,
    isPreviewSigned = false,
    ...options
  }: UrlOptions & { readonly isPreviewSigned?: boolean },
): Promise<{ readonly previewUrl: string; readonly downloadUrl: string }> {
  // Only a signed URL can fix the content type of the answer (SECURITY 4).
  const isPlain = isMoved && !isPreviewSigned && !isActiveType(file.contentType);
  const customHost = isPlain ? findCustomHost(storage.config, options.origin) : undefined;
  const previewUrl =
    customHost?.urlOf(file.key) ??
    (await signStorageUrl(storage, file, { ...options, isDownload: false }));
  const downloadUrl = await signStorageUrl(storage, file, {
    ...options,
    isMoved,
    isDownload: true,
  });
  return { previewUrl, downloadUrl };
}

interface BucketAddress {
  readonly isEmbedded: boolean;
  readonly endpointUrl: string;
  readonly bucketName: string;
}

/** Plain address of an object, as S3 clients name it. */
export function s3UrlOf(
  { isEmbedded, endpointUrl, bucketName }: BucketAddress,
  key: string,
  origin: string,
): string {
  const endpoint = isEmbedded ? `${origin}/s3` : endpointUrl.replace(/\/$/, '');
  return `${endpoint}/${bucketName}/${key}`;
}

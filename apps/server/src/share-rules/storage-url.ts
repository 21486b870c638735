import { contentDisposition, presignedContentType } from '#files/content-disposition.ts';
import type { ObjectStore } from '#object-store';

/** File as its storage serves it. */
interface StoredFile {
  readonly key: string;
  readonly filename: string;
  readonly contentType: string;
}

/**
 * Signs a URL at which the storage itself serves a file to a visitor. The signature fixes the name and the
 * media type, so that no uploaded page runs there.
 */
export function signStorageUrl(
  { store }: { readonly store: Pick<ObjectStore, 'presignGet'> },
  { key, filename, contentType }: StoredFile,
  options: {
    readonly origin: string;
    readonly expiresInSeconds: number;
    readonly isDownload: boolean;
  },
): Promise<string> {
  const { origin, expiresInSeconds, isDownload } = options;
  return store.presignGet(key, {
    origin,
    expiresInSeconds,
    contentType: presignedContentType(contentType),
    contentDisposition: contentDisposition({ filename, contentType, isDownload }),
  });
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

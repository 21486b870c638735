import type { Upload } from './bucket-state.ts';
import { commonPrefixOf } from './list-keys.ts';

export interface UploadsQuery {
  readonly prefix: string;
  readonly delimiter: string;
  readonly keyMarker: string;
  /** Ignored without `keyMarker`. */
  readonly uploadIdMarker: string;
  readonly maxUploads: number;
}

export interface UploadsPage {
  readonly uploads: readonly Upload[];
  readonly commonPrefixes: readonly string[];
  readonly isTruncated: boolean;
  readonly nextKeyMarker: string;
  readonly nextUploadIdMarker: string;
}

/** Sorted by key, then by the time of the start, which is the order of the ids. */
export function listUploads(all: Iterable<Upload>, query: UploadsQuery): UploadsPage {
  const matching = [...all].filter((upload) => upload.key.startsWith(query.prefix));
  matching.sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id));
  const uploads: Upload[] = [];
  const commonPrefixes: string[] = [];
  let nextKeyMarker = '';
  let nextUploadIdMarker = '';
  const page = (isTruncated: boolean) => {
    return { uploads, commonPrefixes, isTruncated, nextKeyMarker, nextUploadIdMarker };
  };
  for (const upload of matching) {
    const common = commonPrefixOf(upload.key, query);
    if (common !== undefined) {
      if (common <= query.keyMarker || common === commonPrefixes.at(-1)) continue;
    } else if (!isAfterMarker(upload, query)) continue;
    if (uploads.length + commonPrefixes.length >= query.maxUploads) return page(true);
    if (common === undefined) uploads.push(upload);
    else commonPrefixes.push(common);
    nextKeyMarker = common ?? upload.key;
    nextUploadIdMarker = common === undefined ? upload.id : '';
  }
  return page(false);
}

function isAfterMarker(upload: Upload, { keyMarker, uploadIdMarker }: UploadsQuery): boolean {
  if (upload.key !== keyMarker) return upload.key > keyMarker;
  return uploadIdMarker !== '' && upload.id > uploadIdMarker;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

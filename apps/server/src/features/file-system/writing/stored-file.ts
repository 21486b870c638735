import { contentTypeOf } from '#files/file-type.ts';
import type { StoredObject } from '#object-store';
import { bareEtag } from '#object-store/etag.ts';
import type { AuthorizedPath } from '../resolved-path.ts';

/** File as stored by a write, in the form that the writer gets. */
export interface StoredFile {
  readonly place: AuthorizedPath;
  /** In bytes. */
  readonly size: number;
  /** ETag without quotes. */
  readonly etag: string;
  readonly contentType: string;
}

export function toStoredFile(place: AuthorizedPath, { size, etag }: StoredObject): StoredFile {
  return { place, size, etag: bareEtag(etag), contentType: contentTypeOf(place.name) };
}

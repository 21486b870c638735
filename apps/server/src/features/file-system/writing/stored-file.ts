import { contentTypeOf } from '#files/file-type.ts';
import type { StoredObject } from '#object-store';
import { bareEtag } from '#object-store/etag.ts';
import type { AuthorizedPlace } from '../places.ts';

/** File as stored by a write, in the form that the writer gets. */
export interface StoredFile {
  readonly place: AuthorizedPlace;
  /** In bytes. */
  readonly size: number;
  /** ETag without quotes. */
  readonly etag: string;
  readonly contentType: string;
}

export function toStoredFile(place: AuthorizedPlace, { size, etag }: StoredObject): StoredFile {
  return { place, size, etag: bareEtag(etag), contentType: contentTypeOf(place.name) };
}

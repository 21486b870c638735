/** Prefix of the server's own objects in a bucket (CONTRACT A6). */
export const RESERVED_PREFIX = '.satchel/';

/** Objects of file shares. */
export const SHARES_PREFIX = `${RESERVED_PREFIX}shares/`;

/** Objects of deliveries into upload requests. */
export const REQUESTS_PREFIX = `${RESERVED_PREFIX}requests/`;

/** Bytes of resumable uploads that are too few for a part. */
export const UPLOADS_PREFIX = `${RESERVED_PREFIX}uploads/`;

/** Thumbnails that the server creates. */
export const THUMBNAILS_PREFIX = `${RESERVED_PREFIX}thumbnails/`;

/**
 * True if a key, a prefix or a path in a bucket is the server's own, which no mount shows. Includes
 * other spellings that some storages treat as the same name: another case, full-width letters, dots or
 * spaces at the end of a segment.
 */
export function isReserved(key: string): boolean {
  const [first = ''] = key.replace(/^\/+/, '').split('/', 1);
  const name = first
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[. ]+$/, '');
  return `${name}/` === RESERVED_PREFIX;
}

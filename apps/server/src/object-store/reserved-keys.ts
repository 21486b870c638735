/** Below this lies what the server keeps for itself in a bucket (CONTRACT A6). */
export const RESERVED_PREFIX = '.satchel/';

/** Objects of file shares. */
export const SHARES_PREFIX = `${RESERVED_PREFIX}shares/`;

/** Small pictures of images, made by the server. */
export const THUMBNAILS_PREFIX = `${RESERVED_PREFIX}thumbnails/`;

/**
 * Whether a key, a prefix or a path in a bucket is the server's own: no mount leads there. Some
 * storages take other spellings for the same name: another case, wide letters, dots or spaces at the
 * end of a segment.
 */
export function isReserved(key: string): boolean {
  const [first = ''] = key.replace(/^\/+/, '').split('/', 1);
  const name = first
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[. ]+$/, '');
  return `${name}/` === RESERVED_PREFIX;
}

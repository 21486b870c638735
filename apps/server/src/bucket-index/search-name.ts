import { normalizePath } from '@satchel/permissions';
import { isReserved } from '#object-store/reserved-keys.ts';
import { nameOf } from '#paths/key.ts';

export { nameOf };

/**
 * Form of a name for comparison: case-insensitive, with accents composed. Both small sigmas become one,
 * because which one lower case gives depends on the following letter.
 */
export function toSearchName(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

/**
 * Name by which a search finds an object. Empty, so that no search finds it, for markers of
 * directories, for the server's own objects, and for keys such as `a//b`, whose path would lead to
 * another object.
 */
export function searchNameOf(key: string): string {
  const path = `/${key}`;
  const normalized = normalizePath(path);
  const isReachable = normalized.ok && normalized.path === path.normalize('NFC');
  return isReachable && !isReserved(key) ? toSearchName(nameOf(key)) : '';
}

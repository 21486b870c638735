import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import type { MovedObject } from '#features/file-shares/service.ts';
import type { ListedObject, ObjectStore } from '#object-store';
import { nameInStore, type Place } from '../places.ts';

const COPIES_AT_ONCE = 16;
/** S3's longest key, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;

/** Where a copy of an object of the source goes. */
export function keyInTarget(source: Place, target: Place, key: string): string {
  return nameInStore(target) + key.slice(nameInStore(source).length);
}

/**
 * Lets the storage copy objects to where nothing is, all or none: half a copy looks like a whole one
 * (SECURITY 12). A copy that has been asked for is waited for, as nobody could say what became of it.
 *
 * @throws {AppError} `file_system.partly_done` where what was copied could not be taken back
 */
export async function copyObjects(
  source: Place,
  target: Place,
  objects: readonly ListedObject[],
  signal: AbortSignal,
): Promise<MovedObject[]> {
  const { store } = target.storage;
  if (objects.some(({ key }) => isTooLong(keyInTarget(source, target, key)))) {
    throw new AppError('file_system.path_invalid');
  }
  const begun: string[] = [];
  const moved: MovedObject[] = [];
  try {
    await forEachAtOnce(objects, COPIES_AT_ONCE, async ({ key: from, size }) => {
      signal.throwIfAborted();
      const to = keyInTarget(source, target, from);
      begun.push(to);
      const { etag } = await store.copy(from, to, { size, signal });
      moved.push({ from, to, etag, size });
    });
  } catch (error) {
    await takeBack(store, begun, error);
    throw error;
  }
  return moved;
}

/** Those that failed too: a storage that did not answer may have copied all the same. */
export async function takeBack(
  store: ObjectStore,
  keys: readonly string[],
  cause: unknown,
): Promise<void> {
  const failed = await store.removeEach(keys).catch(() => keys);
  if (failed.length === 0) return;
  throw new AppError('file_system.partly_done', { cause, details: { count: failed.length } });
}

function isTooLong(key: string): boolean {
  return Buffer.byteLength(key) > MAX_KEY_BYTES;
}

import { Readable } from 'node:stream';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import type { KeyedObject } from '#ledger/object-write.ts';
import type { ListedObject, ObjectStore } from '#object-store';
import { hasAnyBelow } from '#object-store/find-named.ts';
import { listPages } from '#object-store/list-pages.ts';

/** Content type of empty objects that stand for directories in other tools. */
export const DIRECTORY_TYPE = 'application/x-directory';

export const CONCURRENT_MARKERS = 8;

/** Lists every object below a prefix, including its marker, with one page in memory at a time. */
export async function* pagesBelow(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal,
): AsyncGenerator<readonly ListedObject[]> {
  for await (const { objects } of listPages(store, { prefix, signal })) yield objects;
}

/**
 * Checks that the parent directory of a key or prefix exists; one request.
 *
 * @throws {AppError} `file_system.parent_missing`
 */
export async function assertParent(
  store: ObjectStore,
  key: string,
  signal: AbortSignal,
  isFilled = (parent: string) => hasAnyBelow(store, parent, signal),
): Promise<void> {
  const parent = parentOf(key);
  if (parent !== '' && !(await isFilled(parent))) {
    throw new AppError('file_system.parent_missing');
  }
}

/** Prefixes of the directories above a key or prefix, the outermost first. */
export function parentsOf(key: string): string[] {
  const names = key.split('/').slice(0, key.endsWith('/') ? -2 : -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`);
}

/** Creates a directory's marker; returns it so that the ledger can count it. */
export async function putMarker(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal,
): Promise<KeyedObject> {
  const options = { contentType: DIRECTORY_TYPE, size: 0, signal };
  return { key: prefix, ...(await store.put(prefix, Readable.from([]), options)) };
}

/** Creates markers for those of these directories that are empty. */
export async function putMissingMarkers(
  store: ObjectStore,
  prefixes: readonly string[],
  signal: AbortSignal,
): Promise<KeyedObject[]> {
  const made: KeyedObject[] = [];
  for (const prefix of prefixes) {
    if (prefix === '' || (await hasAnyBelow(store, prefix, signal))) continue;
    made.push(await putMarker(store, prefix, signal));
  }
  return made;
}

/**
 * Finds the directories without a marker that would vanish with their last entry. Those that do not exist are left
 * out. Takes one request per directory, and one more per 1000 removed names.
 *
 * @param removed keys, and prefixes of whole directories
 */
export async function findUnmarked(
  store: Pick<ObjectStore, 'list'>,
  prefixes: ReadonlySet<string>,
  removed: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Record<'emptied' | 'shared', readonly string[]>> {
  const emptied: string[] = [];
  // Directories with other entries, which another call may be removing.
  const shared: string[] = [];
  await forEachAtOnce([...prefixes], CONCURRENT_MARKERS, async (prefix) => {
    let isSomething = false;
    for await (const page of listPages(store, { prefix, delimiter: '/', signal })) {
      const names = [...page.prefixes, ...page.objects.map(({ key }) => key)];
      if (names.includes(prefix)) return;
      if (names.some((name) => !removed.has(name))) {
        shared.push(prefix);
        return;
      }
      isSomething ||= names.length > 0;
    }
    if (isSomething) emptied.push(prefix);
  });
  return { emptied, shared };
}

/** Prefix of the parent directory of a key or prefix; '' is the mount's root. */
export function parentOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/', key.length - 2) + 1);
}

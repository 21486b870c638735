import { Readable } from 'node:stream';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import type { LandedObject } from '#ledger/object-write.ts';
import type { ListedObject, ObjectStore } from '#object-store';
import { type Place, prefixOf } from '../places.ts';

/** What other tools call the empty object that stands for a directory. */
export const DIRECTORY_TYPE = 'application/x-directory';

const MARKERS_AT_ONCE = 8;

/** Every object below a prefix, its marker included, a page in memory at a time. */
export async function* pagesBelow(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal,
): AsyncGenerator<readonly ListedObject[]> {
  let cursor: string | undefined;
  do {
    const page = await store.list({ prefix, cursor, signal });
    yield page.objects;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** The file at a place, or all that is in the directory there; nothing where there is nothing. */
export async function objectsAt(place: Place, signal: AbortSignal): Promise<ListedObject[]> {
  const { store } = place.storage;
  const objects: ListedObject[] = [];
  if (place.isDirectory) {
    for await (const page of pagesBelow(store, prefixOf(place), signal)) objects.push(...page);
    return objects;
  }
  const found = place.key === '' ? undefined : await store.head(place.key, signal);
  if (!found) return [];
  return [{ ...found, key: place.key, lastModified: found.lastModified ?? new Date(0) }];
}

/** Whether anything lies below; one request. */
export async function hasAnyBelow(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { objects } = await store.list({ prefix, limit: 1, signal });
  return objects.length > 0;
}

/** The prefixes of the directories that hold a key or a prefix, the outermost first. */
export function parentsOf(key: string): string[] {
  const names = key.split('/').slice(0, key.endsWith('/') ? -2 : -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`);
}

/** Says what was stored, for the ledger to count. */
export async function putMarker(
  store: ObjectStore,
  prefix: string,
  signal: AbortSignal,
): Promise<LandedObject> {
  const options = { contentType: DIRECTORY_TYPE, size: 0, signal };
  return { key: prefix, ...(await store.put(prefix, Readable.from([]), options)) };
}

/** Markers for those of these directories that hold nothing yet. */
export async function putMissingMarkers(
  store: ObjectStore,
  prefixes: readonly string[],
  signal: AbortSignal,
): Promise<LandedObject[]> {
  const made: LandedObject[] = [];
  for (const prefix of prefixes) {
    if (prefix === '' || (await hasAnyBelow(store, prefix, signal))) continue;
    made.push(await putMarker(store, prefix, signal));
  }
  return made;
}

/**
 * A directory stays when the last of what was in it goes: where nothing is left below, a marker is
 * put in its place. One request a directory, two for one that became empty.
 */
export async function keepDirectories(
  store: ObjectStore,
  prefixes: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  await forEachAtOnce([...prefixes], MARKERS_AT_ONCE, async (prefix) => {
    if (prefix === '' || (await hasAnyBelow(store, prefix, signal))) return;
    await putMarker(store, prefix, signal);
  });
}

/**
 * Which directories hold something, and nothing that would be left without `doomed`: keys, and
 * prefixes of whole directories. One request a directory, and one more a 1000 that are doomed.
 */
export async function findEmptied(
  store: ObjectStore,
  prefixes: ReadonlySet<string>,
  doomed: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const emptied: string[] = [];
  await forEachAtOnce([...prefixes], MARKERS_AT_ONCE, async (prefix) => {
    let isSomething = false;
    let cursor: string | undefined;
    do {
      const page = await store.list({ prefix, delimiter: '/', cursor, signal });
      const names = [...page.prefixes, ...page.objects.map(({ key }) => key)];
      if (names.some((name) => !doomed.has(name))) return;
      isSomething ||= names.length > 0;
      cursor = page.cursor;
    } while (cursor !== undefined);
    if (isSomething) emptied.push(prefix);
  });
  return emptied;
}

/** The directory that holds a key or a prefix; '' is the mount's root. */
export function parentOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/', key.length - 2) + 1);
}

import type { AuthenticatedCaller } from '#security/caller.ts';
import { withSuffix } from '#share-rules/file-name.ts';
import { hasAnyBelow, parentOf } from './directories.ts';
import { type AuthorizedPlace, nameInStore, type Places, prefixOf } from './places.ts';

/** Names for copies onto a name that is taken (CONTRACT A5). */
export interface FreeNames {
  /** Whether there is a file or a directory of the name. */
  isTaken(place: AuthorizedPlace, signal: AbortSignal): Promise<boolean>;
  /** `name (1)`, a file's before its extension, or the first higher number that is free. */
  next(
    caller: AuthenticatedCaller,
    place: AuthorizedPlace,
    signal: AbortSignal,
  ): Promise<AuthorizedPlace>;
}

export function createFreeNames(places: Places): FreeNames {
  return {
    async isTaken(place, signal) {
      const { store } = place.storage;
      if (place.key === '') return true;
      if (!place.isDirectory && (await store.head(place.key, signal))) return true;
      return hasAnyBelow(store, prefixOf(place), signal);
    },
    async next(caller, place, signal) {
      const taken = await namesLike(place, signal);
      for (let number = 1; ; number += 1) {
        const name = numbered(place, number);
        if (taken.has(name)) continue;
        const parent = place.path.slice(0, place.path.lastIndexOf('/'));
        return places.find(
          caller,
          'mount_copy',
          `${parent}/${name}${place.isDirectory ? '/' : ''}`,
        );
      }
    },
  };
}

function numbered({ name, isDirectory }: AuthorizedPlace, number: number): string {
  return isDirectory ? `${name} (${number})` : withSuffix(name, ` (${number})`);
}

/** Of the names in the directory those that might be numbers of this one; a request a 1000. */
async function namesLike(place: AuthorizedPlace, signal: AbortSignal): Promise<Set<string>> {
  const parent = parentOf(nameInStore(place));
  const prefix = parent + numbered(place, 1).split(' (1)')[0];
  const names = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await place.storage.store.list({
      prefix: `${prefix} (`,
      delimiter: '/',
      cursor,
      signal,
    });
    const keys = [...page.prefixes, ...page.objects.map(({ key }) => key)];
    for (const key of keys) names.add(key.slice(parent.length).replace(/\/$/, ''));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return names;
}

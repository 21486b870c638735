import type { AuthenticatedCaller } from '#security/caller.ts';
import { withSuffix } from '#share-rules/file-name.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPlace, nameInStore, prefixOf } from '../places.ts';
import { hasAnyBelow, parentOf } from './directories.ts';

/** Names for copies onto a name that is taken (CONTRACT A5). */
export interface FreeNames {
  /** Takes a name, until it is given back; undefined where there is a file or a directory of it. */
  take(place: AuthorizedPlace, signal: AbortSignal): Promise<Disposable | undefined>;
  /** Takes `name (1)`, a file's before its extension, or the first higher number that is free. */
  takeNext(
    caller: AuthenticatedCaller,
    place: AuthorizedPlace,
    signal: AbortSignal,
  ): Promise<{ readonly place: AuthorizedPlace; readonly claim: Disposable }>;
}

export function createFreeNames({
  places,
  claims,
}: Pick<FileSystemDependencies, 'places' | 'claims'>): FreeNames {
  const take: FreeNames['take'] = async (place, signal) => {
    using claimed = new DisposableStack();
    // Before the look at the storage: who had it until now has put something there.
    if (!claimed.use(claims.claim(place))) return undefined;
    return (await isTaken(place, signal)) ? undefined : claimed.move();
  };
  return {
    take,
    async takeNext(caller, place, signal) {
      const taken = await namesLike(place, signal);
      const parent = place.path.slice(0, place.path.lastIndexOf('/'));
      for (let number = 1; ; number += 1) {
        const name = numbered(place, number);
        if (taken.has(name)) continue;
        const path = `${parent}/${name}${place.isDirectory ? '/' : ''}`;
        const next = await places.find(caller, 'mount_copy', path);
        const claim = await take(next, signal);
        if (claim) return { place: next, claim };
      }
    },
  };
}

async function isTaken(place: AuthorizedPlace, signal: AbortSignal): Promise<boolean> {
  const { store } = place.storage;
  if (place.key === '') return true;
  if (!place.isDirectory && (await store.head(place.key, signal))) return true;
  return hasAnyBelow(store, prefixOf(place), signal);
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

import { AppError } from '#errors';
import type { ObjectWrite } from '#ledger/object-write.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { withSuffix } from '#share-rules/file-name.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPlace, nameInStore, prefixOf } from '../places.ts';
import { entryWrite } from '../uploads/entry-write.ts';
import { hasAnyBelow, parentOf } from './directories.ts';

/** Names that nothing has, held in the ledger until the change that needs them ends. */
export interface FreeNames {
  /**
   * Takes the name of a place, with room for what is going there. Undefined where somebody is writing
   * there, or where there is a file or a directory of that name.
   */
  take(
    caller: AuthenticatedCaller,
    place: AuthorizedPlace,
    sizeBytes: number,
    signal: AbortSignal,
  ): Promise<ObjectWrite | undefined>;
  /** Takes `name (1)`, a file's before its extension, or the first higher number that is free. */
  takeNext(
    caller: AuthenticatedCaller,
    place: AuthorizedPlace,
    sizeBytes: number,
    signal: AbortSignal,
  ): Promise<{ readonly place: AuthorizedPlace; readonly write: ObjectWrite }>;
}

export function createFreeNames({
  places,
  ledger,
}: Pick<FileSystemDependencies, 'places' | 'ledger'>): FreeNames {
  const claim = async (caller: AuthenticatedCaller, place: AuthorizedPlace, sizeBytes: number) => {
    const write = {
      ...entryWrite(caller, place, false),
      objectKey: nameInStore(place),
      kind: 'change' as const,
      claim: 'exclusive' as const,
      sizeBytes,
    };
    try {
      return await ledger.begin(place.storage, write);
    } catch (error) {
      if (error instanceof AppError && error.code === 'file_system.busy') return undefined;
      throw error;
    }
  };
  const take: FreeNames['take'] = async (caller, place, sizeBytes, signal) => {
    if (place.key === '') return undefined;
    // Before the look at the storage: who had it until now has put something there.
    const write = await claim(caller, place, sizeBytes);
    if (!write) return undefined;
    try {
      if (!(await isTaken(place, signal))) return write;
    } catch (error) {
      await ledger.remove([write]);
      throw error;
    }
    await ledger.remove([write]);
    return undefined;
  };
  return {
    take,
    async takeNext(caller, place, sizeBytes, signal) {
      const taken = await namesLike(place, signal);
      const parent = place.path.slice(0, place.path.lastIndexOf('/'));
      for (let number = 1; ; number += 1) {
        const name = numbered(place, number);
        if (taken.has(name)) continue;
        const path = `${parent}/${name}${place.isDirectory ? '/' : ''}`;
        const next = await places.find(caller, 'mount_copy', path);
        const write = await take(caller, next, sizeBytes, signal);
        if (write) return { place: next, write };
      }
    },
  };
}

/** Whether there is a file or a directory of a name. */
async function isTaken(place: AuthorizedPlace, signal: AbortSignal): Promise<boolean> {
  const { store } = place.storage;
  if (await store.head(place.key, signal)) return true;
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

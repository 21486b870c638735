import { database, KEPT_STORES, type KeptRow, type KeptStore } from '../database.ts';

/** Maximum age of a cached response (SPEC 9). */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Location of a cached response. */
export interface KeptPlace {
  readonly store: KeptStore;
  readonly key: string;
  readonly part: string;
}

/** Caches a response. Ignores failures, such as a full disk, because the page does not depend on them. */
export async function keepReply(
  { store, key, part }: KeptPlace,
  reply: Pick<KeptRow, 'owner' | 'data' | 'savedAtMs'>,
): Promise<void> {
  await database[store].put({ key, part, ...reply }).catch(() => undefined);
}

/** Reads a cached response that belongs to the user or that every visitor may see. */
export async function readKept(
  { store, key, part }: KeptPlace,
  owner: string,
  nowMs: number,
): Promise<KeptRow | undefined> {
  const row = await database[store].get([key, part]).catch(() => undefined);
  const isTheirs = row?.owner === '' || row?.owner === owner;
  return row && isTheirs && nowMs - row.savedAtMs < KEPT_MS ? row : undefined;
}

/** Deletes all cached responses about a share or directory that no longer exists or must not be cached. */
export async function forgetKept({ store, key }: Pick<KeptPlace, 'store' | 'key'>): Promise<void> {
  await database[store].where('[key+part]').between([key, ''], [key, '\uffff']).delete();
}

export async function removeOldCopies(nowMs: number): Promise<void> {
  for (const store of KEPT_STORES) {
    await database[store]
      .where('savedAtMs')
      .belowOrEqual(nowMs - KEPT_MS)
      .delete();
  }
}

/** Deletes responses that only other users may see. */
export async function removeCopiesOfOthers(owner: string): Promise<void> {
  for (const store of KEPT_STORES) {
    await database[store].where('owner').noneOf(['', owner]).delete();
  }
}

export async function clearKept(): Promise<void> {
  for (const store of KEPT_STORES) await database[store].clear();
}

import { CountedMeanwhile } from '#bucket-index/index-repository.ts';
import type { ObjectStore } from '#object-store';
import type { ClaimedWrite, KeyedObject } from './object-write.ts';

/** Times to look again before the object is counted as it was last seen. */
const MAX_LOOKS = 3;

/** Objects as they were in the storage at a time; without a time nobody else can change them. */
export interface SeenObjects {
  readonly objects: readonly KeyedObject[];
  readonly since?: Date | undefined;
}

/** Object that other writes may replace at the same time. */
export interface SharedObject {
  /** Time before the write changed it. */
  readonly claimedAt: Date;
  /** Finds the object as the storage has it now. */
  look(): Promise<KeyedObject>;
}

/** Object of a write that was claimed, as its storage answered; that counts where the storage cannot be asked. */
export function sharedObject(
  { store }: { readonly store: Pick<ObjectStore, 'head'> },
  { claimedAt }: Pick<ClaimedWrite, 'claimedAt'>,
  object: KeyedObject,
): SharedObject {
  const { key } = object;
  return {
    claimedAt,
    async look() {
      const found = await store.head(key).catch(() => undefined);
      return found ? { key, etag: found.etag, size: found.size } : object;
    },
  };
}

/**
 * Counts the object of a write. Writes of one name may end in another order than the storage applied them, on
 * any replicas, so the last write to be counted may not be the stored one. If another write was counted since
 * the claim, this asks the storage for its object and counts that.
 *
 * @returns what was counted, and the result of `count`
 */
export async function countCommit<Result>(
  objects: readonly KeyedObject[],
  shared: SharedObject | undefined,
  count: (seen: SeenObjects) => Promise<Result>,
): Promise<Pick<SeenObjects, 'objects'> & { readonly result: Result }> {
  let seen: SeenObjects = { objects, since: shared?.claimedAt };
  for (let looks = 0; ; looks += 1) {
    try {
      return { objects: seen.objects, result: await count(seen) };
    } catch (error) {
      if (!shared || !(error instanceof CountedMeanwhile)) throw error;
      const since = looks + 1 < MAX_LOOKS ? error.at : undefined;
      seen = { objects: [await shared.look()], since };
    }
  }
}

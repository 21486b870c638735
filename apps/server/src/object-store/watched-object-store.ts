import type { Clock } from '#clock';
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts';
import type { BucketListener } from './bucket-watch.ts';
import type { ObjectStore } from './object-store.ts';

/** What is known of an object that was stored. */
interface Version {
  readonly size: number;
  readonly etag: string;
}

/** A bucket whose changes are told to `watch` as soon as they are made. */
export function watchObjectStore(
  store: ObjectStore,
  configId: string,
  watch: BucketListener,
  clock: Clock,
): ObjectStore {
  const telling = createTellingInTurn(store, (key, { size, etag }) =>
    watch.written(configId, [{ key, size, etag, lastModified: clock.now() }]),
  );
  return {
    ...store,
    put: (key, body, options) => telling(key, () => store.put(key, body, options)),
    confirm: (key, signal) => telling(key, () => store.confirm(key, signal)),
    copy: (sourceKey, targetKey, options) =>
      telling(targetKey, () => store.copy(sourceKey, targetKey, options)),
    async remove(keys, signal) {
      await store.remove(keys, signal);
      await watch.removed(configId, keys);
    },
    async removeEach(keys, signal) {
      const failed = await store.removeEach(keys, signal);
      const kept = new Set(failed.map(({ key }) => key));
      await watch.removed(
        configId,
        keys.filter((key) => !kept.has(key)),
      );
      return failed;
    },
  };
}

/**
 * Writes of one key at the same time may end in another order than the storage put them in: then
 * each, in its turn, tells what the storage has now. The last to look sees what stays.
 */
function createTellingInTurn(
  store: Pick<ObjectStore, 'head'>,
  tell: (key: string, version: Version) => Promise<void> | void,
) {
  const writing = new Map<string, { running: number; isShared: boolean }>();
  const inTurn = createKeyedMutex();
  return async <Stored extends Version | undefined>(key: string, write: () => Promise<Stored>) => {
    const writers = writing.get(key) ?? { running: 0, isShared: false };
    writing.set(key, writers);
    writers.isShared ||= writers.running > 0;
    writers.running += 1;
    try {
      const stored = await write();
      await inTurn(key, async () => {
        const now = writers.isShared ? await store.head(key).catch(() => stored) : stored;
        if (now) await tell(key, now);
      });
      return stored;
    } finally {
      writers.running -= 1;
      if (writers.running === 0) writing.delete(key);
    }
  };
}

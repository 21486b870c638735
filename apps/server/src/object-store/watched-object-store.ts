import type { Clock } from '#clock';
import type { BucketListener } from './bucket-watch.ts';
import type { ObjectStore } from './object-store.ts';

/** A bucket whose changes are told to `watch` as soon as they are made. */
export function watchObjectStore(
  store: ObjectStore,
  configId: string,
  watch: BucketListener,
  clock: Clock,
): ObjectStore {
  const written = (key: string, { size, etag }: { size: number; etag: string }) =>
    watch.written(configId, [{ key, size, etag, lastModified: clock.now() }]);
  return {
    ...store,
    async put(key, body, options) {
      const stored = await store.put(key, body, options);
      await written(key, stored);
      return stored;
    },
    async confirm(key, signal) {
      const found = await store.confirm(key, signal);
      if (found) await written(key, found);
      return found;
    },
    async copy(sourceKey, targetKey, options) {
      const stored = await store.copy(sourceKey, targetKey, options);
      await written(targetKey, stored);
      return stored;
    },
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

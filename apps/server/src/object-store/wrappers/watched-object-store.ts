import type { BucketListener } from '../bucket-watch.ts';
import type { ObjectStore } from '../object-store.ts';

/** Reports removals to `watch` as soon as they are made. The ledger reports writes. */
export function watchObjectStore(
  store: ObjectStore,
  configId: string,
  watch: Pick<BucketListener, 'removed'>,
): ObjectStore {
  return {
    ...store,
    async remove(keys, signal, fence) {
      await store.remove(keys, signal, fence);
      await watch.removed(configId, keys);
    },
    async removeUnchanged(key, etag, signal, fence) {
      const isRemoved = await store.removeUnchanged(key, etag, signal, fence);
      if (isRemoved) await watch.removed(configId, [key]);
      return isRemoved;
    },
    async removeEach(keys, signal, fence) {
      const failed = await store.removeEach(keys, signal, fence);
      const kept = new Set(failed.map(({ key }) => key));
      await watch.removed(
        configId,
        keys.filter((key) => !kept.has(key)),
      );
      return failed;
    },
  };
}

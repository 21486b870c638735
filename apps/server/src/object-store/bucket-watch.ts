import type { ObjectInfo } from './object-store.ts';

export interface WrittenObject extends Pick<ObjectInfo, 'size' | 'etag'> {
  readonly key: string;
  readonly lastModified: Date;
}

/** Gets notified of changes in buckets. Used by the caches of listings and the index of names. */
export interface BucketListener {
  written(configId: string, objects: readonly WrittenObject[]): Promise<void> | void;
  removed(configId: string, keys: readonly string[]): Promise<void> | void;
}

/** Receives every change that the server makes in a bucket, or confirms, before it is acknowledged. */
export interface BucketWatch extends BucketListener {
  subscribe(listener: BucketListener): void;
}

export function createBucketWatch(onError: (error: unknown) => void): BucketWatch {
  const listeners: BucketListener[] = [];
  // The object is stored, so a failing listener must not fail the write.
  const tell = async (call: (listener: BucketListener) => Promise<void> | void) => {
    for (const listener of listeners) {
      try {
        await call(listener);
      } catch (error) {
        onError(error);
      }
    }
  };
  return {
    subscribe: (listener) => void listeners.push(listener),
    written: (configId, objects) => tell((listener) => listener.written(configId, objects)),
    removed: (configId, keys) => tell((listener) => listener.removed(configId, keys)),
  };
}

import type { ObjectInfo } from './object-store.ts';

export interface WrittenObject extends Pick<ObjectInfo, 'size' | 'etag'> {
  readonly key: string;
  readonly lastModified: Date;
}

/** Wants to know what changes in buckets: caches of listings, the index of names. */
export interface BucketListener {
  written(configId: string, objects: readonly WrittenObject[]): Promise<void> | void;
  removed(configId: string, keys: readonly string[]): Promise<void> | void;
}

/** Every change that the server makes in a bucket, or confirms, passes here before it is acknowledged. */
export interface BucketWatch extends BucketListener {
  subscribe(listener: BucketListener): void;
}

export function createBucketWatch(onError: (error: unknown) => void): BucketWatch {
  const listeners: BucketListener[] = [];
  // The object is stored. A failing listener must not make it look otherwise.
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

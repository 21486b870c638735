import type { S3Client } from '@aws-sdk/client-s3';
import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from '#clock';
import {
  createBufferBudget,
  DEFAULT_BUFFER_BYTES,
  type SharedBudget,
} from '#concurrency/buffer-budget.ts';
import { AppError } from '#errors';
import type { BucketWatch } from './bucket-watch.ts';
import { createBucketProbe } from './diagnosis/bucket-probe.ts';
import type { ObjectStore, ObjectStoreLocation } from './object-store.ts';
import { createS3Client, type RequestHandler, releaseIdleSockets } from './s3/s3-client.ts';
import { createS3ObjectStore } from './s3/s3-object-store.ts';
import type { StorageDeadlines } from './s3/storage-deadlines.ts';
import type { StorageObserver } from './wrappers/observed-calls.ts';
import { watchObjectStore } from './wrappers/watched-object-store.ts';

const MAX_CLIENTS = 100;

/** Object stores of all storage configs, with one client each. */
export type ObjectStores = ReturnType<typeof createObjectStores>;

/** @param embedded undefined if the embedded store is off */
export function createObjectStores(
  embedded: RequestHandler | undefined,
  watch: BucketWatch,
  clock: Clock,
  deadlines?: StorageDeadlines,
  observers: readonly StorageObserver[] = [],
  buffers: Pick<SharedBudget, 'share'> = createBufferBudget(DEFAULT_BUFFER_BYTES),
) {
  const stores = new LRUCache<string, { client: S3Client; store: ObjectStore }>({
    max: MAX_CLIENTS,
    dispose: ({ client }) => releaseIdleSockets(client),
  });
  return {
    of(location: ObjectStoreLocation): ObjectStore {
      const known = stores.get(location.version);
      if (known) return known.store;
      const client = createS3Client(location, embedded, {
        observers,
        ...(deadlines ? { deadlines } : {}),
      });
      // External storages check signatures against real time, not against an injected clock.
      const signingClock = location.isEmbedded ? clock : systemClock;
      // A storage that stalls leaves memory to the others.
      const bucket = createS3ObjectStore(client, location, signingClock, buffers.share());
      const watched = watchObjectStore(bucket, location.configId, watch);
      const store = location.isEmbedded && !embedded ? refuseEverything(watched) : watched;
      stores.set(location.version, { client, store });
      return store;
    },
    /** Opens a bucket for one test; the caller closes it. */
    probe: (location: ObjectStoreLocation) => createBucketProbe(location, embedded),
    close() {
      for (const { client } of stores.values()) client.destroy();
      stores.clear();
    },
  };
}

/**
 * Embedded store while it is off. Its calls fail like those of a storage that is down, so that the
 * server does not forget pending deletions that only the process with the store can do.
 */
function refuseEverything(store: ObjectStore): ObjectStore {
  const refuse = async () => {
    throw new AppError('storage.unavailable', { cause: new Error('EMBEDDED_STORE is off') });
  };
  const names = Object.keys(store) as (keyof ObjectStore)[];
  return Object.fromEntries(names.map((name) => [name, refuse])) as Record<
    keyof ObjectStore,
    typeof refuse
  >;
}

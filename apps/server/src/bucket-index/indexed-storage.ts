import type { ObjectStore } from '#object-store';
import type { CrawledBucket } from './crawling/crawl-pages.ts';
import { locationOf } from './usage.ts';

/** Fields of a storage config and its open bucket that the index needs. */
export interface IndexedStorage {
  readonly config: {
    readonly id: string;
    readonly endpointUrl: string;
    readonly bucketName: string;
    readonly totalStorageBytes: bigint | null;
  };
  readonly store: Pick<ObjectStore, 'list'>;
}

export function toBucket({ config, store }: IndexedStorage): CrawledBucket {
  return { id: config.id, location: locationOf(config), store };
}

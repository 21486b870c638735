import type { Clock } from '#clock';
import type { Database, Prisma } from '#database';
import type { BucketListener, WrittenObject } from '#object-store/bucket-watch.ts';
import type { CrawlLimits } from './crawling/crawl-pages.ts';
import { CRAWL_LIMITS, createCrawler } from './crawling/crawler.ts';
import { createFolderSizes } from './folder-sizes.ts';
import { createIndexRepository } from './index-repository.ts';
import { type IndexedStorage, toBucket } from './indexed-storage.ts';
import { createNameSearch } from './name-search.ts';
import { createUsageRepository } from './usage.ts';

/**
 * Counts objects in the transaction of their write. Returns false if the bucket has no index.
 *
 * @param since for a single object: refuses to count it if another write of it was counted since then
 * @throws {CountedMeanwhile}
 */
export type CountObjects = (
  transaction: Prisma.TransactionClient,
  storageConfigId: string,
  objects: readonly Omit<WrittenObject, 'lastModified'>[],
  now: Date,
  since?: Date,
) => Promise<boolean>;

export type BucketIndex = ReturnType<typeof createBucketIndex>;

export interface BucketIndexDependencies {
  readonly database: Pick<Database, 'kind' | 'prisma'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly limits?: CrawlLimits;
}

/**
 * Index of buckets: names for search and bytes for limits. It is crawled in the background and updated
 * by the server's own changes. Only buckets that are searched or limited are crawled.
 */
export function createBucketIndex({
  database,
  clock,
  onError,
  limits = CRAWL_LIMITS,
}: BucketIndexDependencies) {
  const repository = createIndexRepository(database.prisma, database.kind, clock);
  const crawler = createCrawler({ repository, limits, clock, onError });
  const count: CountObjects = (transaction, configId, objects, lastModified, since) => {
    const [object] = objects;
    if (since && object) return repository.addSince(transaction, configId, object, since);
    const written = objects.map((object) => ({ ...object, lastModified }));
    return repository.addWritten(transaction, configId, written);
  };
  const listener: BucketListener = { written: () => undefined, removed: repository.removeKeys };
  return {
    /** The crawler's `refresh`. */
    refresh: (storage: IndexedStorage, maxAgeMs: number) =>
      crawler.refresh(toBucket(storage), maxAgeMs),
    /** The crawler's `wait`. */
    settle: (storage: IndexedStorage, timeoutMs: number) =>
      crawler.wait(toBucket(storage), timeoutMs),
    /** Marks indexes for a new crawl at their next use; of these configs, or all. Returns how many. */
    clear: (configIds: readonly string[] | undefined) => repository.clear(configIds, clock.now()),
    searchNames: createNameSearch(database.prisma, database.kind),
    /** Begin of the crawl that a complete index is based on; undefined if there is none. */
    async completeSince(storage: IndexedStorage): Promise<Date | undefined> {
      const { id, location } = toBucket(storage);
      const state = await repository.find(id);
      const isUsable = state?.location === location && !state.isTruncated;
      return isUsable ? (state.indexedAt ?? undefined) : undefined;
    },
    /** Totals of the indexed files of a region by folder. */
    folderSizes: createFolderSizes(database.prisma, database.kind),
    usage: createUsageRepository(database.prisma),
    crawler,
    /** Counts new objects of a bucket, in the transaction that commits their write. */
    count,
    /** Applies the server's own removals to the index. */
    listener,
    close: crawler.close,
  };
}

import type { Clock } from '#clock';
import type { Database, Prisma } from '#database';
import type { BucketListener, WrittenObject } from '#object-store/bucket-watch.ts';
import type { CrawlLimits } from './crawl-pages.ts';
import { CRAWL_LIMITS, type Crawler, createCrawler } from './crawler.ts';
import { createIndexRepository, type IndexState } from './index-repository.ts';
import { type IndexedStorage, toBucket } from './indexed-storage.ts';
import { createNameSearch, type SearchNames } from './name-search.ts';
import { createUsageRepository, type UsageCounts } from './usage.ts';

export type CountObjects = (
  transaction: Prisma.TransactionClient,
  storageConfigId: string,
  objects: readonly Omit<WrittenObject, 'lastModified'>[],
  now: Date,
) => Promise<boolean>;

/**
 * Index of buckets: names for search and bytes for limits. It is crawled in the background and kept current
 * by the server's own changes. Only buckets that are searched or limited are crawled.
 */
export interface BucketIndex {
  /**
   * Returns the known state of a bucket at once. Begins a crawl in the background if the state is missing,
   * older than `maxAgeMs` or cleared. Undefined if nothing is known of this very bucket.
   */
  refresh(storage: IndexedStorage, maxAgeMs: number): Promise<IndexState | undefined>;
  /** Like `refresh`, after the running crawl has ended or the timeout has passed. */
  settle(storage: IndexedStorage, patienceMs: number): Promise<IndexState | undefined>;
  /** Has indexes crawled again at their next use; of these configs, or all. Says how many. */
  clear(configIds: readonly string[] | undefined): Promise<number>;
  /** Searches the names of what is indexed. */
  readonly searchNames: SearchNames;
  readonly usage: UsageCounts;
  readonly crawler: Pick<Crawler, 'refresh' | 'wait'>;
  /** Counts what appears in a bucket, in the transaction that ends its write. */
  readonly count: CountObjects;
  /** Hears what the server removes from a bucket. */
  readonly listener: BucketListener;
  close(): Promise<void>;
}

export interface BucketIndexDependencies {
  readonly database: Pick<Database, 'kind' | 'prisma'>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  readonly limits?: CrawlLimits;
}

export function createBucketIndex({
  database,
  clock,
  onError,
  limits = CRAWL_LIMITS,
}: BucketIndexDependencies): BucketIndex {
  const repository = createIndexRepository(database.prisma, database.kind);
  const usage = createUsageRepository(database.prisma);
  const crawler = createCrawler({ repository, limits, clock, onError });
  return {
    refresh: (storage, maxAgeMs) => crawler.refresh(toBucket(storage), maxAgeMs),
    settle: (storage, patienceMs) => crawler.wait(toBucket(storage), patienceMs),
    clear: (configIds) => repository.clear(configIds, clock.now()),
    searchNames: createNameSearch(database.prisma, database.kind),
    usage,
    crawler,
    count: (transaction, configId, objects, lastModified) =>
      repository.addWritten(
        transaction,
        configId,
        objects.map((object) => ({ ...object, lastModified })),
      ),
    listener: { written: () => undefined, removed: repository.removeKeys },
    close: crawler.close,
  };
}

import type { Clock } from '#clock';
import type { ListedObject, ObjectStore } from '#object-store';
import type { BegunCrawl, CrawlResult, IndexRepository } from '../index-repository.ts';
import { isStorable } from '../index-rows.ts';

/** Limits of a crawl. */
export interface CrawlLimits {
  /** Maximum number of pages of 1000 keys; keys beyond are not even counted. */
  readonly maxPages: number;
}

/** Bucket to crawl. */
export interface CrawledBucket {
  readonly id: string;
  /** Identity of the bucket; with another location it counts as another bucket. */
  readonly location: string;
  readonly store: Pick<ObjectStore, 'list'>;
}

export type CrawlLease = ReturnType<typeof createCrawlLease>;

/** Lease of a crawl. */
export function createCrawlLease(lengthMs: number, clock: Clock) {
  let renewedAtMs = clock.now().getTime();
  return {
    /** Returns the end of a lease that is renewed now. */
    renewed() {
      renewedAtMs = clock.now().getTime();
      return new Date(renewedAtMs + lengthMs);
    },
    /** True if a third of it has passed, so that it must be renewed even without other changes. */
    isDue: () => clock.now().getTime() - renewedAtMs >= lengthMs / 3,
  };
}

export interface PageCrawl {
  readonly repository: IndexRepository;
  readonly limits: CrawlLimits;
  readonly lease: CrawlLease;
  readonly bucket: CrawledBucket;
  readonly crawl: BegunCrawl;
  readonly signal: AbortSignal;
}

/** Thrown for a storage that does not list in key order, as a few S3 servers do. */
class UnorderedError extends Error {}

/**
 * Reads a bucket into its index, with one page in memory at a time. Returns undefined if another
 * process has taken over the crawl.
 */
export async function crawlPages(options: PageCrawl): Promise<CrawlResult | undefined> {
  // The first crawl has no entries to compare with.
  if (options.crawl.crawl === 1) return crawlInAnyOrder(options);
  try {
    return await crawlInOrder(options);
  } catch (error) {
    if (!(error instanceof UnorderedError)) throw error;
    return crawlInAnyOrder(options);
  }
}

/**
 * Crawls a storage that lists by the bytes of keys, as S3 does. A page then contains everything between
 * its first and last key, so only differences are written.
 */
async function crawlInOrder(options: PageCrawl): Promise<CrawlResult | undefined> {
  const { repository, lease, crawl } = options;
  let after = '';
  const result = await readPages(options, async (objects) => {
    const last = objects.at(-1)?.key;
    if (last === undefined) return true;
    assertOrder(after, objects);
    const page = { after, until: last, listed: objects.map(({ key }) => key) };
    after = last;
    const changed = await repository.findChanged(crawl, objects);
    const isStored =
      (changed.length === 0 && !lease.isDue()) ||
      (await repository.addPage(crawl, changed, lease.renewed()));
    return isStored && repository.removeUnseen(crawl, lease.renewed, page);
  });
  const isWhole = result && (await repository.removeUnseen(crawl, lease.renewed, { after }));
  return isWhole ? result : undefined;
}

/** Writes every entry, so that entries without a match can be removed after the last page. */
async function crawlInAnyOrder(options: PageCrawl): Promise<CrawlResult | undefined> {
  const { repository, lease, crawl } = options;
  const result = await readPages(options, (objects) =>
    repository.addPage(crawl, objects, lease.renewed()),
  );
  const isWhole = result && (await repository.removeUnseen(crawl, lease.renewed, { after: '' }));
  return isWhole ? result : undefined;
}

/** Passes page after page to `store`. Returns undefined if `store` says to stop. */
async function readPages(
  { bucket, limits, signal }: PageCrawl,
  store: (objects: readonly ListedObject[]) => Promise<boolean>,
): Promise<CrawlResult | undefined> {
  let [unlistedCount, unlistedBytes, pages] = [0, 0, 0];
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await bucket.store.list({ prefix: '', cursor, signal });
    const listed = page.objects.filter(({ key }) => isStorable(key));
    if (!(await store(listed))) return undefined;
    pages += 1;
    unlistedCount += page.objects.length - listed.length;
    unlistedBytes += sizeOf(page.objects) - sizeOf(listed);
    cursor = page.cursor;
  } while (cursor !== undefined && pages < limits.maxPages);
  return { unlistedCount, unlistedBytes, isTruncated: cursor !== undefined };
}

function assertOrder(after: string, objects: readonly ListedObject[]): void {
  let last = Buffer.from(after);
  for (const { key } of objects) {
    const next = Buffer.from(key);
    if (Buffer.compare(last, next) >= 0) throw new UnorderedError();
    last = next;
  }
}

function sizeOf(objects: readonly ListedObject[]): number {
  return objects.reduce((sum, { size }) => sum + size, 0);
}

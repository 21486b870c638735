import type { Clock } from '#clock';
import type { ListedObject, ObjectStore } from '#object-store';
import type { BegunCrawl, CrawlResult, IndexRepository } from './index-repository.ts';
import { isStorable } from './index-rows.ts';

/** How far a crawl goes. */
export interface CrawlLimits {
  /** Pages of a thousand; what is beyond is not even counted. */
  readonly maxPages: number;
}

/** A bucket to be crawled. */
export interface CrawledBucket {
  readonly id: string;
  /** Identity of the bucket; a change makes it another bucket. */
  readonly location: string;
  readonly store: Pick<ObjectStore, 'list'>;
}

export type CrawlLease = ReturnType<typeof createCrawlLease>;

/** How long a crawl is its holder's without another word. */
export function createCrawlLease(lengthMs: number, clock: Clock) {
  let renewedAtMs = clock.now().getTime();
  return {
    /** The end of a lease that is written now. */
    renewed() {
      renewedAtMs = clock.now().getTime();
      return new Date(renewedAtMs + lengthMs);
    },
    /** Whether so much of it is over that it has to be written, even if nothing else is. */
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

/** A storage lists in an order of its own, which a few S3 servers allow themselves. */
class UnorderedError extends Error {}

/**
 * Reads a bucket into its index, one page in memory at a time. Undefined where the crawl is somebody
 * else's by now.
 */
export async function crawlPages(options: PageCrawl): Promise<CrawlResult | undefined> {
  // There is nothing to compare with.
  if (options.crawl.crawl === 1) return crawlInAnyOrder(options);
  try {
    return await crawlInOrder(options);
  } catch (error) {
    if (!(error instanceof UnorderedError)) throw error;
    return crawlInAnyOrder(options);
  }
}

/**
 * Crawls a storage that lists by the bytes of keys, as S3 does: a page then contains everything between its
 * first and last key, so only differences are written.
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

/** Writes every entry, so that what was not seen is known when all pages have been. */
async function crawlInAnyOrder(options: PageCrawl): Promise<CrawlResult | undefined> {
  const { repository, lease, crawl } = options;
  const result = await readPages(options, (objects) =>
    repository.addPage(crawl, objects, lease.renewed()),
  );
  const isWhole = result && (await repository.removeUnseen(crawl, lease.renewed, { after: '' }));
  return isWhole ? result : undefined;
}

/** Hands out page after page. Undefined where `store` says to stop. */
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

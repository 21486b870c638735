import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#clock';
import type { ListedObject, ObjectStore } from '#object-store';
import { randomId } from '#security/random.ts';
import type { BegunCrawl, IndexRepository, IndexState } from './index-repository.ts';
import { isStorable } from './index-rows.ts';

/** After this long without a page, which is renewed with each, another replica may take over. */
const LEASE_MS = 90_000;
/** A storage that failed is left alone for a while. */
const RETRY_AFTER_MS = 30_000;
/** A crawl rests this many times as long as it took, so that it never becomes the main work. */
const REST_FACTOR = 4;
const CRAWLS_AT_ONCE = 4;
const POLL_MS = 100;

/** How far a crawl goes. */
export interface CrawlLimits {
  /** Names that are kept; what is beyond is only counted. */
  readonly maxNames: number;
  /** Pages of a thousand; what is beyond is not even counted. */
  readonly maxPages: number;
}

/** Ten million objects are counted, and the names of one million found. */
export const CRAWL_LIMITS: CrawlLimits = { maxNames: 1_000_000, maxPages: 10_000 };

/** A bucket to be crawled. */
export interface CrawledBucket {
  readonly id: string;
  /** What makes it another bucket when it changes. */
  readonly location: string;
  readonly store: Pick<ObjectStore, 'list'>;
}

export interface Crawler {
  /**
   * What is known of a bucket, at once; begins a crawl in the background where that is missing,
   * older than `maxAgeMs` or cleared. Undefined where nothing is known of this very bucket.
   */
  refresh(bucket: CrawledBucket, maxAgeMs: number): Promise<IndexState | undefined>;
  /** The same, after waiting for the crawl that is under way, but no longer than `patienceMs`. */
  wait(bucket: CrawledBucket, patienceMs: number): Promise<IndexState | undefined>;
  /** Ends what runs; the next start begins anew. */
  close(): Promise<void>;
}

export interface CrawlerDependencies {
  readonly repository: IndexRepository;
  readonly limits: CrawlLimits;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Crawls buckets in the background: one crawl of a bucket at a time, whatever the replicas. */
export function createCrawler(dependencies: CrawlerDependencies): Crawler {
  const { repository, clock, onError } = dependencies;
  const holder = randomId();
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();

  const start = (bucket: CrawledBucket) => {
    const isFull = running.size >= CRAWLS_AT_ONCE;
    if (running.has(bucket.id) || isFull || closing.signal.aborted) return;
    const crawl = crawlBucket(dependencies, bucket, holder, closing.signal)
      .catch(onError)
      .finally(() => running.delete(bucket.id));
    running.set(bucket.id, crawl);
  };
  const find = async ({ id, location }: CrawledBucket) => {
    const state = await repository.find(id);
    return state?.location === location ? state : undefined;
  };

  return {
    async refresh(bucket, maxAgeMs) {
      const state = await find(bucket);
      if (!state || isDue(state, maxAgeMs, clock.now())) start(bucket);
      return state;
    },
    async wait(bucket, patienceMs) {
      const patience = AbortSignal.any([closing.signal, AbortSignal.timeout(patienceMs)]);
      for (;;) {
        const state = await find(bucket);
        const isUnderWay = running.has(bucket.id) || state?.holder;
        if (!isUnderWay || patience.aborted) return state;
        // Another replica's crawl tells nobody here when it ends.
        const own = running.get(bucket.id) ?? Promise.resolve();
        await Promise.race([own.then(() => sleep(POLL_MS)), onceAborted(patience)]);
      }
    },
    async close() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}

/** Whether what is known is of no more use. */
export function isOutdated({ indexedAt, finishedAt, clearedAt }: IndexState): boolean {
  return !indexedAt || !finishedAt || (clearedAt !== null && indexedAt <= clearedAt);
}

function isDue(state: IndexState, maxAgeMs: number, now: Date): boolean {
  if (state.heldUntil && state.heldUntil > now) return false;
  if (isOutdated(state)) return true;
  return now.getTime() - (state.finishedAt?.getTime() ?? 0) >= maxAgeMs;
}

async function crawlBucket(
  { repository, limits, clock }: CrawlerDependencies,
  bucket: CrawledBucket,
  holder: string,
  signal: AbortSignal,
): Promise<void> {
  const after = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds);
  const leaseEnd = () => after(LEASE_MS);
  const crawl = await repository.begin(bucket, holder, clock.now(), leaseEnd());
  if (!crawl) return;
  const addPage = (objects: readonly ListedObject[]) =>
    repository.addPage(crawl, objects, leaseEnd());
  try {
    const result = await readPages(bucket, limits, addPage, signal);
    // Somebody else's crawl by now, or the config is gone: nothing here is ours to change.
    if (!result || !(await repository.removeUnseen(crawl, leaseEnd))) return;
    await repository.finish(crawl, result, clock.now(), restAfter(crawl, clock.now()));
  } catch (error) {
    await repository.release(crawl, signal.aborted ? clock.now() : after(RETRY_AFTER_MS));
    if (!signal.aborted) throw error;
  }
}

function restAfter({ startedAt }: BegunCrawl, now: Date): Date {
  const tookMs = Math.max(0, now.getTime() - startedAt.getTime());
  return new Date(now.getTime() + REST_FACTOR * tookMs);
}

/** Reads page after page, one in memory at a time. Undefined where `addPage` says to stop. */
async function readPages(
  { store }: CrawledBucket,
  { maxNames, maxPages }: CrawlLimits,
  addPage: (objects: readonly ListedObject[]) => Promise<boolean>,
  signal: AbortSignal,
) {
  let [names, unlistedCount, unlistedBytes, pages] = [0, 0, 0, 0];
  let cursor: string | undefined;
  do {
    signal.throwIfAborted();
    const page = await store.list({ prefix: '', cursor, signal });
    const listed = page.objects.filter(({ key }) => isStorable(key)).slice(0, maxNames - names);
    if (!(await addPage(listed))) return undefined;
    names += listed.length;
    pages += 1;
    unlistedCount += page.objects.length - listed.length;
    unlistedBytes += sizeOf(page.objects) - sizeOf(listed);
    cursor = page.cursor;
  } while (cursor !== undefined && pages < maxPages);
  const isTruncated = cursor !== undefined || names >= maxNames;
  return { unlistedCount, unlistedBytes, isTruncated };
}

function sizeOf(objects: readonly ListedObject[]): number {
  return objects.reduce((sum, { size }) => sum + size, 0);
}

function onceAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}

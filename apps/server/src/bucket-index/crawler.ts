import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#clock';
import { randomId } from '#security/random.ts';
import {
  type CrawledBucket,
  type CrawlLimits,
  crawlPages,
  createCrawlLease,
} from './crawl-pages.ts';
import type { BegunCrawl, IndexRepository, IndexState } from './index-repository.ts';

/** After this long without a sign of life another replica may take over. */
const LEASE_MS = 90_000;
/** A storage that failed is left alone for a while. */
const RETRY_AFTER_MS = 30_000;
/** A crawl rests this many times as long as it took, so that it never becomes the main work. */
const REST_FACTOR = 4;
const CRAWLS_AT_ONCE = 4;
const POLL_MS = 100;

/** Pages of a thousand: ten million objects are counted and found. */
export const CRAWL_LIMITS: CrawlLimits = { maxPages: 10_000 };

export type Crawler = ReturnType<typeof createCrawler>;

export interface CrawlerDependencies {
  readonly repository: IndexRepository;
  readonly limits: CrawlLimits;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Crawls buckets in the background: one crawl of a bucket at a time, whatever the replicas. */
export function createCrawler(dependencies: CrawlerDependencies) {
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
    /**
     * Returns the known state of a bucket at once. Begins a crawl in the background if the state is missing,
     * older than `maxAgeMs` or cleared. Undefined if nothing is known of this very bucket.
     */
    async refresh(bucket: CrawledBucket, maxAgeMs: number) {
      const state = await find(bucket);
      if (!state || isDue(state, maxAgeMs, clock.now())) start(bucket);
      return state;
    },
    /** Like `refresh`, after the running crawl has ended or `patienceMs` have passed. */
    async wait(bucket: CrawledBucket, patienceMs: number) {
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
    /** Ends what runs; the next start begins anew. */
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
  const lease = createCrawlLease(LEASE_MS, clock);
  const crawl = await repository.begin(bucket, holder, clock.now(), lease.renewed());
  if (!crawl) return;
  try {
    const result = await crawlPages({ repository, limits, lease, bucket, crawl, signal });
    // Somebody else's crawl by now, or the config is gone: nothing here is ours to change.
    if (!result) return;
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

function onceAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}

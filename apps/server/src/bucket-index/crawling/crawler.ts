import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#clock';
import { randomId } from '#security/random.ts';
import type { BegunCrawl, IndexRepository, IndexState } from '../index-repository.ts';
import {
  type CrawledBucket,
  type CrawlLimits,
  crawlPages,
  createCrawlLease,
} from './crawl-pages.ts';

/** Another replica may take over a crawl that was not renewed for this long. */
const LEASE_MS = 90_000;
/** Delay before a storage that failed is crawled again. */
const RETRY_AFTER_MS = 30_000;
/** Pause after a crawl as a multiple of its duration, so that crawls never become the main work. */
const REST_FACTOR = 4;
const CONCURRENT_CRAWLS = 4;
const POLL_MS = 100;

/** Pages of a thousand: up to ten million objects are counted and found. */
export const CRAWL_LIMITS: CrawlLimits = { maxPages: 10_000 };

export type Crawler = ReturnType<typeof createCrawler>;

export interface CrawlerDependencies {
  readonly repository: IndexRepository;
  readonly limits: CrawlLimits;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Crawls buckets in the background: one crawl per bucket at a time, across all replicas. */
export function createCrawler(dependencies: CrawlerDependencies) {
  const { repository, clock, onError } = dependencies;
  const holder = randomId();
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();

  const start = (bucket: CrawledBucket) => {
    const isFull = running.size >= CONCURRENT_CRAWLS;
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
     * Returns the known state of a bucket immediately. Begins a crawl in the background if the state is
     * missing, older than `maxAgeMs` or cleared. Undefined if there is no state of this very bucket.
     */
    async refresh(bucket: CrawledBucket, maxAgeMs: number) {
      const state = await find(bucket);
      if (!state || isDue(state, maxAgeMs, clock.now())) start(bucket);
      return state;
    },
    /** Like `refresh`, after the running crawl has ended or `timeoutMs` have passed. */
    async wait(bucket: CrawledBucket, timeoutMs: number) {
      const timeout = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
      for (;;) {
        if (timeout.aborted || !running.has(bucket.id)) {
          const state = await find(bucket);
          const isUnderWay = running.has(bucket.id) || state?.holder;
          if (timeout.aborted || !isUnderWay) return state;
        }
        // Polls, because a crawl on another replica does not notify this one.
        await sleep(POLL_MS, undefined, { signal: timeout }).catch(() => undefined);
      }
    },
    /** Stops running crawls; the next start begins them again. */
    async close() {
      closing.abort();
      await Promise.all(running.values());
    },
  };
}

/** True if the state is missing or was cleared. */
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
    // Another process has taken the crawl over, or the config was removed, so nothing is written.
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

import type { BucketIndex } from '#bucket-index/bucket-index.ts';
import { scanNames } from '#bucket-index/live-scan.ts';
import { compareHits, type NameHit, type NameHits } from '#bucket-index/name-search.ts';
import type { SearchRegion } from '#bucket-index/search-region.ts';
import type { Clock } from '#clock';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import type { Storage, StorageConfigService } from '#features/storage-configs/service.ts';
import type { SearchPlace } from './places.ts';
import type { SearchStats } from './search-stats.ts';

/** Minimum age of an index before a search crawls again, also for a mount without cache. */
const MIN_AGE_MS = 60_000;
/** Timeout for a crawl after the index was cleared, because the user wants current results. */
const CLEARED_TIMEOUT_MS = 1000;
const SCAN_TIMEOUT_MS = 2000;
const CONCURRENT_SCANS = 4;
/** SQLite joins at most 500 results. */
const BATCH_REGIONS = 200;

/** Mounted regions that show the same part of the same bucket are searched once. */
interface RegionGroup {
  readonly region: SearchRegion;
  readonly places: readonly number[];
}

interface PageRequest {
  readonly name: string;
  readonly limit: number;
  readonly offset: number;
}

export interface FoundHits extends NameHits {
  /** Start of the crawl of the oldest index that was used; null if none was. */
  readonly indexedAt: Date | null;
  /** False if names may be missing, because the index or scan does not cover all of them. */
  readonly isComplete: boolean;
}

export interface HitSourceDependencies {
  readonly storageConfigs: Pick<StorageConfigService, 'find'>;
  readonly bucketIndex: BucketIndex;
  readonly clock: Clock;
}

/** Reads a page of hits from the indexes, and from storages that have no index yet. */
export function createHitSources(dependencies: HitSourceDependencies, stats: SearchStats) {
  const { bucketIndex } = dependencies;
  return async (
    places: readonly SearchPlace[],
    page: PageRequest,
    signal: AbortSignal,
  ): Promise<FoundHits> => {
    const buckets = await openBuckets(dependencies, stats, places);
    const groups = groupPlaces(places);
    const indexed = groups.filter(({ region }) => buckets.get(region.configId)?.indexedAt);
    const rest = groups.filter((group) => !indexed.includes(group));
    const live = await scanLive(rest, buckets, page.name, signal, indexed.length === 0);

    const chunks = chunk(indexed, BATCH_REGIONS);
    const isOne = chunks.length <= 1 && rest.length === 0;
    // Each source returns all hits that may be on the page, because several are merged.
    const part = isOne ? page : { ...page, offset: 0, limit: page.offset + page.limit };
    const found: NameHits[] = [{ hits: live.hits, total: live.hits.length }];
    for (const some of chunks) {
      const shown = some.flatMap((group, region) =>
        group.places.map((place) => ({ place, region })),
      );
      const regions = some.map(({ region }) => region);
      found.push(await bucketIndex.searchNames({ ...part, regions, places: shown }));
    }
    const hits = found.flatMap((source) => source.hits).sort(compareHits);
    const used = indexed.flatMap(({ region }) => buckets.get(region.configId) ?? []);
    const dates = used.flatMap(({ indexedAt }) => (indexedAt ? [indexedAt.getTime()] : []));
    return {
      hits: isOne ? hits : hits.slice(page.offset, page.offset + page.limit),
      total: found.reduce((sum, { total }) => sum + total, 0),
      indexedAt: dates.length > 0 ? new Date(Math.min(...dates)) : null,
      isComplete: live.isComplete && used.every(({ isTruncated }) => !isTruncated),
    };
  };
}

interface OpenBucket {
  readonly storage: Storage;
  /** Undefined without an index. */
  readonly indexedAt: Date | undefined;
  readonly isTruncated: boolean;
}

/** Opens the buckets to search with their index state; begins crawls if an index is too old. */
async function openBuckets(
  { storageConfigs, bucketIndex, clock }: HitSourceDependencies,
  stats: SearchStats,
  places: readonly SearchPlace[],
): Promise<ReadonlyMap<string, OpenBucket>> {
  const buckets = new Map<string, OpenBucket>();
  const byConfig = Map.groupBy(places, ({ region }) => region.configId);
  await forEachAtOnce([...byConfig], CONCURRENT_SCANS, async ([configId, shown]) => {
    const storage = await storageConfigs.find(configId);
    if (!storage) return;
    const ages = shown.map(({ mount }) => mount.cacheTtlSeconds * 1000);
    const maxAgeMs = Math.max(MIN_AGE_MS, Math.min(...ages));
    let known = await bucketIndex.refresh(storage, maxAgeMs);
    const isCleared = known?.indexedAt && known.clearedAt && known.indexedAt <= known.clearedAt;
    if (isCleared) known = await bucketIndex.settle(storage, CLEARED_TIMEOUT_MS);
    const { indexedAt, finishedAt, isTruncated = false } = known ?? {};
    const ageMs = clock.now().getTime() - (finishedAt?.getTime() ?? 0);
    stats.searched(configId, !indexedAt ? 'missing' : ageMs < maxAgeMs ? 'fresh' : 'outdated');
    buckets.set(configId, { storage, indexedAt: indexedAt ?? undefined, isTruncated });
  });
  return buckets;
}

/** First use: scans some pages of the storage itself within a short timeout (SPEC 7). */
async function scanLive(
  groups: readonly RegionGroup[],
  buckets: ReadonlyMap<string, OpenBucket>,
  name: string,
  signal: AbortSignal,
  isAll: boolean,
) {
  const hits: NameHit[] = [];
  const failures: unknown[] = [];
  let isComplete = true;
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(SCAN_TIMEOUT_MS)]);
  await forEachAtOnce(groups, CONCURRENT_SCANS, async ({ region, places }) => {
    const store = buckets.get(region.configId)?.storage.store;
    if (!store) return;
    try {
      const found = await scanNames(store, region, name, timeout);
      hits.push(...found.hits.flatMap((hit) => places.map((place) => ({ ...hit, place }))));
      isComplete &&= found.isComplete;
    } catch (error) {
      signal.throwIfAborted();
      failures.push(error);
    }
  });
  // A storage that is down does not prevent the search of others.
  const isNothingLeft = isAll && groups.length > 0 && failures.length === groups.length;
  if (isNothingLeft) throw failures[0] ?? new AppError('storage.unavailable');
  return { hits, isComplete: isComplete && failures.length === 0 };
}

function groupPlaces(places: readonly SearchPlace[]): readonly RegionGroup[] {
  const indexes = Map.groupBy(places.keys(), (place) => JSON.stringify(places[place]?.region));
  return [...indexes.values()].flatMap((group) => {
    const region = places[group[0] ?? -1]?.region;
    return region ? [{ region, places: group }] : [];
  });
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

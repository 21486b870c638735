import { LRUCache } from 'lru-cache';
import type { Clock } from '#clock';

/** Figures of a cache for the dashboard (CONTRACT F2), counted since the server's start. */
export interface CacheStats {
  readonly name: string;
  readonly hits: number;
  /** Reads without a usable entry; expired entries are included. */
  readonly misses: number;
  /** Reads that found an entry, but one too old. */
  readonly expired: number;
  /** Entries dropped because their data had changed, or on request. */
  readonly invalidations: number;
  /** Entries evicted because the cache was full. */
  readonly pruned: number;
  readonly cacheSize: number;
  /** 0 to 1, and 0 before the first read. */
  readonly hitRate: number;
}

/** Figures of a cache; those that it does not count are 0. */
export function toStats(
  name: string,
  cacheSize: number,
  counts: Partial<Omit<CacheStats, 'name' | 'cacheSize' | 'hitRate'>> = {},
): CacheStats {
  const all = { hits: 0, misses: 0, expired: 0, invalidations: 0, pruned: 0, ...counts };
  const reads = all.hits + all.misses;
  return { name, ...all, cacheSize, hitRate: reads === 0 ? 0 : all.hits / reads };
}

/** Options of a cache, which is bounded by its entries, by their sizes or by both. */
export interface MeasuredCacheOptions<Value> {
  readonly name: string;
  readonly clock: Clock;
  /** Maximum number of entries. */
  readonly max?: number;
  /** Maximum sum of sizes, in the unit of `sizeOf`; a larger value is not cached at all. */
  readonly maxSize?: number;
  readonly sizeOf?: (value: Value, key: string) => number;
  /** Called for every entry that is removed for any reason, but not for a replaced value. */
  readonly onRemoved?: (key: string, value: Value) => void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly storedAt: number;
}

/**
 * Bounded cache with statistics. The reader decides about age, because each mount has its own lifetime
 * (SPEC 3), and two mounts may share an entry.
 */
export function createMeasuredCache<Value>(options: MeasuredCacheOptions<Value>) {
  const { name, clock, max = 0, maxSize = 0, sizeOf, onRemoved } = options;
  const counts = { hits: 0, misses: 0, expired: 0, invalidations: 0, pruned: 0 };
  const entries = new LRUCache<string, Entry<Value>>({
    max,
    maxSize,
    ...(sizeOf && {
      // lru-cache accepts only whole numbers above 0.
      sizeCalculation: ({ value }, key) => Math.max(1, Math.ceil(sizeOf(value, key))),
    }),
    dispose: ({ value }, key, reason) => {
      if (reason === 'evict') counts.pruned += 1;
      if (reason !== 'set') onRemoved?.(key, value);
    },
  });

  const remove = (keys: readonly string[]) => {
    for (const key of keys) entries.delete(key);
    counts.invalidations += keys.length;
    return keys.length;
  };

  return {
    name,
    /** Returns the cached value unless it is `maxAgeMs` old or older; default any age. */
    get(key: string, maxAgeMs = Number.POSITIVE_INFINITY): Value | undefined {
      const entry = entries.get(key);
      if (entry && clock.now().getTime() - entry.storedAt < maxAgeMs) {
        counts.hits += 1;
        return entry.value;
      }
      counts.misses += 1;
      if (entry) {
        counts.expired += 1;
        entries.delete(key);
      }
      return undefined;
    },
    /** Like `get`, without being counted and at any age. */
    peek: (key: string): Value | undefined => entries.peek(key)?.value,
    set(key: string, value: Value) {
      entries.set(key, { value, storedAt: clock.now().getTime() });
    },
    delete: (key: string) => remove(entries.has(key) ? [key] : []) === 1,
    /** Drops all entries; returns how many. */
    clear: () => remove([...entries.keys()]),
    stats: () => toStats(name, entries.size, counts),
  };
}

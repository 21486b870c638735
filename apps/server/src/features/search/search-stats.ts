import { type CacheStats, toStats } from '#cache/measured-cache.ts';

export type SearchStats = ReturnType<typeof createSearchStats>;

/** Counts of searches in the indexes, in the form of the dashboard's caches (CONTRACT F2). */
export function createSearchStats() {
  const counts = { hits: 0, misses: 0, expired: 0, invalidations: 0 };
  const indexed = new Set<string>();
  return {
    /** Counts a search of a bucket with a fresh index, an outdated one, or none. */
    searched(configId: string, index: 'fresh' | 'outdated' | 'missing') {
      counts[index === 'missing' ? 'misses' : 'hits'] += 1;
      if (index === 'outdated') counts.expired += 1;
      if (index === 'missing') indexed.delete(configId);
      else indexed.add(configId);
    },
    cleared(count: number) {
      counts.invalidations += count;
    },
    read: (): CacheStats => toStats('search', indexed.size, counts),
  };
}

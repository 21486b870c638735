import { Counter, Gauge, type Registry } from 'prom-client';
import type { CacheStats } from '#cache/measured-cache.ts';

type Stats = () => CacheStats;

/** Reads the counts of caches at each scrape. */
export function measureCaches(registry: Registry, caches: readonly Stats[]): void {
  const labelNames = ['cache'] as const;
  const registers = [registry];
  const count = (name: string, help: string, read: (stats: CacheStats) => number) =>
    new Counter({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset();
        for (const stats of caches.map((read) => read()))
          this.inc({ cache: stats.name }, read(stats));
      },
    });
  count('satchel_cache_hits_total', 'Reads that a cache has answered', ({ hits }) => hits);
  count('satchel_cache_misses_total', 'Reads that it has not', ({ misses }) => misses);
  new Gauge({
    name: 'satchel_cache_entries',
    help: 'What a cache holds now',
    labelNames,
    registers,
    collect() {
      for (const { name, cacheSize } of caches.map((read) => read())) {
        this.set({ cache: name }, cacheSize);
      }
    },
  });
}

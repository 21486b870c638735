import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '#database/change-feed.ts';

export interface InvalidatedCacheOptions<Value> {
  /** Topic of the change feed. Its messages name the key to drop, or '' for all. */
  readonly topic: string;
  readonly changes: ChangeFeed;
  /** Maximum number of entries. */
  readonly max: number;
  /**
   * Reads the current version from the database before each use, if other processes change it. Without
   * it nothing is cached there, because the feed may be late or disconnected.
   */
  readonly currentVersion?: () => Promise<number>;
  /** Checked when a value is stored and at each use. Default: all but undefined are cached. */
  readonly isKept?: (value: NonNullable<Value>) => boolean;
}

/** Caches values until they change. A returned value is never older than the call. */
export function createInvalidatedCache<Value>({
  topic,
  changes,
  max,
  currentVersion,
  isKept = () => true,
}: InvalidatedCacheOptions<Value>) {
  const entries = new LRUCache<string, { value: NonNullable<Value>; version: number }>({ max });
  // Prevents caching a value that was read before a change.
  let generation = 0;
  changes.subscribe(topic, (key) => {
    generation += 1;
    if (key === '') entries.clear();
    else entries.delete(key);
  });

  return {
    async find(key: string, load: () => Promise<Value>): Promise<Value> {
      if (!changes.isSingleProcess && !currentVersion) return load();
      // Reads the version before the value, so that the value is at least as new as its version.
      const version = changes.isSingleProcess ? 0 : ((await currentVersion?.()) ?? 0);
      const known = entries.get(key);
      if (known?.version === version && isKept(known.value)) return known.value;
      const generationBefore = generation;
      const value = await load();
      const isCurrent = generation === generationBefore;
      if (isCurrent && value !== undefined && value !== null && isKept(value)) {
        entries.set(key, { value, version });
      }
      return value;
    },
    /** Drops these keys here and, at the speed of the feed, on other replicas; without keys, all. */
    drop(keys: readonly string[] = ['']) {
      for (const key of keys) void changes.publish(topic, key);
    },
  };
}

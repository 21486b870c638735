import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '#database/change-feed.ts';
import type { TextShare } from './repository.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 1024 * 1024;
const LIFETIME_MS = 5000;
const TOPIC = 'text-shares';

/** Recently opened shares that have neither password nor view limit. Dropped when they change. */
export interface ShareCache {
  find(
    slug: string,
    load: (slug: string) => Promise<TextShare | undefined>,
  ): Promise<TextShare | undefined>;
  /** Drops these slugs here and on every replica; without slugs, all of them. */
  drop(slugs?: readonly string[]): void;
}

export function createShareCache(changes: ChangeFeed): ShareCache {
  const cache = new LRUCache<string, TextShare>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ content }) => 2 * content.length + 500,
    ttl: LIFETIME_MS,
  });
  // A row that was read before a drop must not be kept after it.
  let generation = 0;
  changes.subscribe(TOPIC, (slug) => {
    generation += 1;
    if (slug === '') cache.clear();
    else cache.delete(slug);
  });
  return {
    async find(slug, load) {
      const cached = cache.get(slug);
      if (cached) return cached;
      const generationBefore = generation;
      const share = await load(slug);
      const isPublic = share?.passwordHash === null && share.maxViews === null;
      if (isPublic && generation === generationBefore) cache.set(slug, share);
      return share;
    },
    drop(slugs = ['']) {
      for (const slug of slugs) changes.publish(TOPIC, slug);
    },
  };
}

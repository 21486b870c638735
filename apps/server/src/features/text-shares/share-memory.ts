import { LRUCache } from 'lru-cache';
import { createInvalidatedCache } from '#cache/invalidated-cache.ts';
import type { ChangeFeed } from '#database/change-feed.ts';
import type { TextShareRepository, TextShareSummary } from './repository.ts';

const MAX_SUMMARIES = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRY_BYTES = 1024 * 1024;

export type ShareMemory = ReturnType<typeof createShareMemory>;

/** Caches recently opened texts, so that frequent reads do not reach the database. */
export function createShareMemory(
  { findBySlug, contentOf }: TextShareRepository,
  changes: ChangeFeed,
) {
  const summaries = createInvalidatedCache<TextShareSummary | undefined>({
    topic: 'text-shares',
    changes,
    max: MAX_SUMMARIES,
    // A limited share is not cached, because each view changes its row.
    isKept: ({ passwordHash, maxViews }) => passwordHash === null && maxViews === null,
  });
  // Each text is cached for one version of its share, and only that version reads it.
  const contents = new LRUCache<string, { version: number; content: string }>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ content }) => 2 * content.length + 500,
  });
  return {
    /**
     * Facts that decide whether a text may be seen. If other processes may change them, they are read
     * from the database each time.
     */
    find: (slug: string) => summaries.find(slug, () => findBySlug(slug)),
    /** Text of this version; undefined if the share has changed since. */
    async contentOf(share: TextShareSummary): Promise<string | undefined> {
      const version = share.updatedAt.getTime();
      const known = contents.get(share.id);
      if (known?.version === version) return known.content;
      const content = await contentOf(share);
      if (content !== undefined) contents.set(share.id, { version, content });
      return content;
    },
    /** Drops these slugs; without slugs, all of them. */
    drop: summaries.drop,
  };
}

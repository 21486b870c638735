import type { ObjectStore } from '#object-store';
import { compareHits, MAX_HITS, type NameHit } from './name-search.ts';
import { searchNameOf } from './search-name.ts';
import { isInRegion, type SearchRegion } from './search-region.ts';

/** Maximum number of storage requests per region, with a thousand names each. */
const MAX_PAGES = 5;

export interface LiveHits {
  readonly hits: readonly Omit<NameHit, 'place'>[];
  /** False if some names were not examined. */
  readonly isComplete: boolean;
}

/**
 * Searches the storage itself while there is no index: some pages, until the signal aborts. Hits until
 * then count.
 *
 * @throws {AppError} `storage.unavailable` or `storage.timeout` if not even one page arrived
 */
export async function scanNames(
  store: Pick<ObjectStore, 'list'>,
  region: SearchRegion,
  name: string,
  signal: AbortSignal,
): Promise<LiveHits> {
  const hits: NameHit[] = [];
  let cursor: string | undefined;
  let pages = 0;
  let isCutOff = false;
  do {
    try {
      const page = await store.list({ prefix: region.prefix, cursor, signal });
      cursor = page.cursor;
      for (const { key, size, lastModified } of page.objects) {
        const found = searchNameOf(key);
        const at = found.indexOf(name);
        if (at < 0 || !isInRegion(region, key)) continue;
        const rank = found === name ? 0 : at === 0 ? 1 : 2;
        hits.push({ place: 0, key, size, modifiedMs: lastModified.getTime(), rank });
      }
    } catch (error) {
      if (pages === 0) throw error;
      isCutOff = true;
    }
    pages += 1;
  } while (cursor !== undefined && !isCutOff && pages < MAX_PAGES);
  const best = hits.sort(compareHits).slice(0, MAX_HITS);
  return { hits: best, isComplete: cursor === undefined && !isCutOff };
}

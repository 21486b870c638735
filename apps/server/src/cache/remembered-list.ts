import type { CacheTopic } from '#database/cache-versions.ts';
import type { ChangeFeed } from '#database/change-feed.ts';
import { createInvalidatedCache } from './invalidated-cache.ts';
import type { ReplicaVersions } from './replica-versions.ts';

/** Options of every {@link createRememberedList}. */
export interface ListMemory {
  readonly changes: ChangeFeed;
  readonly versions: ReplicaVersions;
}

/** Short table that is read often and cached as a whole. */
export function createRememberedList<Row>(
  topic: CacheTopic,
  load: () => Promise<readonly Row[]>,
  { changes, versions }: ListMemory,
) {
  const cache = createInvalidatedCache<readonly Row[]>({
    topic,
    changes,
    max: 1,
    currentVersion: () => versions.of(topic),
  });
  return {
    list: () => cache.find('', load),
    /** Call it after each change; the repository has raised the topic's version with it. */
    drop: () => cache.drop(),
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '#clock';
import { createGroupCommit } from '#concurrency/group-commit.ts';
import type { CacheTopic, CacheVersionMap } from '#database/cache-versions.ts';

/** How long a request goes by what it was told; a long one asks again. */
const REQUEST_MEMORY_MS = 1000;

/** Versions that one request has read, so that it asks once for all its caches. */
export interface VersionScope {
  versions?: Promise<CacheVersionMap>;
  askedAt?: number;
}

export type ReplicaVersions = ReturnType<typeof createReplicaVersions>;

/** Asks the database whether what this replica remembers is out of date. */
export function createReplicaVersions(read: () => Promise<CacheVersionMap>, clock: Clock) {
  const scopes = new AsyncLocalStorage<VersionScope>();
  // Readers that ask while a query runs share the next one: the running one may be too old for them.
  const ask = createGroupCommit<undefined, CacheVersionMap>(
    async (readers) => {
      const versions = await read();
      return readers.map(() => versions);
    },
    { isFaultOfOne: () => false },
  );
  const askInScope = (scope: VersionScope) => {
    const now = clock.now().getTime();
    if (scope.versions && now - (scope.askedAt ?? 0) < REQUEST_MEMORY_MS) return scope.versions;
    scope.askedAt = now;
    scope.versions = ask(undefined);
    return scope.versions;
  };
  return {
    /** Current version of a topic. The question is sent after the call, or after the request arrived. */
    async of(topic: CacheTopic): Promise<number> {
      const scope = scopes.getStore();
      const versions = await (scope ? askInScope(scope) : ask(undefined));
      return versions.get(topic) ?? 0;
    },
    /** Runs what belongs to one request: it asks the database once. */
    runInScope: <Result>(scope: VersionScope, work: () => Result) => scopes.run(scope, work),
  };
}

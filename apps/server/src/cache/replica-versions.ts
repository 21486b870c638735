import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '#clock';
import { createGroupCommit } from '#concurrency/group-commit.ts';
import type { CacheTopic, CacheVersionMap } from '#database/cache-versions.ts';

/** A request reuses the versions it read for one second, then reads them again. */
const REQUEST_MEMORY_MS = 1000;

/** Versions that one request has read, so that it queries once for all its caches. */
export interface VersionScope {
  versions?: Promise<CacheVersionMap>;
  askedAt?: number;
}

export type ReplicaVersions = ReturnType<typeof createReplicaVersions>;

/** Reads from the database whether this replica's caches are out of date. */
export function createReplicaVersions(read: () => Promise<CacheVersionMap>, clock: Clock) {
  const scopes = new AsyncLocalStorage<VersionScope>();
  // Readers during a query share the next one, because the running one may be too old for them.
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
    /** Current version of a topic, read after the call or after the request arrived. */
    async of(topic: CacheTopic): Promise<number> {
      const scope = scopes.getStore();
      const versions = await (scope ? askInScope(scope) : ask(undefined));
      return versions.get(topic) ?? 0;
    },
    /** Runs the work of one request, which then queries the database once. */
    runInScope: <Result>(scope: VersionScope, work: () => Result) => scopes.run(scope, work),
  };
}

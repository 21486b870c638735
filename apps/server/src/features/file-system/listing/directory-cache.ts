import { LRUCache } from 'lru-cache';
import { createMeasuredCache } from '#cache/measured-cache.ts';
import type { Clock } from '#clock';
import type { ChangeFeed } from '#database/change-feed.ts';
import type { WrittenObject } from '#object-store/bucket-watch.ts';
import { isReserved } from '#object-store/reserved-keys.ts';
import { parentOf } from '../writing/directories.ts';
import type { DirectoryPage } from './directory-page.ts';

const TOPIC = 'directories';
/** Limit of all cached pages together; 10,000 entries take some 5 MB. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Number of directories remembered as not empty, and for how long. */
const MAX_FILLED = 10_000;
const FILLED_MS = 10_000;
/** Memory of an entry's objects and strings, without its path. */
const ENTRY_BYTES = 400;

/** Identifies a listing: a directory of a bucket, and the form of the request. */
export interface ListingKey {
  readonly configId: string;
  /** '' or a prefix with a trailing slash. */
  readonly prefix: string;
  /** Path, page and every other input that distinguishes listings of one directory. */
  readonly form: string;
}

/**
 * Caches listings for the time that their mounts configure (SPEC 3). A change made through this or
 * another replica invalidates only the directory that shows it.
 */
export type DirectoryCache = ReturnType<typeof createDirectoryCache>;

/** Change of a bucket, or of all of them. `grown`: something was stored at the prefix. */
export type DirectoryChange =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'grown' | 'changed' | 'below';
      readonly configId: string;
      readonly prefix: string;
    };

interface Entry extends ListingKey {
  readonly listing: DirectoryPage;
}

interface Loading extends ListingKey {
  readonly work: Promise<DirectoryPage>;
}

/** @param createCache for tests that count the examined entries */
export function createDirectoryCache(
  changes: ChangeFeed,
  clock: Clock,
  createCache = createMeasuredCache<Entry>,
) {
  const index = createListingIndex();
  const cache = createCache({
    name: 'directory',
    clock,
    onRemoved: (id, entry) => index.remove(entry, id),
    maxSize: MAX_BYTES,
    sizeOf: ({ listing }) =>
      listing.items.reduce((sum, { path }) => sum + ENTRY_BYTES + path.length, 1000),
  });
  const loading = new Map<string, Loading>();
  const listeners = new Set<(change: DirectoryChange) => void>();
  const filled = new LRUCache<string, true>({ max: MAX_FILLED, ttl: FILLED_MS });
  let removals = 0;

  const drop = (
    ids: readonly string[],
    isStale: (key: Pick<ListingKey, 'configId' | 'prefix'>) => boolean,
    isWayMissing: (entry: Entry) => boolean = () => true,
  ) => {
    // A load in progress may have read before the change, so later callers do not share it.
    for (const [id, load] of loading) if (isStale(load)) loading.delete(id);
    const stale = ids.filter((id) => {
      const entry = cache.peek(id);
      return entry && isWayMissing(entry);
    });
    for (const id of stale) cache.delete(id);
    return stale.length;
  };
  const forgetFilled = () => {
    removals += 1;
    filled.clear();
  };
  const dropAll = () => {
    forgetFilled();
    loading.clear();
    return cache.clear();
  };
  const isAt =
    (configId: string, prefix: string) => (key: Pick<ListingKey, 'configId' | 'prefix'>) =>
      key.configId === configId && key.prefix === prefix;
  const dropOne = (configId: string, prefix: string) =>
    drop(index.at(configId, prefix), isAt(configId, prefix));
  /** Invalidates the parents of a new prefix that do not list it yet. */
  const dropWayTo = (configId: string, prefix: string) => {
    for (const { parent, name } of waysTo(prefix)) {
      const isWayMissing = ({ listing }: Entry) => !listing.directories.has(name);
      drop(index.at(configId, parent), isAt(configId, parent), isWayMissing);
    }
  };
  const dropBelow = (configId: string, prefix: string) =>
    drop(
      index.below(configId, prefix),
      (key) => key.configId === configId && key.prefix.startsWith(prefix),
    );

  const tell = (change: DirectoryChange) => {
    for (const listener of listeners) listener(change);
  };
  const subscribe = (listener: (change: DirectoryChange) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  changes.subscribe(TOPIC, (message) => {
    const [kind, configId = '', prefix = ''] = message.split('\n');
    if (kind === 'grown') filled.set(`${configId}\n${prefix}`, true);
    else forgetFilled();
    if (kind === 'all') dropAll();
    if (kind === 'below') dropBelow(configId, prefix);
    if (kind === 'changed' || kind === 'grown') dropOne(configId, prefix);
    if (kind === 'grown') dropWayTo(configId, prefix);
    const change = toChange(kind, configId, prefix);
    if (change) tell(change);
  });
  changes.onReset(() => {
    dropAll();
    tell({ kind: 'all' });
  });
  // The type of a file depends on the lists in the settings.
  changes.subscribe('settings', dropAll);

  /** Skips the server's own keys, because no listing shows them. */
  const publishEach = async (change: string, configId: string, prefixes: readonly string[]) => {
    const shown = new Set(prefixes.filter((prefix) => !isReserved(prefix)));
    await Promise.all(
      [...shown].map((prefix) => changes.publish(TOPIC, `${change}\n${configId}\n${prefix}`)),
    );
  };

  return {
    /**
     * Calls back after each change by this or another replica, when stale listings are dropped. Returns a
     * function that ends it.
     */
    subscribe,
    /** Returns the cached page, or the result of `load`. Concurrent callers share one `load`. */
    async read(key: ListingKey, maxAgeMs: number, load: () => Promise<DirectoryPage>) {
      const id = `${key.configId}\n${key.prefix}\n${key.form}`;
      // Another replica's write is acknowledged before this one has heard of it.
      const isCaching = maxAgeMs > 0 && (changes.isSingleProcess || (await changes.catchUp()));
      if (isCaching) {
        const remembered = cache.get(id, maxAgeMs);
        if (remembered) return remembered.listing;
        const running = loading.get(id);
        // Loads again if the shared load failed, because the caller that began it may have aborted it.
        if (running) return running.work.catch(load);
      }
      const work = load();
      const entry = { ...key, work };
      loading.set(id, entry);
      try {
        const listing = await work;
        const isCurrent = loading.get(id) === entry;
        const isKept = isCaching && listing.exists && isCurrent && changes.isConnected;
        if (isKept) {
          cache.set(id, { ...key, listing });
          // The cache refuses pages above its limit.
          if (cache.peek(id)) index.add(key, id);
          else index.remove(key, id);
        }
        return listing;
      } finally {
        if (loading.get(id) === entry) loading.delete(id);
      }
    },
    /**
     * True if a directory is not empty. The cache remembers that for 10 s, until this or another
     * replica removes anything from the bucket.
     */
    async isFilled(configId: string, prefix: string, look: () => Promise<boolean>) {
      const id = `${configId}\n${prefix}`;
      if (changes.isConnected && filled.get(id)) return true;
      const removalsBefore = removals;
      const isFilled = await look();
      if (isFilled && removals === removalsBefore) filled.set(id, true);
      return isFilled;
    },
    written(configId: string, objects: readonly WrittenObject[]) {
      return publishEach(
        'grown',
        configId,
        objects.map(({ key }) => parentOf(key)),
      );
    },
    removed(configId: string, keys: readonly string[]) {
      return publishEach(
        'changed',
        configId,
        keys.flatMap((key) => [parentOf(key), directoryOf(key)]),
      );
    },
    /** Invalidates a removed directory and its parent, which may list it without any marker. */
    async removedDirectory(configId: string, prefix: string) {
      await Promise.all([
        changes.publish(TOPIC, `below\n${configId}\n${prefix}`),
        changes.publish(TOPIC, `changed\n${configId}\n${parentOf(prefix)}`),
      ]);
    },
    /**
     * Calls `notify` for each change of a directory, or of anything below it, on whichever replica. Returns a
     * function that ends it.
     */
    follow: (configId: string, prefix: string, notify: () => void) =>
      subscribe((change) => {
        if (concerns(change, configId, prefix)) notify();
      }),
    stats: cache.stats,
    clear(): number {
      const count = dropAll();
      void changes.publish(TOPIC, 'all');
      return count;
    },
    /** Drops the listings of a bucket, or only those below a prefix. */
    clearBucket(configId: string, prefix: string = ''): number {
      const count = dropBelow(configId, prefix);
      void changes.publish(TOPIC, `below\n${configId}\n${prefix}`);
      return count;
    },
  };
}

function toChange(
  kind: string | undefined,
  configId: string,
  prefix: string,
): DirectoryChange | undefined {
  if (kind === 'all') return { kind };
  if (kind === 'grown' || kind === 'changed' || kind === 'below') return { kind, configId, prefix };
  return undefined;
}

/** True for a change of a directory or of anything below it, and for the removal of one that holds it. */
function concerns(change: DirectoryChange, configId: string, prefix: string): boolean {
  if (change.kind === 'all') return true;
  if (change.configId !== configId) return false;
  const isAbove = change.kind === 'below' && prefix.startsWith(change.prefix);
  return isAbove || change.prefix.startsWith(prefix);
}

/** Ids of listings by bucket and directory, so that a change examines no others. */
function createListingIndex() {
  const buckets = new Map<string, Map<string, Set<string>>>();
  return {
    add({ configId, prefix }: ListingKey, id: string) {
      const directories = buckets.get(configId) ?? new Map<string, Set<string>>();
      buckets.set(configId, directories);
      directories.set(prefix, (directories.get(prefix) ?? new Set()).add(id));
    },
    remove({ configId, prefix }: ListingKey, id: string) {
      const directories = buckets.get(configId);
      const ids = directories?.get(prefix);
      ids?.delete(id);
      if (ids?.size === 0) directories?.delete(prefix);
      if (directories?.size === 0) buckets.delete(configId);
    },
    at: (configId: string, prefix: string) => [...(buckets.get(configId)?.get(prefix) ?? [])],
    below: (configId: string, prefix: string) =>
      [...(buckets.get(configId) ?? [])]
        .filter(([directory]) => directory.startsWith(prefix))
        .flatMap(([, ids]) => [...ids]),
  };
}

/** Directory of a key: its parent, or for a marker the directory itself. */
function directoryOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1);
}

/** For `a/b/`: `b` in `a/`, and `a` in ``. */
function waysTo(prefix: string): { parent: string; name: string }[] {
  const names = prefix.split('/').slice(0, -1);
  return names.map((name, index) => ({
    parent: names
      .slice(0, index)
      .map((before) => `${before}/`)
      .join(''),
    name,
  }));
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#clock';
import { createFollowerLimit } from '#concurrency/follower-limit.ts';
import type { ChangeFeed } from '#database/change-feed.ts';
import { AppError } from '#errors';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { Rights } from '#security/rights.ts';
import { type PathResolver, prefixOf } from '../resolved-path.ts';
import type { DirectoryCache, DirectoryChange } from './directory-cache.ts';

/** Comments keep proxies from ending a quiet connection. */
const QUIET_MS = 15_000;
/** The browser connects again after this time, so that rights are checked again. */
const LIFETIME_MS = 5 * 60_000;
/** Minimum time between two events of a connection, because an upload stores many files a second. */
const EVENT_GAP_MS = 500;
/** Connections of all callers together, and of one address: a person has some tabs open. */
const MAX_FOLLOWERS = 2000;
const MAX_FOLLOWERS_OF_SOURCE = 40;

/** Changes that show or hide mounts, and so may concern every directory. */
const MOUNT_TOPICS = ['mounts', 'storage-configs'];

const FOLLOWING = 'event: following\ndata: {}\n\n';
const CHANGED = 'event: changed\ndata: {}\n\n';
const QUIET = ': still here\n\n';

interface Follower {
  readonly configId: string;
  readonly prefix: string;
  /** Children that have caused an event, so that further files below them cause none. */
  readonly children: Set<string>;
  notify(): void;
}

export interface DirectoryEventsDependencies {
  readonly pathResolver: PathResolver;
  readonly apiKeys: Pick<ApiKeyService, 'findPrincipal'>;
  readonly directories: DirectoryCache;
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly clock: Clock;
}

/**
 * Changes of directories as server-sent events. The change feed brings those of other replicas. An event
 * says nothing but that the directory must be listed again, so that each caller sees only what it may list.
 */
export function createDirectoryEvents(
  { pathResolver, apiKeys, directories, changes, clock }: DirectoryEventsDependencies,
  { view }: Pick<Rights, 'view'>,
) {
  const followers = new Set<Follower>();
  const limit = createFollowerLimit({ max: MAX_FOLLOWERS, maxOfSource: MAX_FOLLOWERS_OF_SOURCE });
  const closing = new AbortController();

  directories.subscribe((change) => {
    for (const follower of followers) if (isSeenBy(change, follower)) follower.notify();
  });
  for (const topic of MOUNT_TOPICS) {
    changes.subscribe(topic, () => {
      for (const follower of followers) follower.notify();
    });
  }

  async function* eventsOf(
    follower: Follower,
    next: (timeoutMs: number) => Promise<boolean>,
    assertAllowed: () => Promise<unknown>,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    followers.add(follower);
    const endsAtMs = clock.now().getTime() + LIFETIME_MS;
    yield FOLLOWING;
    while (clock.now().getTime() < endsAtMs) {
      const isChanged = await next(QUIET_MS);
      if (signal.aborted || closing.signal.aborted) return;
      if (!isChanged) {
        yield QUIET;
        continue;
      }
      await assertAllowed();
      yield CHANGED;
      await sleep(EVENT_GAP_MS, undefined, { ref: false });
    }
  }

  return {
    close: () => closing.abort(),
    /** @throws {AppError} if the caller may not list the directory */
    check: (caller: AuthenticatedCaller, path: string) =>
      pathResolver.findLevel(caller, view, path),
    /**
     * Yields the changes of a directory as text of server-sent events.
     *
     * @param isLoggedIn whether an administrator's session still lasts; not asked for keys
     * @throws {AppError} as listing it does, and `request.rate_limited` for too many connections
     */
    async follow(
      caller: AuthenticatedCaller,
      path: string,
      source: string,
      isLoggedIn: () => Promise<boolean>,
      signal: AbortSignal,
    ): Promise<AsyncGenerator<string>> {
      const { place } = await pathResolver.findLevel(caller, view, path);
      const assertAllowed = async () => {
        const isKey = caller.kind === 'apiKey';
        const current = isKey ? await apiKeys.findPrincipal(caller.id) : caller;
        if (!current || (!isKey && !(await isLoggedIn()))) throw new AppError('auth.invalid');
        const level = await pathResolver.findLevel(current, view, path);
        // A key that was moved below the directory sees only the way down, which files do not change.
        if (place && !level.place) throw new AppError('auth.outside_base_path');
      };
      const leave = limit.enter(source, signal);
      const { next, notify } = createBell(AbortSignal.any([signal, closing.signal]));
      // A directory above the mounts is in no storage, so that only changes of mounts concern it.
      const configId = place?.storage.config.id ?? '';
      const prefix = place ? prefixOf(place) : '';
      const follower = { configId, prefix, children: new Set<string>(), notify };
      return (async function* () {
        try {
          yield* eventsOf(follower, next, assertAllowed, signal);
        } finally {
          followers.delete(follower);
          leave();
        }
      })();
    },
  };
}

function isSeenBy(change: DirectoryChange, { configId, prefix, children }: Follower): boolean {
  if (change.kind !== 'all' && change.configId !== configId) return false;
  const isItself = change.kind !== 'all' && change.prefix === prefix;
  const isRemoved = change.kind === 'below' && prefix.startsWith(change.prefix);
  if (change.kind === 'all' || isRemoved || (isItself && change.kind === 'changed')) {
    // Children may have gone, and then the next object below them makes them appear again.
    children.clear();
    return true;
  }
  if (isItself) return true;
  if (change.kind !== 'grown' || !change.prefix.startsWith(prefix)) return false;
  // The first object below a new child makes the child appear.
  const child = change.prefix.slice(prefix.length, change.prefix.indexOf('/', prefix.length));
  if (children.has(child)) return false;
  children.add(child);
  return true;
}

/** Waits for a notification; several before the next wait count as one. */
function createBell(signal: AbortSignal) {
  let rung = new AbortController();
  return {
    notify: () => rung.abort(),
    /** @returns false after the timeout, or when the connection ends */
    async next(timeoutMs: number): Promise<boolean> {
      const woken = AbortSignal.any([signal, rung.signal]);
      await sleep(timeoutMs, undefined, { ref: false, signal: woken }).catch(() => undefined);
      const wasRung = rung.signal.aborted;
      if (wasRung) rung = new AbortController();
      return wasRung;
    },
  };
}

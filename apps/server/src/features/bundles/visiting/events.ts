import { setTimeout } from 'node:timers/promises';
import { createFollowerLimit } from '#concurrency/follower-limit.ts';
import { AppError } from '#errors';
import type { ShareItem } from '#share-items/share-items.ts';
import type { BundleDependencies } from '../dependencies.ts';
import type { Bundle, BundleRevision } from '../repository.ts';
import { type BundleContent, presentItem } from './content.ts';

/** How often the bundles that somebody follows are asked for changes: one query for all of them. */
const POLL_MS = 1000;
/** Comments keep proxies from ending a quiet connection. */
const QUIET_MS = 15_000;
/** Items that one round of events names; after more, the page reads the list again. */
const MAX_ITEMS = 500;
/** Connections that follow bundles, of all visitors together and of one address (SECURITY 27). */
const MAX_FOLLOWERS = 2000;
const MAX_FOLLOWERS_OF_SOURCE = 20;

/** Server-sent event. */
interface BundleEvent {
  readonly id: number;
  readonly event: 'item' | 'progress' | 'complete' | 'changed';
  readonly data: unknown;
}

/** Changes that a visitor gets. */
interface Span {
  /** Revision of the bundle before the first change. */
  readonly start: number;
  /** End of the visitor's grant in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Visitor who may read the bundle until a time in milliseconds since 1970. */
interface Follower {
  readonly share: Bundle;
  readonly endsAt: number;
  /** Id of the last event that the visitor has got; the present revision by default. */
  readonly lastId: number | undefined;
  readonly source: string;
}

/**
 * Changes of bundles as server-sent events. Each replica asks the database once a second, for the
 * bundles that its own visitors follow, so that a change reaches visitors of every replica.
 */
export function createBundleEvents(
  { repository, items, clock }: BundleDependencies,
  content: Pick<BundleContent, 'followFolder'>,
) {
  const followed = new Map<string, number>();
  const limit = createFollowerLimit({ max: MAX_FOLLOWERS, maxOfSource: MAX_FOLLOWERS_OF_SOURCE });
  let polling: Promise<ReadonlyMap<string, BundleRevision>> | undefined;
  const closing = new AbortController();

  /** Shares one query among all followers that wait for it. */
  const poll = () => {
    polling ??= (async () => {
      await setTimeout(POLL_MS, undefined, { ref: false, signal: closing.signal });
      polling = undefined;
      const ids = [...followed.keys()];
      const rows = ids.length === 0 ? [] : await repository.revisionsOf(ids);
      return new Map(rows.map((row) => [row.id, row]));
    })();
    return polling;
  };

  /** Follows the folder of a bundle, too, whose changes are no revisions. */
  async function* changesWithFolder(bundle: Bundle, span: Span, signal: AbortSignal) {
    let isFolderChanged = false;
    const notify = () => {
      isFolderChanged = true;
    };
    const unfollow = await content.followFolder(bundle, notify, signal).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (!unfollow) {
      // The folder is gone. The visitor learns why from the next request.
      yield write({ id: span.start, event: 'changed', data: {} });
      return;
    }
    const takeFolderChange = () => {
      const isChanged = isFolderChanged;
      isFolderChanged = false;
      return isChanged;
    };
    try {
      yield* changesOf(bundle, span, takeFolderChange, signal);
    } finally {
      unfollow();
    }
  }

  async function* changesOf(
    bundle: Bundle,
    { start, endsAt }: Span,
    takeFolderChange: () => boolean,
    signal: AbortSignal,
  ) {
    let last = start;
    let isComplete = false;
    let quietUntil = clock.now().getTime() + QUIET_MS;
    yield ': following\n\n';
    while (clock.now().getTime() < endsAt) {
      const revisions = await poll();
      if (signal.aborted) return;
      const now = revisions.get(bundle.id);
      // A change of the bundle itself ends its grants, and so does its end.
      if (!now || now.updatedAt.getTime() !== bundle.updatedAt.getTime()) {
        yield write({ id: last, event: 'changed', data: {} });
        return;
      }
      if (now.expiresAt !== null && now.expiresAt <= clock.now()) return;
      const events = [...(await eventsSince(now, last))];
      last = now.revision;
      if (takeFolderChange()) events.push({ id: last, event: 'changed', data: {} });
      for (const event of events) yield write(event);
      if (now.state === 'complete' && !isComplete) {
        isComplete = true;
        yield write({ id: last, event: 'complete', data: {} });
      }
      if (events.length > 0) quietUntil = clock.now().getTime() + QUIET_MS;
      else if (clock.now().getTime() > quietUntil) {
        quietUntil = clock.now().getTime() + QUIET_MS;
        yield ': still here\n\n';
      }
    }
  }

  const eventsSince = async (
    { id, revision, removalRevision }: BundleRevision,
    last: number,
  ): Promise<readonly BundleEvent[]> => {
    if (revision <= last) return [];
    const changed = await items.changedSince(id, last, MAX_ITEMS + 1);
    if (changed.length > MAX_ITEMS) return [{ id: revision, event: 'changed', data: {} }];
    const events = changed.map(eventOf);
    if (removalRevision <= last) return events;
    return [...events, { id: revision, event: 'changed', data: {} }];
  };

  return {
    close: () => closing.abort(),
    /**
     * Yields the changes of a bundle as text of server-sent events, until the visitor's grant ends.
     *
     * @throws {AppError} `request.rate_limited` for too many connections
     */
    follow({ share: bundle, endsAt, lastId, source }: Follower, signal: AbortSignal) {
      const leave = limit.enter(source, signal);
      const start = lastId === undefined ? bundle.revision : Math.min(lastId, bundle.revision);
      return (async function* () {
        add(followed, bundle.id, 1);
        try {
          yield* changesWithFolder(bundle, { start, endsAt }, signal);
        } catch (error) {
          // A server that stops ends the stream, and the browser connects to another replica.
          if (!closing.signal.aborted) throw error;
        } finally {
          add(followed, bundle.id, -1);
          leave();
        }
      })();
    },
  };
}

function eventOf(item: ShareItem): BundleEvent {
  const { path, size, sent, state, modified } = presentItem(item);
  const event = state === 'stored' ? 'item' : 'progress';
  const data = { path, size, sent, state, modified: modified.toISOString() };
  return { id: item.revision, event, data };
}

function write({ id, event, data }: BundleEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

/** Interval of polls until an event has arrived, because a proxy may hold events back. */
const POLL_MS = 4_000;
/** Polls in the background of open events, in case that a proxy cuts them without a word. */
const SAFETY_POLL_MS = 30_000;
/** Minimum time between two readings, because a sender may report many files a second. */
const READ_EVERY_MS = 1_000;
const RECONNECT_MS = 30_000;
/** The server ends the events this soon after `changed` if a change of the bundle has ended the visit. */
const ENDED_WITHIN_MS = 3_000;

/** Part of an `EventSource` that is used here. */
export interface EventsOf {
  addEventListener(name: string, listener: (event: Event) => void): void;
  close(): void;
}

export interface WatchOptions {
  readonly openEvents: () => EventsOf;
  /** Names of the events after which it reads again. */
  readonly names: readonly string[];
  /** Reads what is watched again. */
  readonly read: () => Promise<unknown>;
  /**
   * Called once the visit to a bundle has ended; another request with its grant would count as a visit.
   * Without this function, ended events are opened again.
   */
  readonly onVisitEnd?: () => void;
  /** Whether it is read at intervals, too, until events arrive; default true. */
  readonly isPolled?: boolean;
  /** Interval of polls until an event has arrived, by default 4 s. */
  readonly pollMs?: number;
  /** Interval of polls in the background of open events, by default 30 s. */
  readonly safetyPollMs?: number;
}

/**
 * Reads something again whenever an event says that it has changed. Polls where events fail or do not arrive,
 * unless it must not.
 * The event `following` says only that events arrive.
 *
 * @returns a function that ends it
 */
export function watchChanges(options: WatchOptions): () => void {
  const { openEvents, names, read, onVisitEnd, isPolled = true } = options;
  const { pollMs = POLL_MS, safetyPollMs = SAFETY_POLL_MS } = options;
  let events: EventsOf | null = null;
  let reading: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof setTimeout> | undefined;
  let reconnect: ReturnType<typeof setTimeout> | undefined;
  /** Whether the open connection has brought an event. */
  let isLive = false;
  let isEnded = false;

  function readSoon(): void {
    if (isEnded || reading !== undefined) return;
    reading = setTimeout(() => {
      // Ignores failures; the next event or poll reads again.
      void read()
        .catch(() => {})
        .finally(() => {
          reading = undefined;
        });
    }, READ_EVERY_MS);
  }

  function pollIn(ms: number): void {
    clearTimeout(poll);
    if (isEnded || !isPolled) return;
    poll = setTimeout(() => {
      readSoon();
      pollIn(isLive ? safetyPollMs : pollMs);
    }, ms);
  }

  function connect(): void {
    const opened = openEvents();
    let changedAtMs = Number.NEGATIVE_INFINITY;
    events = opened;
    for (const name of ['following', ...names]) {
      opened.addEventListener(name, () => {
        isLive = true;
        if (name === 'changed') changedAtMs = Date.now();
        if (name !== 'following') readSoon();
        pollIn(safetyPollMs);
      });
    }
    opened.addEventListener('error', () => {
      opened.close();
      if (events !== opened || isEnded) return;
      if (onVisitEnd && Date.now() - changedAtMs < ENDED_WITHIN_MS) {
        end();
        onVisitEnd();
        return;
      }
      events = null;
      // It may be gone for this caller: the server ends the events then.
      if (isLive && isPolled) readSoon();
      isLive = false;
      pollIn(pollMs);
      // Its own reconnection would never end where the server refuses the events.
      reconnect = setTimeout(connect, RECONNECT_MS);
    });
  }

  function end(): void {
    isEnded = true;
    events?.close();
    clearTimeout(reading);
    clearTimeout(poll);
    clearTimeout(reconnect);
  }

  connect();
  pollIn(2 * pollMs);
  return end;
}

import { useEffect, useSyncExternalStore } from 'react';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession, subscribeToSession } from '#shared/session/session-store.ts';

/** How long changes are collected before the store is read again. */
const READ_AFTER_MS = 200;

/** The uploads that a reload, a crash or a log-out has interrupted, as a list that components follow. */
export interface PendingStore<Pending> {
  /** Reads again, in a moment, what can be resumed. */
  readSoon: () => void;
  /** Takes one off, which has been resumed or given up. */
  drop: (given: Pending) => void;
  use: () => readonly Pending[];
}

/** `find` says what of the present user can be resumed, and no tab is about. */
export function createPendingStore<Pending>(
  find: () => Promise<readonly Pending[]>,
): PendingStore<Pending> {
  let pending: readonly Pending[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let owner = ownerOf(getSession());
  const listeners = new Set<() => void>();

  function set(next: readonly Pending[]): void {
    if (next.length === 0 && pending.length === 0) return;
    pending = next;
    for (const listener of listeners) listener();
  }

  // Hides uploads of other users at once.
  subscribeToSession((session) => {
    const next = ownerOf(session);
    if (next === owner) return;
    owner = next;
    set([]);
  });

  async function read(): Promise<void> {
    timer = undefined;
    const asked = owner;
    // A store that fails has nothing to resume, as for the engine.
    const found = await find().catch(() => []);
    if (asked === owner) set(found);
  }

  function readSoon(): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => void read(), READ_AFTER_MS);
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function use(): readonly Pending[] {
    useEffect(() => {
      readSoon();
      // Another tab may have ended its own in the meantime.
      window.addEventListener('focus', readSoon);
      return () => window.removeEventListener('focus', readSoon);
    }, []);
    return useSyncExternalStore(subscribe, () => pending);
  }

  return { readSoon, drop: (given) => set(pending.filter((each) => each !== given)), use };
}

import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { createOwnedAtom } from '#shared/session/owned-atom.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';

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
  const pending = createOwnedAtom<readonly Pending[]>(() => []);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    timer = undefined;
    const owner = ownerOf(getSession());
    // A store that fails has nothing to resume, as for the engine.
    const found = await find().catch(() => []);
    if (owner !== ownerOf(getSession())) return;
    if (found.length > 0 || pending.get().length > 0) pending.set(found);
  }

  function readSoon(): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => void read(), READ_AFTER_MS);
  }

  function use(): readonly Pending[] {
    useEffect(() => {
      readSoon();
      // Another tab may have ended its own in the meantime.
      window.addEventListener('focus', readSoon);
      return () => window.removeEventListener('focus', readSoon);
    }, []);
    return useSelector(pending);
  }

  const drop = (given: Pending) => pending.set((all) => all.filter((each) => each !== given));
  return { readSoon, drop, use };
}

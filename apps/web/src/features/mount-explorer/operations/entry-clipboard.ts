import { useSyncExternalStore } from 'react';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession, subscribeToSession } from '#shared/session/session-store.ts';

/** Entries that were cut or copied, to be put somewhere else. */
export interface CutOrCopied {
  readonly paths: readonly string[];
  readonly mountId: string | undefined;
  /** Cut ones leave where they are once they are put elsewhere. */
  readonly isMove: boolean;
}

let held: CutOrCopied | null = null;
let owner = ownerOf(getSession());
const listeners = new Set<() => void>();

export const entryClipboard = {
  get: () => held,
  set(next: CutOrCopied | null): void {
    held = next;
    for (const listener of listeners) listener();
  },
};

export function useEntryClipboard(): CutOrCopied | null {
  return useSyncExternalStore(subscribe, entryClipboard.get);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// The next one to log in may not even know these names.
subscribeToSession((session) => {
  const next = ownerOf(session);
  if (next === owner) return;
  owner = next;
  entryClipboard.set(null);
});

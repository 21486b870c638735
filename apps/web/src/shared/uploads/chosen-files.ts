import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession, subscribeToSession } from '#shared/session/session-store.ts';
import type { ChosenFile } from './dropped-files.ts';

/** One of the files that wait. */
export interface WaitingFile extends ChosenFile {
  readonly id: string;
}

let chosen: readonly WaitingFile[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
let owner = ownerOf(getSession());

function set(next: readonly WaitingFile[]): void {
  chosen = next;
  for (const listener of listeners) listener();
}

/** The files that wait on the upload page to be uploaded. They are there after a visit elsewhere, too. */
export const chosenFiles = {
  all: () => chosen,
  add(added: readonly ChosenFile[]): void {
    const waiting = added.map((each) => {
      lastId += 1;
      return { ...each, id: String(lastId) };
    });
    set([...chosen, ...waiting]);
  },
  remove: (removed: WaitingFile) => set(chosen.filter((each) => each !== removed)),
  clear: () => set([]),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

// Clears the list when another user logs in.
subscribeToSession((session) => {
  const next = ownerOf(session);
  if (next === '' || next === owner) return;
  owner = next;
  set([]);
});

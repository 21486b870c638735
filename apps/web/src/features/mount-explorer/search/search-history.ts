import { useSyncExternalStore } from 'react';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession, subscribeToSession } from '#shared/session/session-store.ts';
import { readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';

/** CONTRACT F11. */
const KEY = 'fileSearchHistory';
const MAX_ENTRIES = 10;

let history: readonly string[] = read();
let owner = ownerOf(getSession());
const listeners = new Set<() => void>();

function set(next: readonly string[]): void {
  history = next;
  writeStored(KEY, next.length > 0 ? JSON.stringify(next) : null);
  for (const listener of listeners) listener();
}

/** Recent searches of this browser, newest first. */
export const searchHistory = {
  get: () => history,
  add: (words: string) =>
    set([words, ...history.filter((each) => each !== words)].slice(0, MAX_ENTRIES)),
  clear: () => set([]),
};

export function useSearchHistory(): readonly string[] {
  return useSyncExternalStore(subscribe, searchHistory.get);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): readonly string[] {
  const stored = readStoredJson(KEY);
  if (!Array.isArray(stored)) return [];
  return stored.filter((each): each is string => typeof each === 'string').slice(0, MAX_ENTRIES);
}

// Clears the history when another user logs in.
subscribeToSession((session) => {
  const next = ownerOf(session);
  if (next === owner) return;
  owner = next;
  searchHistory.clear();
});

import { createAtom } from '@tanstack/react-store';
import { onOwnerChange } from '#shared/session/owned-atom.ts';
import { readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';

/** Storage key of the searches (CONTRACT F11). */
const KEY = 'fileSearchHistory';
const MAX_ENTRIES = 10;

/** Recent searches of this browser, newest first. */
export const searchHistory = createAtom(read());

searchHistory.subscribe((history) => {
  writeStored(KEY, history.length > 0 ? JSON.stringify(history) : null);
});

export function addSearch(words: string): void {
  searchHistory.set((history) =>
    [words, ...history.filter((each) => each !== words)].slice(0, MAX_ENTRIES),
  );
}

export function clearSearches(): void {
  searchHistory.set([]);
}

onOwnerChange(clearSearches);

function read(): readonly string[] {
  const stored = readStoredJson(KEY);
  if (!Array.isArray(stored)) return [];
  return stored.filter((each): each is string => typeof each === 'string').slice(0, MAX_ENTRIES);
}

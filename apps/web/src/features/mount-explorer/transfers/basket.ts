import { useSyncExternalStore } from 'react';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession, subscribeToSession } from '#shared/session/session-store.ts';
import { readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';
import { askToPack } from './pack-request.ts';

let owner = ownerOf(getSession());
let paths = read();
const listeners = new Set<() => void>();

/** Each user has a basket, so that nobody sees what another has collected. */
function storedAs(): string {
  return `satchel-basket-${owner}`;
}

function read(): readonly string[] {
  const stored = readStoredJson(storedAs());
  return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : [];
}

function show(next: readonly string[]): void {
  paths = next;
  for (const listener of listeners) listener();
}

function set(next: readonly string[]): void {
  show(next);
  writeStored(storedAs(), next.length > 0 ? JSON.stringify(next) : null);
}

subscribeToSession((session) => {
  const next = ownerOf(session);
  if (next === owner) return;
  owner = next;
  show(read());
});

// Another tab has put something in or taken it out.
window.addEventListener('storage', ({ key }) => {
  if (key === storedAs()) show(read());
});

/** Entries collected from any directories and mounts, to be downloaded together. */
export const basket = {
  add: (added: readonly string[]) => set([...new Set([...paths, ...added])]),
  remove: (removed: readonly string[]) => set(paths.filter((path) => !removed.includes(path))),
};

/** The paths in it, in the order in which they were put in. */
export function useBasket(): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => paths,
  );
}

/** Downloads files and folders as one archive, after telling how large that will be. */
export function downloadPacked(chosen: readonly string[]): void {
  askToPack(chosen);
}

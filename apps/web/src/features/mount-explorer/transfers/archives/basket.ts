import { createAtom } from '@tanstack/react-store';
import { createOwnedAtom } from '#shared/session/owned-atom.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';
import { readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';

/** Paths from any directories and mounts that the user collects for one download, in the order of adding. */
export const basket = createOwnedAtom(read);

/**
 * Paths that await the user's confirmation before they are packed and downloaded; null if there is no
 * question.
 */
export const packRequest = createAtom<readonly string[] | null>(null);

export function addToBasket(added: readonly string[]): void {
  store([...new Set([...basket.get(), ...added])]);
}

export function removeFromBasket(removed: readonly string[]): void {
  store(basket.get().filter((path) => !removed.includes(path)));
}

function store(paths: readonly string[]): void {
  basket.set(paths);
  writeStored(keyOf(ownerOf(getSession())), paths.length > 0 ? JSON.stringify(paths) : null);
}

function read(owner: string): readonly string[] {
  const stored = readStoredJson(keyOf(owner));
  return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : [];
}

/** Storage key of the user's basket, so that users of one browser do not see each other's baskets. */
function keyOf(owner: string): string {
  return `satchel-basket-${owner}`;
}

// Follows changes by other tabs.
window.addEventListener('storage', ({ key }) => {
  const owner = ownerOf(getSession());
  if (key === keyOf(owner)) basket.set(read(owner));
});

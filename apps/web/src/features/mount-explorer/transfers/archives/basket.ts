import { createAtom } from '@tanstack/react-store';
import { createOwnedAtom } from '#shared/session/owned-atom.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';
import { readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';

/** Paths from any directories and mounts, to be downloaded together, in the order they were added. */
export const basket = createOwnedAtom(read);

/** Paths that the user is asked about before they are packed and downloaded; null while nothing is asked. */
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

/** Each user has a basket, so that nobody sees what another has collected. */
function keyOf(owner: string): string {
  return `satchel-basket-${owner}`;
}

// Another tab has put something in or taken it out.
window.addEventListener('storage', ({ key }) => {
  const owner = ownerOf(getSession());
  if (key === keyOf(owner)) basket.set(read(owner));
});

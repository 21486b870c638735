import { createAtom } from '@tanstack/react-store';
import { createStoredAtom } from '#shared/session/stored-atom.ts';

const stored = createStoredAtom('satchel-basket', (paths): readonly string[] =>
  Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [],
);

/** Paths from any directories and mounts that the user collects for one download, in the order of adding. */
export const basket = stored.atom;

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
  stored.store(paths.length > 0 ? paths : null);
}

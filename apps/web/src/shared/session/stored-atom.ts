import type { Atom } from '@tanstack/react-store';
import { readStoredJson, writeStored } from '#shared/storage/browser-storage.ts';
import { createOwnedAtom } from './owned-atom.ts';
import { ownerOf } from './session-owner.ts';
import { getSession } from './session-store.ts';

/** State of the current user in localStorage. */
export interface StoredAtom<Value> {
  /** For `useSelector`; set it by `store` only. */
  readonly atom: Atom<Value>;
  /** Sets the value and stores it; null removes it. */
  readonly store: (value: Value | null) => void;
}

/**
 * Creates state that survives a reload and follows changes by other tabs. Each user of the browser has a
 * separate one.
 *
 * @param name first part of the storage key
 * @param parse checks the stored JSON and returns the value; gets undefined if nothing is stored
 */
export function createStoredAtom<Value>(
  name: string,
  parse: (stored: unknown) => Value,
): StoredAtom<Value> {
  const keyOf = (owner: string) => `${name}-${owner}`;
  const read = (owner: string) => parse(readStoredJson(keyOf(owner)));
  const atom = createOwnedAtom(read);
  window.addEventListener('storage', ({ key }) => {
    const owner = ownerOf(getSession());
    if (key === keyOf(owner)) atom.set(() => read(owner));
  });
  return {
    atom,
    store(value) {
      writeStored(keyOf(ownerOf(getSession())), value === null ? null : JSON.stringify(value));
      atom.set(() => value ?? parse(undefined));
    },
  };
}

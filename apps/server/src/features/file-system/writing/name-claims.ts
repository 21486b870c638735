import type { Place } from '../places.ts';

/**
 * Names under which something is being put. Storages cannot all be told to write only where nothing
 * is, and of two that look at the same time both find a name free: the second would replace what the
 * first was told is stored (SECURITY 12). Each process knows its own.
 */
export interface NameClaims {
  /** Undefined where somebody has the name already. Disposed of to give it back. */
  claim(place: Pick<Place, 'storage' | 'key'>): Disposable | undefined;
}

export function createNameClaims(): NameClaims {
  const claimed = new Set<string>();
  return {
    claim({ storage, key }) {
      const name = `${storage.config.id}\n${key}`;
      if (claimed.has(name)) return undefined;
      claimed.add(name);
      return { [Symbol.dispose]: () => void claimed.delete(name) };
    },
  };
}

import { useSyncExternalStore } from 'react';

let request: readonly string[] | null = null;
const listeners = new Set<() => void>();

/** Opens the question whether these are to be packed; null closes it. */
export function askToPack(paths: readonly string[] | null): void {
  request = paths;
  for (const listener of listeners) listener();
}

export function usePackRequest(): readonly string[] | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => request,
  );
}

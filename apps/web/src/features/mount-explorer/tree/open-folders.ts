import { useSyncExternalStore } from 'react';

let open: ReadonlySet<string> = new Set(['/']);
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Folders of the tree that are expanded in this tab. */
export const openFolders = {
  add(paths: readonly string[]): void {
    if (paths.some((path) => !open.has(path))) set(new Set([...open, ...paths]));
  },
  remove: (path: string) => set(new Set([...open].filter((each) => each !== path))),
};

export function useIsFolderOpen(path: string): boolean {
  return useSyncExternalStore(subscribe, () => open.has(path));
}

export function useOpenFolders(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => open);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

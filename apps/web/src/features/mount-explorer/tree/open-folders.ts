import { createOwnedAtom } from '#shared/session/owned-atom.ts';

/** Folders of the tree that are expanded in this tab. */
export const openFolders = createOwnedAtom<ReadonlySet<string>>(() => new Set(['/']));

export function expandFolders(paths: readonly string[]): void {
  openFolders.set((open) =>
    paths.every((path) => open.has(path)) ? open : new Set([...open, ...paths]),
  );
}

export function collapseFolder(path: string): void {
  openFolders.set((open) => new Set([...open].filter((each) => each !== path)));
}

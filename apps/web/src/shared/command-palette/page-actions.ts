import type { Command } from '@satchel/ui/overlays/command-palette';
import { createAtom } from '@tanstack/react-store';
import { useEffect } from 'react';

/** A shortcut of the current page, for the list of shortcuts. */
export interface PageShortcut {
  readonly key: string;
  readonly label: string;
  readonly shortcut: string;
}

/** Actions that a page adds to the palette and to the list of shortcuts. */
export interface PageActions {
  /** Heading of its shortcuts. */
  readonly name: string;
  /** Actions that are available now; called when the palette opens. */
  readonly commands: () => readonly Command[];
  readonly shortcuts: () => readonly PageShortcut[];
}

/** Actions of the current page; null if it has none. */
export const pageActions = createAtom<PageActions | null>(null);

/** Offers the actions of a page while it is mounted. */
export function usePageActions(actions: PageActions): void {
  // Runs after each render, because the actions depend on the current selection.
  useEffect(() => pageActions.set(actions));
  useEffect(() => () => pageActions.set(null), []);
}

import type { Command } from '@satchel/ui/overlays/command-palette';
import { createAtom } from '@tanstack/react-store';
import { useEffect } from 'react';

/** A key of the page that is shown, for the list of shortcuts. */
export interface PageShortcut {
  readonly key: string;
  readonly label: string;
  readonly shortcut: string;
}

/** Actions that a page adds to the palette and to the list of shortcuts. */
export interface PageActions {
  /** Actions that make sense now; asked for when the palette opens. */
  readonly commands: () => readonly Command[];
  readonly shortcuts: () => readonly PageShortcut[];
}

/** Actions of the page that is shown; null where it has none. */
export const pageActions = createAtom<PageActions | null>(null);

/** Offers the actions of a page for as long as it is shown. */
export function usePageActions(actions: PageActions): void {
  // After each render, because the actions are for what is selected by then.
  useEffect(() => pageActions.set(actions));
  useEffect(() => () => pageActions.set(null), []);
}

import { createAtom } from '@tanstack/react-store';
import type { Entry } from '../queries.ts';

/** A question or form of the explorer. */
export type ExplorerDialog =
  | { readonly kind: 'folder' | 'text' }
  | { readonly kind: 'copy' | 'move' | 'share'; readonly entries: readonly Entry[] }
  | { readonly kind: 'delete'; readonly paths: readonly string[] }
  | { readonly kind: 'properties'; readonly entry: Entry };

/** The dialog that is open. */
export const explorerDialog = createAtom<ExplorerDialog | null>(null);

/** Path of the entry whose name the user edits in the list. */
export const renamingPath = createAtom<string | null>(null);

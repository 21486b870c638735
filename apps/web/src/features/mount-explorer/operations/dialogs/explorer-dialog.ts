import { createAtom } from '@tanstack/react-store';
import type { Entry } from '../../queries.ts';

/** A question or form of the explorer. */
export type ExplorerDialog =
  | { readonly kind: 'folder' | 'text' }
  | { readonly kind: 'copy' | 'move' | 'share'; readonly entries: readonly Entry[] }
  | { readonly kind: 'delete'; readonly paths: readonly string[] }
  | { readonly kind: 'properties'; readonly entry: Entry };

/** The dialog that is open. */
export const explorerDialog = createAtom<ExplorerDialog | null>(null);

/** Name that the user edits in the list. */
export interface Renaming {
  readonly path: string;
  readonly name: string;
  /** Selected characters of the field, once it had the focus. */
  readonly selection?: readonly [start: number, end: number];
}

/** Name that the user edits. It outlives its field, which is mounted again where a refresh moves its row. */
export const renaming = createAtom<Renaming | null>(null);

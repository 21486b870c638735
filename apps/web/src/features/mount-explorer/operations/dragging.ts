import type { DragEvent } from 'react';
import { isBelow, parentOf, plainPath } from '../entry-path.ts';

const ENTRIES_TYPE = 'application/x-satchel-entries';

/** The entries that are dragged. Kept here, because a page may not read them before they are dropped. */
export interface Dragged {
  readonly paths: readonly string[];
  readonly mountId: string | undefined;
}

let dragged: Dragged | null = null;

export function beginDrag(transfer: DataTransfer, entries: Dragged): void {
  dragged = entries;
  // With data of a type that nobody else knows, so that a text field does not take it for text.
  transfer.setData(ENTRIES_TYPE, JSON.stringify(entries.paths));
  transfer.effectAllowed = 'copyMove';
  // Not by the element's own event, because it may be scrolled away by then.
  const end = () => {
    dragged = null;
    window.removeEventListener('dragend', end, true);
    window.removeEventListener('drop', endLater, true);
  };
  const endLater = () => setTimeout(end);
  window.addEventListener('dragend', end, true);
  window.addEventListener('drop', endLater, true);
}

/** Kind of the dragged content: files from outside, entries of the explorer, or neither (null). */
export function draggedOver(event: Pick<DragEvent, 'dataTransfer'>): Dragged | 'files' | null {
  const { types } = event.dataTransfer;
  if (types.includes(ENTRIES_TYPE)) return dragged;
  return types.includes('Files') ? 'files' : null;
}

/** Whether entries can be moved to a directory: not into themselves, nor to where they are already. */
export function canTake(directory: string, paths: readonly string[]): boolean {
  const isSomewhereElse = paths.some((path) => parentOf(path) !== plainPath(directory));
  return isSomewhereElse && !isIntoItself(directory, paths);
}

/** Whether a directory lies in one of the entries, or is one of them. */
export function isIntoItself(directory: string, paths: readonly string[]): boolean {
  return paths.some((path) => path.endsWith('/') && isBelow(path, directory));
}

import type { DragEvent } from 'react';
import { isBelow, parentOf, plainPath } from '../entry-path.ts';

const ENTRIES_TYPE = 'application/x-satchel-entries';

/** The dragged entries, in a variable because the browser hides the data of a drag until the drop. */
export interface Dragged {
  readonly paths: readonly string[];
  readonly mountId: string | undefined;
}

let dragged: Dragged | null = null;

export function beginDrag(transfer: DataTransfer, entries: Dragged): void {
  dragged = entries;
  // A custom data type, so that text fields do not accept the drop as text.
  transfer.setData(ENTRIES_TYPE, JSON.stringify(entries.paths));
  transfer.effectAllowed = 'copyMove';
  // Listens on the window, because the list may have removed the dragged row by the time the drag ends.
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

/** Whether entries can move to a directory. Refuses their own subfolders and the directory they are in. */
export function canTake(directory: string, paths: readonly string[]): boolean {
  const isSomewhereElse = paths.some((path) => parentOf(path) !== plainPath(directory));
  return isSomewhereElse && !isIntoItself(directory, paths);
}

/** Whether a directory is one of the entries or lies below one. */
export function isIntoItself(directory: string, paths: readonly string[]): boolean {
  return paths.some((path) => path.endsWith('/') && isBelow(path, directory));
}

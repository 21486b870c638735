import { filesOfInput } from '@satchel/multipart-uploader/drop';
import { dismissToast, showToast } from '@satchel/ui/feedback/toast-store';
import { useSelector } from '@tanstack/react-store';
import i18next from 'i18next';
import { createOwnedAtom } from '#shared/session/owned-atom.ts';
import { canOutliveThePage } from '#shared/undo/undoable-deletions.ts';
import { chooseFiles } from '#shared/uploads/choosing/choose-files.ts';
import type { Entry } from '../../queries.ts';
import { addToBasket, basket, packRequest } from '../../transfers/archives/basket.ts';
import { copyInto } from '../../transfers/copies/copy-entries.ts';
import { offerDeletion } from '../../transfers/delete-entries.ts';
import { uploadInto } from '../../transfers/uploads/upload-entries.ts';
import { neighbourOf, revealEntries } from '../../views/revealed-entries.ts';
import { explorerDialog } from '../dialogs/explorer-dialog.ts';
import { downloadEntry } from '../entry-links.ts';

/** Entries of one mount, or of several if `mountId` is undefined. */
export interface ChosenEntries {
  readonly chosen: readonly Entry[];
  readonly mountId: string | undefined;
}

/** Says that entries are cut or copied, until they are pasted. */
const CLIPBOARD_TOAST = 'entry-clipboard';

const pathsOf = (entries: readonly Entry[]) => entries.map(({ path }) => path);

/** Entries that the user has cut or copied, to be pasted elsewhere. */
export interface CutOrCopied {
  readonly paths: readonly string[];
  readonly mountId: string | undefined;
  /** Whether a paste removes them from their directory. */
  readonly isMove: boolean;
}

export const entryClipboard = createOwnedAtom<CutOrCopied | null>(() => null);

/** Whether an entry is cut, and moves with the next paste. */
export function useIsCut(path: string): boolean {
  return useSelector(entryClipboard, (held) => held?.isMove === true && held.paths.includes(path));
}

export function cutEntries(given: ChosenEntries): void {
  hold(given, true);
}

export function copyEntries(given: ChosenEntries): void {
  hold(given, false);
}

function hold({ chosen, mountId }: ChosenEntries, isMove: boolean): void {
  if (chosen.length === 0) return;
  entryClipboard.set({ paths: pathsOf(chosen), mountId, isMove });
  const count = chosen.length;
  const sentence = isMove
    ? i18next.t('explorer:clipboard.cut', { count })
    : i18next.t('explorer:clipboard.copied', { count });
  showToast('info', sentence, { id: CLIPBOARD_TOAST });
}

/** Pastes the cut or copied entries into a directory. */
export function pasteInto(directory: string): void {
  const held = entryClipboard.get();
  if (!held) return;
  dismissToast(CLIPBOARD_TOAST);
  copyInto(directory, held.paths, { isMove: held.isMove });
  // Cut entries have moved, so they cannot be pasted again; copied ones can.
  if (held.isMove) entryClipboard.set(null);
}

/**
 * Deletes entries with an offer to undo. Asks for confirmation first if there are too many to undo.
 *
 * @param listed all visible entries; the neighbour of the deleted ones takes the focus
 */
export function removeEntries(entries: readonly Entry[], listed: readonly Entry[]): void {
  const paths = pathsOf(entries);
  if (paths.length === 0) return;
  if (!canOutliveThePage(paths)) {
    explorerDialog.set({ kind: 'delete', paths });
    return;
  }
  const neighbour = neighbourOf(listed, new Set(paths));
  const [first] = entries;
  offerDeletion(paths, () => revealEntries(paths), entries.length === 1 ? first?.etag : undefined);
  if (neighbour) revealEntries([neighbour.path], { isSelected: false });
}

/** Downloads one file as it is, and several entries or a folder as an archive. */
export function downloadEntries(entries: readonly Entry[]): void {
  const [first] = entries;
  if (entries.length === 1 && first && !first.isDirectory) void downloadEntry(first.path);
  else if (first) packRequest.set(pathsOf(entries));
}

export function basketEntries(entries: readonly Entry[]): void {
  addToBasket(pathsOf(entries));
  const words = i18next.t('explorer:basket.added', { count: basket.get().length });
  showToast('success', words, { id: 'basket' });
}

/** Lets the user choose files or a folder, and uploads them. */
export function chooseUploads(directory: string, { isFolder }: { isFolder: boolean }): void {
  chooseFiles((files) => uploadInto(directory, filesOfInput(files)), { isFolder });
}

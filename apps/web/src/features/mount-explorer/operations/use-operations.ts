import { showToast } from '@satchel/ui/toast-store';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { canOutliveThePage } from '#shared/undo/undoable-deletions.ts';
import type { ChosenFile } from '#shared/uploads/dropped-files.ts';
import { useRenameEntry } from '../mutations.ts';
import type { Entry } from '../queries.ts';
import { addToBasket } from '../transfers/basket.ts';
import { copyInto } from '../transfers/copy-entries.ts';
import { offerDeletion } from '../transfers/delete-entries.ts';
import { packRequest } from '../transfers/pack-request.ts';
import { uploadInto } from '../transfers/upload-entries.ts';
import { entryClipboard } from './entry-clipboard.ts';
import { copyEntryLink, downloadEntry } from './entry-links.ts';
import { OperationFailure } from './finish-operation.ts';

/** Open dialog of the explorer. */
export type ExplorerDialog =
  | { readonly kind: 'folder' | 'text' }
  | { readonly kind: 'copy' | 'move'; readonly entries: readonly Entry[] }
  | { readonly kind: 'delete'; readonly paths: readonly string[] }
  | { readonly kind: 'share' | 'properties'; readonly entry: Entry };

/** Actions on entries. `Abilities` says which of them the user may take. */
export interface Operations {
  readonly dialog: ExplorerDialog | null;
  ask: (dialog: ExplorerDialog | null) => void;
  /** The path of the entry whose name is being changed. */
  readonly renaming: string | null;
  startRename: (entry: Entry | null) => void;
  rename: (entry: Entry, name: string) => void;
  cut: (entries: readonly Entry[]) => void;
  copy: (entries: readonly Entry[]) => void;
  /** Puts what was cut or copied into a directory. */
  paste: (directory: string) => void;
  transfer: (directory: string, paths: readonly string[], how: { isMove: boolean }) => void;
  /** @param emptyFolders below the directory, made beside those in which files come */
  upload: (
    directory: string,
    files: readonly ChosenFile[],
    emptyFolders?: readonly string[],
  ) => void;
  remove: (entries: readonly Entry[]) => void;
  download: (entries: readonly Entry[]) => void;
  addToBasket: (entries: readonly Entry[]) => void;
  copyLink: (entry: Entry) => void;
}

const pathsOf = (entries: readonly Entry[]) => entries.map(({ path }) => path);

export function useOperations(directory: string, mountId: string | undefined): Operations {
  const { t } = useTranslation('explorer');
  const [dialog, ask] = useState<ExplorerDialog | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const renameEntry = useRenameEntry(directory);

  function hold(entries: readonly Entry[], isMove: boolean): void {
    if (entries.length === 0) return;
    entryClipboard.set({ paths: pathsOf(entries), mountId, isMove });
    showToast('info', t(isMove ? 'clipboard.cut' : 'clipboard.copied', { count: entries.length }), {
      id: 'entry-clipboard',
    });
  }

  return {
    dialog,
    ask,
    renaming,
    startRename: (entry) => setRenaming(entry?.path ?? null),
    rename(entry, name) {
      setRenaming(null);
      if (name === entry.name) return;
      renameEntry.mutate(
        { entry, name },
        {
          onError: (error) =>
            error instanceof OperationFailure
              ? showToast('error', error.message)
              : showErrorToast(error),
          onSuccess: () =>
            showToast('success', t('rename.done', { name: plainName(name) }), { id: 'renamed' }),
        },
      );
    },
    cut: (entries) => hold(entries, true),
    copy: (entries) => hold(entries, false),
    paste(target) {
      const held = entryClipboard.get();
      if (!held) return;
      copyInto(target, held.paths, { isMove: held.isMove });
      // Cut entries have moved, so they cannot be pasted again; copied ones can.
      if (held.isMove) entryClipboard.set(null);
    },
    transfer: copyInto,
    upload: (target, files, emptyFolders = []) =>
      uploadInto(target, files, { conflict: 'ask', emptyFolders }),
    remove(entries) {
      const paths = pathsOf(entries);
      if (!canOutliveThePage(paths)) ask({ kind: 'delete', paths });
      else if (paths.length > 0) offerDeletion(paths);
    },
    download(entries) {
      const [first] = entries;
      if (entries.length === 1 && first && !first.isDirectory) void downloadEntry(first.path);
      else if (first) packRequest.set(pathsOf(entries));
    },
    addToBasket(entries) {
      addToBasket(pathsOf(entries));
      showToast('success', t('basket.added', { count: entries.length }), { id: 'basket' });
    },
    copyLink: ({ path }) => void copyEntryLink(path),
  };
}

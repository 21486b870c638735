import { showToast } from '@satchel/ui/feedback/toast-store';
import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { useHeldState } from '#shared/unsaved/use-held-state.ts';
import { EntryDetails } from '../../details/entry-details.tsx';
import { nameOf, parentOf, plainPath } from '../../entry-path.ts';
import { useListing, usePlace } from '../../explorer-context.ts';
import type { Entry } from '../../queries.ts';
import { entryDeletions } from '../../transfers/delete-entries.ts';
import { explorerDialog, renaming } from './explorer-dialog.ts';

const NewEntryDialog = lazyPart(() =>
  import('./new-entry-dialog.tsx').then((module) => module.NewEntryDialog),
);
const FolderPicker = lazyPart(() =>
  import('./folder-picker.tsx').then((module) => module.FolderPicker),
);
const ShareEntriesSheet = lazyPart(() =>
  import('../sharing/share-entries-sheet.tsx').then((module) => module.ShareEntriesSheet),
);

/** The open dialog, if any. */
export function ExplorerDialogs() {
  const { path } = usePlace();
  useEffect(
    () => () => {
      explorerDialog.set(null);
      renaming.set(null);
    },
    [],
  );
  useGoneEntry();
  return <OpenDialog key={path} />;
}

/** Ends the renaming of an entry that somebody else has deleted or moved, and says so: its field is gone. */
function useGoneEntry(): void {
  const { t } = useTranslation('explorer');
  const { path } = usePlace();
  const { directory } = useListing();
  const edited = useSelector(renaming);
  const isGone =
    edited !== null &&
    plainPath(parentOf(edited.path)) === plainPath(path) &&
    directory.isComplete &&
    !directory.entries?.some((entry) => entry.path === edited.path);
  useEffect(() => {
    if (!isGone) return;
    const name = plainName(nameOf(renaming.get()?.path ?? ''));
    renaming.set(null);
    showToast('info', t('rename.gone', { name }));
  }, [isGone, t]);
}

/** The dialog of a folder, which is open again after the login that follows an expired session. */
function OpenDialog() {
  const dialog = useSelector(explorerDialog);
  const edited = useSelector(renaming);
  const {
    value: held,
    setValue: hold,
    isHeld,
  } = useHeldState('dialog', () => ({ dialog, edited }));
  const [opened] = useState(held);
  const onClose = () => explorerDialog.set(null);
  useEffect(() => {
    if (!isHeld) return;
    explorerDialog.set(opened.dialog);
    renaming.set(opened.edited);
  }, [isHeld, opened]);
  useEffect(() => hold({ dialog, edited }), [dialog, edited, hold]);
  switch (dialog?.kind) {
    case 'folder':
    case 'text':
      return <NewEntryDialog kind={dialog.kind} onClose={onClose} />;
    case 'copy':
    case 'move':
      return (
        <FolderPicker isMove={dialog.kind === 'move'} entries={dialog.entries} onClose={onClose} />
      );
    case 'delete':
      return <DeleteDialog paths={dialog.paths} onClose={onClose} />;
    case 'share':
      return <ShareEntriesSheet entries={dialog.entries} onClose={onClose} />;
    case 'properties':
      return <PropertiesDialog entry={dialog.entry} onClose={onClose} />;
    case undefined:
      return null;
  }
}

/** Asks for confirmation when there are too many entries to undo their deletion. */
function DeleteDialog({ paths, onClose }: { paths: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(['transfers', 'shell']);
  return (
    <ConfirmDialog
      isDangerous
      title={t('delete.askTitle', { count: paths.length })}
      description={t('delete.askDescription')}
      confirmLabel={t('shell:actions.delete')}
      onCancel={onClose}
      onConfirm={() => {
        entryDeletions.make({ scope: '', ids: paths });
        onClose();
      }}
    />
  );
}

/** Properties of an entry, opened from its menu. It is the only way to see them on phones. */
function PropertiesDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { t } = useTranslation('explorer');
  return (
    <SideSheet onClose={onClose} title={t('details.title')}>
      <EntryDetails entry={entry} />
    </SideSheet>
  );
}

import { useSelector } from '@tanstack/react-store';
import { useEffect } from 'react';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { explorerDialog, renamingPath } from './explorer-dialog.ts';

const NewEntryDialog = lazyPart(() =>
  import('./new-entry-dialog.tsx').then((module) => module.NewEntryDialog),
);
const FolderPicker = lazyPart(() =>
  import('./folder-picker.tsx').then((module) => module.FolderPicker),
);
const ShareEntrySheet = lazyPart(() =>
  import('./share-entry-sheet.tsx').then((module) => module.ShareEntrySheet),
);
const PropertiesDialog = lazyPart(() =>
  import('../details/properties-dialog.tsx').then((module) => module.PropertiesDialog),
);

const DeleteDialog = lazyPart(() =>
  import('./delete-dialog.tsx').then((module) => module.DeleteDialog),
);

/** The question that is open, if any. */
export function ExplorerDialogs() {
  const dialog = useSelector(explorerDialog);
  const onClose = () => explorerDialog.set(null);
  useEffect(
    () => () => {
      explorerDialog.set(null);
      renamingPath.set(null);
    },
    [],
  );
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
      return <ShareEntrySheet entry={dialog.entry} onClose={onClose} />;
    case 'properties':
      return <PropertiesDialog entry={dialog.entry} onClose={onClose} />;
    case undefined:
      return null;
  }
}

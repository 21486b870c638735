import { Menu } from '@satchel/ui/menu';
import { Toolbar, ToolbarButton } from '@satchel/ui/toolbar';
import { useSelector } from '@tanstack/react-store';
import { ClipboardPaste, Ellipsis, FolderPlus, Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useExplorer } from '../explorer-context.ts';
import { entryClipboard } from '../operations/entry-clipboard.ts';
import { useDirectoryActions } from '../operations/use-directory-actions.ts';
import { useDirectoryMenu } from '../operations/use-entry-menu.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { ViewBar } from './view-bar.tsx';

/** Toolbar with the actions for the directory or the selection, and the view options. */
export function CommandBar() {
  const { selection } = useExplorer();
  const hasSelection = selection.entries.length > 0;
  return (
    <div
      className={`flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-2 py-1 sm:px-3 ${hasSelection ? 'bg-accent-soft' : 'bg-surface'}`}
    >
      {hasSelection ? <SelectionBar /> : <DirectoryBar />}
      <ViewBar />
    </div>
  );
}

function DirectoryBar() {
  const { t } = useTranslation('explorer');
  const { path, abilities, operations } = useExplorer();
  const actions = useDirectoryActions();
  const held = useSelector(entryClipboard);
  const menu = useDirectoryMenu();
  return (
    <Toolbar label={t('actions.label')}>
      {abilities.canAdd && (
        <>
          <ToolbarButton
            label={t('actions.newFolder')}
            icon={<FolderPlus />}
            isLabelShown
            className="max-sm:hidden"
            onClick={() => operations.ask({ kind: 'folder' })}
          />
          <ToolbarButton
            label={t('actions.uploadFiles')}
            icon={<Upload />}
            isLabelShown
            onClick={actions.chooseFiles}
          />
        </>
      )}
      {held && actions.canPaste && (
        <ToolbarButton
          label={t('actions.paste', { count: held.paths.length })}
          icon={<ClipboardPaste />}
          isLabelShown
          onClick={() => operations.paste(path)}
        />
      )}
      <Menu label={t('actions.more')} icon={<Ellipsis />} items={menu} />
    </Toolbar>
  );
}

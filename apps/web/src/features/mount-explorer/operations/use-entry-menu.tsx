import type { MenuEntry } from '@satchel/ui/menu-entry';
import { useSelector } from '@tanstack/react-store';
import {
  BadgeInfo,
  ClipboardCopy,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Download,
  Eye,
  FilePlus,
  Folder,
  FolderInput,
  FolderPlus,
  PackagePlus,
  PenLine,
  RefreshCw,
  Scissors,
  Share2,
  SquareDashedMousePointer,
  Trash2,
  Upload,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { abilitiesWith } from '../abilities.ts';
import { useExplorer } from '../explorer-context.ts';
import { selectAll } from '../selection/selection.ts';
import { useUploadModeMenu } from '../transfers/upload-mode-menu.ts';
import { entryClipboard } from './entry-clipboard.ts';
import { useDirectoryActions } from './use-directory-actions.ts';

const CONTROL = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** The context menu: of what is selected, or of the directory where nothing is. */
export function useEntryMenu(): readonly MenuEntry[] {
  const { selection } = useExplorer();
  const ofSelection = useSelectionMenu();
  const ofDirectory = useDirectoryMenu();
  return selection.entries.length > 0 ? ofSelection : ofDirectory;
}

/** Menu of the selected entries. It leaves out actions that the server would refuse. */
export function useSelectionMenu(): readonly MenuEntry[] {
  const { t } = useTranslation(['explorer', 'shell']);
  const { selection, operations, abilities: here, open } = useExplorer();
  const { entries } = selection;
  const [first] = entries;
  if (!first) return [];
  const abilities = abilitiesWith(here, entries);
  const isOne = entries.length === 1;
  const isFile = isOne && !first.isDirectory;
  const isVirtual = entries.some((entry) => entry.isVirtual);
  return withoutGaps([
    isOne && {
      key: 'open',
      label: t('actions.open'),
      icon: first.isDirectory ? <Folder /> : <Eye />,
      onSelect: () => open(first),
    },
    !isVirtual && {
      key: 'download',
      label: t('shell:actions.download'),
      icon: <Download />,
      onSelect: () => operations.download(entries),
    },
    !isVirtual && {
      key: 'basket',
      label: t('actions.addToBasket'),
      icon: <PackagePlus />,
      onSelect: () => operations.addToBasket(entries),
    },
    'gap',
    abilities.canShare && {
      key: 'share',
      label: t('actions.share'),
      icon: <Share2 />,
      onSelect: () => operations.ask({ kind: 'share', entry: first }),
    },
    isFile && {
      key: 'link',
      label: t('actions.copyLink'),
      icon: <ClipboardCopy />,
      onSelect: () => operations.copyLink(first),
    },
    'gap',
    abilities.canMove && {
      key: 'cut',
      label: t('actions.cut'),
      icon: <Scissors />,
      shortcut: `${CONTROL}+X`,
      onSelect: () => operations.cut(entries),
    },
    abilities.canCopy && {
      key: 'copy',
      label: t('actions.copy'),
      icon: <Copy />,
      shortcut: `${CONTROL}+C`,
      onSelect: () => operations.copy(entries),
    },
    abilities.canCopy && {
      key: 'copyTo',
      label: t('actions.copyTo'),
      icon: <CopyPlus />,
      onSelect: () => operations.ask({ kind: 'copy', entries }),
    },
    abilities.canMove && {
      key: 'moveTo',
      label: t('actions.moveTo'),
      icon: <FolderInput />,
      onSelect: () => operations.ask({ kind: 'move', entries }),
    },
    abilities.canRename && {
      key: 'rename',
      label: t('actions.rename'),
      icon: <PenLine />,
      shortcut: 'F2',
      onSelect: () => operations.startRename(first),
    },
    'gap',
    isOne && {
      key: 'properties',
      label: t('actions.properties'),
      icon: <BadgeInfo />,
      shortcut: 'Alt+Enter',
      onSelect: () => operations.ask({ kind: 'properties', entry: first }),
    },
    abilities.canDelete && {
      key: 'delete',
      label: t('shell:actions.delete'),
      icon: <Trash2 />,
      shortcut: 'Delete',
      isDangerous: true,
      onSelect: () => operations.remove(entries),
    },
  ]);
}

/** Menu of the current directory. */
export function useDirectoryMenu(): readonly MenuEntry[] {
  const { t } = useTranslation('explorer');
  const { path, operations, abilities, entries, selection } = useExplorer();
  const actions = useDirectoryActions();
  const held = useSelector(entryClipboard);
  const uploadMode = useUploadModeMenu();
  return withoutGaps([
    abilities.canAdd && {
      key: 'folder',
      label: t('actions.newFolder'),
      icon: <FolderPlus />,
      shortcut: 'Alt+N',
      onSelect: () => operations.ask({ kind: 'folder' }),
    },
    abilities.canAdd && {
      key: 'text',
      label: t('actions.newText'),
      icon: <FilePlus />,
      onSelect: () => operations.ask({ kind: 'text' }),
    },
    abilities.canAdd && {
      key: 'upload',
      label: t('actions.uploadFiles'),
      icon: <Upload />,
      onSelect: () => actions.chooseFiles(),
    },
    abilities.canAdd && {
      key: 'uploadFolder',
      label: t('actions.uploadFolder'),
      icon: <Upload />,
      onSelect: () => actions.chooseFolder(),
    },
    abilities.canAdd && uploadMode,
    'gap',
    held !== null &&
      actions.canPaste && {
        key: 'paste',
        label: t('actions.paste', { count: held.paths.length }),
        icon: <ClipboardPaste />,
        shortcut: `${CONTROL}+V`,
        onSelect: () => operations.paste(path),
      },
    entries.length > 0 && {
      key: 'selectAll',
      label: t('actions.selectAll'),
      icon: <SquareDashedMousePointer />,
      shortcut: `${CONTROL}+A`,
      onSelect: () => selection.set(selectAll(entries)),
    },
    {
      key: 'refresh',
      label: t('actions.refresh'),
      icon: <RefreshCw />,
      onSelect: actions.refresh,
    },
  ]);
}

type Maybe = MenuEntry | 'gap' | false;

/** Leaves out what is not offered, and the lines that would have nothing on one side. */
function withoutGaps(items: readonly Maybe[]): readonly MenuEntry[] {
  const menu: MenuEntry[] = [];
  let hasGap = false;
  for (const item of items) {
    if (item === 'gap') hasGap = menu.length > 0;
    else if (item) {
      if (hasGap) menu.push({ kind: 'separator', key: `before ${item.key}` });
      hasGap = false;
      menu.push(item);
    }
  }
  return menu;
}

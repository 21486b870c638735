import { NO_SELECTION, selectAll } from '@satchel/ui/lists/list-selection';
import type { MenuEntry } from '@satchel/ui/overlays/menu-entry';
import type { Hotkey } from '@tanstack/hotkeys';
import i18next from 'i18next';
import {
  ArrowUp,
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
  SquareX,
  Trash2,
  Upload,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { queryClient } from '#shared/api/query-client.ts';
import { parentOf } from '../../entry-path.ts';
import { refreshDirectory } from '../../queries.ts';
import { uploadModeMenu } from '../../transfers/uploads/upload-mode.ts';
import { explorerDialog, renaming } from '../dialogs/explorer-dialog.ts';
import { copyEntryLink } from '../entry-links.ts';
import type { CommandContext } from './command-context.ts';
import {
  basketEntries,
  chooseUploads,
  copyEntries,
  cutEntries,
  downloadEntries,
  pasteInto,
  removeEntries,
} from './entry-actions.ts';

/**
 * An action of the user in the explorer. Menus, toolbars, shortcuts and the palette are generated from these.
 */
export interface ExplorerCommand {
  readonly id: string;
  /** Target: the chosen entries, or the current directory. */
  readonly on: 'selection' | 'directory';
  readonly label: (context: CommandContext) => string;
  readonly icon: (context: CommandContext) => ReactElement;
  /** Shortcuts in the list; menus show the first. */
  readonly keys?: readonly Hotkey[];
  /**
   * Clipboard event that runs it instead of the shortcut, because only the event gives access to the
   * clipboard.
   */
  readonly event?: 'cut' | 'copy' | 'paste';
  /** Shows a button in the bar of the selection; `wide` on wide screens only. */
  readonly button?: 'always' | 'wide';
  /** Whether the menu of new entries has it. */
  readonly makesEntry?: true;
  /** Default true. False for commands that have a control elsewhere on the page. */
  readonly isInMenu?: boolean;
  /** Whether a line separates it from the commands above. */
  readonly startsGroup?: boolean;
  readonly isDangerous?: boolean;
  readonly submenu?: () => MenuEntry;
  /** Whether the command applies here and the server would allow it. */
  readonly isShown: (context: CommandContext) => boolean;
  readonly run: (context: CommandContext) => void;
}

/** All commands in the order of the menus. A new command needs only its entry here and its translations. */
export const EXPLORER_COMMANDS: readonly ExplorerCommand[] = [
  {
    id: 'open',
    on: 'selection',
    label: () => i18next.t('explorer:actions.open'),
    icon: ({ chosen }) => (chosen[0]?.isDirectory ? <Folder /> : <Eye />),
    isShown: ({ chosen }) => chosen.length === 1,
    run: ({ chosen: [entry], open }) => entry && open(entry),
  },
  {
    id: 'download',
    on: 'selection',
    label: () => i18next.t('shell:actions.download'),
    icon: () => <Download />,
    button: 'always',
    isShown: ({ chosen }) => !chosen.some(({ isVirtual }) => isVirtual),
    run: ({ chosen }) => downloadEntries(chosen),
  },
  {
    id: 'basket',
    on: 'selection',
    label: () => i18next.t('explorer:actions.addToBasket'),
    icon: () => <PackagePlus />,
    isShown: ({ chosen }) => !chosen.some(({ isVirtual }) => isVirtual),
    run: ({ chosen }) => basketEntries(chosen),
  },
  {
    id: 'share',
    on: 'selection',
    startsGroup: true,
    label: () => i18next.t('explorer:actions.share'),
    icon: () => <Share2 />,
    button: 'always',
    isShown: ({ abilities }) => abilities.canShare,
    run: ({ chosen }) => explorerDialog.set({ kind: 'share', entries: chosen }),
  },
  {
    id: 'link',
    on: 'selection',
    label: () => i18next.t('explorer:actions.copyLink'),
    icon: () => <ClipboardCopy />,
    isShown: ({ chosen }) => chosen.length === 1 && chosen[0]?.isDirectory === false,
    run: ({ chosen: [entry] }) => entry && void copyEntryLink(entry.path),
  },
  {
    id: 'cut',
    on: 'selection',
    startsGroup: true,
    label: () => i18next.t('explorer:actions.cut'),
    icon: () => <Scissors />,
    keys: ['Mod+X'],
    event: 'cut',
    isShown: ({ abilities }) => abilities.canMove,
    run: cutEntries,
  },
  {
    id: 'copy',
    on: 'selection',
    label: () => i18next.t('explorer:actions.copy'),
    icon: () => <Copy />,
    keys: ['Mod+C'],
    event: 'copy',
    isShown: ({ abilities }) => abilities.canCopy,
    run: copyEntries,
  },
  {
    id: 'copyTo',
    on: 'selection',
    label: () => i18next.t('explorer:actions.copyTo'),
    icon: () => <CopyPlus />,
    button: 'wide',
    isShown: ({ abilities }) => abilities.canCopy,
    run: ({ chosen }) => explorerDialog.set({ kind: 'copy', entries: chosen }),
  },
  {
    id: 'moveTo',
    on: 'selection',
    label: () => i18next.t('explorer:actions.moveTo'),
    icon: () => <FolderInput />,
    button: 'always',
    isShown: ({ abilities }) => abilities.canMove,
    run: ({ chosen }) => explorerDialog.set({ kind: 'move', entries: chosen }),
  },
  {
    id: 'rename',
    on: 'selection',
    label: () => i18next.t('explorer:actions.rename'),
    icon: () => <PenLine />,
    keys: ['F2'],
    button: 'wide',
    isShown: ({ abilities }) => abilities.canRename,
    run: ({ chosen: [entry] }) => entry && renaming.set({ path: entry.path, name: entry.name }),
  },
  {
    id: 'properties',
    on: 'selection',
    startsGroup: true,
    label: () => i18next.t('explorer:actions.properties'),
    icon: () => <BadgeInfo />,
    keys: ['Alt+Enter'],
    isShown: ({ chosen }) => chosen.length === 1,
    run: ({ chosen: [entry] }) => entry && explorerDialog.set({ kind: 'properties', entry }),
  },
  {
    id: 'delete',
    on: 'selection',
    label: () => i18next.t('shell:actions.delete'),
    icon: () => <Trash2 />,
    keys: ['Delete'],
    button: 'always',
    isDangerous: true,
    isShown: ({ abilities }) => abilities.canDelete,
    run: ({ chosen, entries }) => removeEntries(chosen, entries),
  },
  {
    id: 'clear',
    on: 'selection',
    label: () => i18next.t('explorer:selection.clear'),
    icon: () => <SquareX />,
    keys: ['Escape'],
    isInMenu: false,
    isShown: ({ hasSelection }) => hasSelection,
    run: ({ select }) => select(NO_SELECTION),
  },
  {
    id: 'folder',
    on: 'directory',
    label: () => i18next.t('explorer:actions.newFolder'),
    icon: () => <FolderPlus />,
    keys: ['Alt+N'],
    makesEntry: true,
    isShown: ({ here }) => here.canAdd,
    run: () => explorerDialog.set({ kind: 'folder' }),
  },
  {
    id: 'text',
    on: 'directory',
    label: () => i18next.t('explorer:actions.newText'),
    icon: () => <FilePlus />,
    makesEntry: true,
    isShown: ({ here }) => here.canAdd,
    run: () => explorerDialog.set({ kind: 'text' }),
  },
  {
    id: 'upload',
    on: 'directory',
    label: () => i18next.t('explorer:actions.uploadFiles'),
    icon: () => <Upload />,
    startsGroup: true,
    makesEntry: true,
    isShown: ({ here }) => here.canAdd,
    run: ({ path }) => chooseUploads(path, { isFolder: false }),
  },
  {
    id: 'uploadFolder',
    on: 'directory',
    label: () => i18next.t('explorer:actions.uploadFolder'),
    icon: () => <Upload />,
    makesEntry: true,
    isShown: ({ here }) => here.canAdd,
    run: ({ path }) => chooseUploads(path, { isFolder: true }),
  },
  {
    id: 'uploadMode',
    on: 'directory',
    label: () => i18next.t('transfers:mode.label'),
    icon: () => <Upload />,
    submenu: uploadModeMenu,
    makesEntry: true,
    isShown: ({ here }) => here.canAdd,
    run: () => {},
  },
  {
    id: 'paste',
    on: 'directory',
    startsGroup: true,
    label: ({ held }) =>
      held
        ? i18next.t('explorer:actions.paste', { count: held.paths.length })
        : i18next.t('explorer:actions.pasteHere'),
    icon: () => <ClipboardPaste />,
    keys: ['Mod+V'],
    event: 'paste',
    isShown: ({ canPaste }) => canPaste,
    run: ({ path }) => pasteInto(path),
  },
  {
    id: 'selectAll',
    on: 'directory',
    label: () => i18next.t('explorer:actions.selectAll'),
    icon: () => <SquareDashedMousePointer />,
    keys: ['Mod+A'],
    isShown: ({ entries }) => entries.length > 0,
    run: ({ entries, select }) => select(selectAll(entries.map((entry) => entry.path))),
  },
  {
    id: 'refresh',
    on: 'directory',
    label: () => i18next.t('explorer:actions.refresh'),
    icon: () => <RefreshCw />,
    isShown: () => true,
    run: ({ path }) => void refreshDirectory(queryClient, path),
  },
  {
    id: 'up',
    on: 'directory',
    label: () => i18next.t('explorer:location.up'),
    icon: () => <ArrowUp />,
    keys: ['Backspace', 'Alt+ArrowUp'],
    isInMenu: false,
    isShown: ({ path }) => path !== '/',
    run: ({ path, goTo }) => goTo(parentOf(path)),
  },
];

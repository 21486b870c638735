import type { MenuEntry, MenuItem } from '@satchel/ui/overlays/menu-entry';
import { formatForDisplay, type Hotkey, matchesKeyboardEvent } from '@tanstack/hotkeys';
import i18next from 'i18next';
import type { PageActions } from '#shared/command-palette/page-actions.ts';
import { IS_MAC } from '#shared/environment/is-mac.ts';
import { IS_TOUCH } from '#shared/environment/is-touch.ts';
import type { CommandContext } from './command-context.ts';
import { EXPLORER_COMMANDS, type ExplorerCommand } from './commands.tsx';

type Target = ExplorerCommand['on'];

/** Keys of the list itself, for the list of shortcuts. */
const LIST_KEYS = [
  ['move', '↑ ↓'],
  ['extend', 'Shift+↓'],
  ['select', IS_MAC ? '⌘+Space' : 'Ctrl+Space'],
  ['quickLook', 'Space'],
  ['open', 'Enter'],
  ['find', 'A–Z'],
] as const;

/** Commands that are available now, for the chosen entries or for the directory. */
export function shownCommands(on: Target, context: CommandContext): readonly ExplorerCommand[] {
  if (on === 'selection' && context.chosen.length === 0) return [];
  return EXPLORER_COMMANDS.filter((command) => command.on === on && command.isShown(context));
}

/** The context menu: of the selection, or of the directory if there is no selection. */
export function entryMenu(context: CommandContext): readonly MenuEntry[] {
  return menuOf(context.hasSelection ? 'selection' : 'directory', context);
}

/** The menu of entries that can be made in the directory. */
export function newEntryMenu(context: CommandContext): readonly MenuEntry[] {
  return menuOf('directory', context, ({ makesEntry }) => makesEntry === true);
}

export function menuOf(
  on: Target,
  context: CommandContext,
  isListed: (command: ExplorerCommand) => boolean = () => true,
): readonly MenuEntry[] {
  const menu: MenuEntry[] = [];
  let startsGroup = false;
  const shown = new Set(shownCommands(on, context));
  for (const command of EXPLORER_COMMANDS) {
    if (command.on !== on || command.isInMenu === false || !isListed(command)) continue;
    startsGroup ||= command.startsGroup === true;
    if (!shown.has(command)) continue;
    if (startsGroup && menu.length > 0)
      menu.push({ kind: 'separator', key: `before ${command.id}` });
    startsGroup = false;
    menu.push(command.submenu?.() ?? itemOf(command, context));
  }
  return menu;
}

function itemOf(command: ExplorerCommand, context: CommandContext): MenuItem {
  const [keys] = command.keys ?? [];
  return {
    key: command.id,
    label: command.label(context),
    icon: command.icon(context),
    ...(keys && !IS_TOUCH && { shortcut: shortcutText(keys) }),
    ...(command.isDangerous && { isDangerous: true }),
    onSelect: () => command.run(context),
  };
}

/** The available command of a key press in the list, or undefined. */
export function commandOfKey(
  event: KeyboardEvent,
  context: CommandContext,
): ExplorerCommand | undefined {
  return EXPLORER_COMMANDS.find(
    (command) =>
      !command.event &&
      command.keys?.some((keys) => matchesKeyboardEvent(event, keys)) &&
      (command.on === 'directory' || context.chosen.length > 0) &&
      command.isShown(context),
  );
}

/** Names of keys on this platform, such as "Ctrl+X" or "⌘+X". */
export function shortcutText(keys: Hotkey): string {
  return formatForDisplay(keys, { parts: true, useSymbols: { modifiers: true, keys: false } }).join(
    '+',
  );
}

/** Commands for the palette, and the shortcuts of all commands for the list of shortcuts. */
export function pageActionsOf(context: CommandContext): PageActions {
  return {
    name: i18next.t('explorer:shortcuts.title'),
    commands: () =>
      (['selection', 'directory'] as const)
        .flatMap((on) => shownCommands(on, context))
        .filter(({ submenu }) => !submenu)
        .map((command) => itemOf(command, context)),
    shortcuts: () => [
      ...LIST_KEYS.map(([key, shortcut]) => {
        return { key, shortcut, label: i18next.t(`explorer:shortcuts.${key}`) };
      }),
      ...EXPLORER_COMMANDS.flatMap((command) => {
        const [keys] = command.keys ?? [];
        if (!keys) return [];
        const label = command.label({ ...context, held: null });
        return [{ key: command.id, label, shortcut: shortcutText(keys) }];
      }),
    ],
  };
}

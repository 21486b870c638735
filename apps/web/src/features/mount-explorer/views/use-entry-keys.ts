import { selectOnly, toggle } from '@satchel/ui/lists/list-selection';
import type { VirtualItemsHandle } from '@satchel/ui/lists/virtual-rows';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useListing, usePlace, useSelection } from '../explorer-context.ts';
import { type CommandContext, contextWith } from '../operations/commands/command-context.ts';
import { commandOfKey } from '../operations/commands/command-lists.ts';
import type { Entry } from '../queries.ts';
import { findTyped, TYPING_PAUSE_MS } from '../selection/type-ahead.ts';

/**
 * Shortcuts of the list, except those that move its focus. Copy, cut and paste arrive as clipboard events.
 */
export function useEntryKeys(view: RefObject<VirtualItemsHandle | null>, context: CommandContext) {
  const { open } = usePlace();
  const { entries } = useListing();
  const selection = useSelection();
  const typed = useRef({ text: '', atMs: 0 });

  /** Runs the command of a key for the selection, or for the focused entry if there is no selection. */
  function runCommand({ nativeEvent }: KeyboardEvent): boolean {
    const active = entries[view.current?.activeIndex() ?? 0];
    const target = context.hasSelection || !active ? context : contextWith(context, [active]);
    const command = commandOfKey(nativeEvent, target);
    if (!command) return false;
    command.run(target);
    return true;
  }

  /** Selects the focused entry before the clipboard event of these keys, which acts on the selection. */
  function selectForClipboard({ key, ctrlKey, metaKey }: KeyboardEvent): void {
    const active = entries[view.current?.activeIndex() ?? 0];
    if (context.hasSelection || !active || !(ctrlKey || metaKey)) return;
    if (['c', 'x'].includes(key.toLowerCase())) selection.set(selectOnly(active.path));
  }

  function typeAhead(letter: string): void {
    const nowMs = Date.now();
    const isNew = nowMs - typed.current.atMs > TYPING_PAUSE_MS;
    typed.current = { text: (isNew ? '' : typed.current.text) + letter, atMs: nowMs };
    const index = findTyped(entries, typed.current.text, view.current?.activeIndex() ?? 0);
    const found = index === undefined ? undefined : entries[index];
    if (index === undefined || !found) return;
    selection.set(selectOnly(found.path));
    view.current?.focusItem(index);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || !isOnList(event)) return;
    selectForClipboard(event);
    const isHandled = runCommand(event);
    // Excludes the question mark, which shows the shortcuts on every page.
    const isLetter = [...event.key].length === 1 && event.key !== ' ' && event.key !== '?';
    if (isHandled) event.preventDefault();
    else if (isLetter && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      typeAhead(event.key);
    }
  }

  return {
    onKeyDown,
    /** Arrow keys select the newly focused entry: a range with Shift, none with Ctrl. */
    onActiveChange(index: number, event: KeyboardEvent): void {
      const entry = entries[index];
      if (!entry) return;
      if (event.shiftKey) selection.extendTo(index, false);
      else if (!event.ctrlKey && !event.metaKey) selection.set(selectOnly(entry.path));
    },
    /** Space shows a file quickly, and again closes it; with Ctrl it selects. */
    onToggle(entry: Entry, event: KeyboardEvent): void {
      // A space during a type-ahead is part of the typed name.
      if (typed.current.text !== '' && Date.now() - typed.current.atMs <= TYPING_PAUSE_MS) {
        typeAhead(' ');
        return;
      }
      if (event.shiftKey) selection.extendTo(entries.indexOf(entry), true);
      else if (event.ctrlKey || event.metaKey || entry.isDirectory) {
        selection.set(toggle(selection.current, entry.path));
      } else open(entry);
    },
  };
}

function isOnList({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.matches('[data-cell], [role="grid"]');
}

import type { VirtualItemsHandle } from '@satchel/ui/virtual-items';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { abilitiesWith } from '../abilities.ts';
import { parentOf } from '../entry-path.ts';
import { type Explorer, useExplorer } from '../explorer-context.ts';
import type { Entry } from '../queries.ts';
import { selectAll, selectOnly, selectTo, toggle } from '../selection/selection.ts';
import { findTyped, TYPING_PAUSE_MS } from '../selection/type-ahead.ts';

/** The keys of the list, beside those that move its focus. Copy, cut and paste are events of their own. */
export function useEntryKeys(view: RefObject<VirtualItemsHandle | null>) {
  const explorer = useExplorer();
  const { entries, selection } = explorer;
  const typed = useRef({ text: '', atMs: 0 });

  function typeAhead(letter: string): void {
    const nowMs = Date.now();
    const isNew = nowMs - typed.current.atMs > TYPING_PAUSE_MS;
    typed.current = { text: (isNew ? '' : typed.current.text) + letter, atMs: nowMs };
    const index = findTyped(entries, typed.current.text, view.current?.activeIndex() ?? 0);
    const found = index === undefined ? undefined : entries[index];
    if (index === undefined || !found) return;
    selection.set(selectOnly(found));
    view.current?.focusItem(index);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || !isOnList(event)) return;
    const active = entries[view.current?.activeIndex() ?? 0];
    const isHandled = act(event, explorer, active, view);
    const isLetter = [...event.key].length === 1 && event.key !== ' ';
    if (isHandled) event.preventDefault();
    else if (isLetter && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      typeAhead(event.key);
    }
  }

  return {
    onKeyDown,
    /** The arrows select what they move to; with Shift a range, with Ctrl nothing. */
    onActiveChange(index: number, event: KeyboardEvent): void {
      const entry = entries[index];
      if (!entry) return;
      if (event.shiftKey) selection.set(selectTo(selection.current, entries, index, false));
      else if (!event.ctrlKey && !event.metaKey) selection.set(selectOnly(entry));
    },
    onToggle(entry: Entry, event: KeyboardEvent): void {
      // A space within a word of the type-ahead belongs to the word.
      if (typed.current.text !== '' && Date.now() - typed.current.atMs <= TYPING_PAUSE_MS) {
        typeAhead(' ');
        return;
      }
      const index = entries.indexOf(entry);
      if (event.shiftKey) selection.set(selectTo(selection.current, entries, index, true));
      else selection.set(toggle(selection.current, entry));
    },
  };
}

function isOnList({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.matches('[data-cell], [role="grid"]');
}

/** Whether the key means something here. */
function act(
  event: KeyboardEvent,
  explorer: Explorer,
  active: Entry | undefined,
  view: RefObject<VirtualItemsHandle | null>,
): boolean {
  const { selection, operations, entries, address, path } = explorer;
  const isControl = event.ctrlKey || event.metaKey;
  const chosen = selection.entries.length > 0 ? selection.entries : active ? [active] : [];
  const abilities = abilitiesWith(explorer.abilities, chosen);
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === 'Backspace' || (event.altKey && key === 'ArrowUp')) {
    if (path !== '/') address.goTo(parentOf(path));
  } else if (key === 'a' && isControl) selection.set(selectAll(entries));
  else if (key === 'Escape' && selection.entries.length > 0) selection.clear();
  else if (key === 'F2' && abilities.canRename) operations.startRename(chosen[0] ?? null);
  else if (key === 'Delete' && abilities.canDelete) {
    operations.remove(chosen);
    const index = Math.max(0, (view.current?.activeIndex() ?? 0) - (chosen.length - 1));
    requestAnimationFrame(() => view.current?.focusItem(index));
  } else if (key === 'Enter' && event.altKey && chosen[0]) {
    operations.ask({ kind: 'properties', entry: chosen[0] });
  } else if (key === 'n' && event.altKey && explorer.abilities.canAdd) {
    operations.ask({ kind: 'folder' });
  } else return false;
  return true;
}

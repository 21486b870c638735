import { selectOnly, toggle } from '@satchel/ui/lists/list-selection';
import type { VirtualItemsHandle } from '@satchel/ui/lists/virtual-rows';
import { type MouseEvent, type PointerEvent, type RefObject, useMemo, useRef } from 'react';
import { useListing, usePlace, useSelection } from '../explorer-context.ts';
import { renamingPath } from '../operations/explorer-dialog.ts';
import type { Entry } from '../queries.ts';
import { createLongPress } from '../selection/long-press.ts';
import { useLasso } from '../selection/use-lasso.ts';

/**
 * Mouse and fingers in the list. A mouse selects by a click and opens by two; a finger opens by a tap,
 * and once something is selected by a long press, taps select.
 */
export function useEntryPointer(view: RefObject<VirtualItemsHandle | null>) {
  const { open } = usePlace();
  const { entries } = useListing();
  const selection = useSelection();
  const lasso = useLasso({ view, entries, selection });
  const pointerType = useRef('mouse');
  const latest = useRef(selection);
  latest.current = selection;
  const longPress = useMemo(
    () =>
      createLongPress<Entry>((entry) => {
        latest.current.set(toggle(latest.current.current, entry.path));
        // Absent on iPhones.
        navigator.vibrate?.(10);
      }),
    [],
  );

  function entryAt(target: EventTarget): { entry: Entry; index: number } | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
    const index = Number(cell?.dataset.cell ?? Number.NaN);
    const entry = entries[index];
    return entry && { entry, index };
  }

  const isControl = (target: EventTarget) =>
    target instanceof Element && target.closest('button, input, a, [role="menu"]') !== null;

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    pointerType.current = event.pointerType;
    const at = entryAt(event.target);
    if (event.pointerType === 'touch' && at && !isControl(event.target)) {
      longPress.begin(at.entry, event);
    }
    lasso.onPointerDown(event);
  }

  function onClick(event: MouseEvent<HTMLElement>): void {
    const wasPressed = longPress.wasPressed();
    if (wasPressed || lasso.wasDrawn.current || isControl(event.target)) return;
    const at = entryAt(event.target);
    if (!at) {
      if (view.current?.scroller?.contains(event.target as Node)) selection.clear();
      return;
    }
    if (renamingPath.get() === at.entry.path) return;
    if (pointerType.current === 'touch' && selection.entries.length === 0) open(at.entry);
    else if (event.shiftKey) {
      selection.extendTo(at.index, event.ctrlKey || event.metaKey);
    } else if (event.ctrlKey || event.metaKey || pointerType.current === 'touch') {
      selection.set(toggle(selection.current, at.entry.path));
    } else selection.set(selectOnly(at.entry.path));
  }

  /** Selects what the menu is for; beside all entries it is for the directory. */
  function onContextMenuCapture(event: MouseEvent<HTMLElement>): void {
    if (pointerType.current === 'touch' && event.isTrusted) {
      // A long press selects; the menu of an entry is behind its button.
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const at = entryAt(event.target);
    if (!at) selection.clear();
    else if (!selection.has(at.entry)) selection.set(selectOnly(at.entry.path));
  }

  return {
    frame: lasso.frame,
    entryAt,
    /** Enter, or a double click; two taps of a finger have done what they do already. */
    onOpen: (entry: Entry) => {
      if (pointerType.current !== 'touch') open(entry);
    },
    handlers: {
      onPointerDown,
      onPointerMove: (event: PointerEvent) => longPress.move(event),
      onPointerUp: longPress.lift,
      onPointerCancel: longPress.lift,
      onClick,
      onKeyDownCapture: () => {
        pointerType.current = 'keyboard';
      },
      onContextMenuCapture,
    },
  };
}

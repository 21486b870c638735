import { selectOnly, toggle } from '@satchel/ui/lists/list-selection';
import type { VirtualItemsHandle } from '@satchel/ui/lists/virtual-rows';
import { type MouseEvent, type PointerEvent, type RefObject, useMemo, useRef } from 'react';
import { useListing, usePlace, useSelection } from '../explorer-context.ts';
import { renaming } from '../operations/dialogs/explorer-dialog.ts';
import type { Entry } from '../queries.ts';
import { createLongPress } from '../selection/long-press.ts';
import { useLasso } from '../selection/use-lasso.ts';

/**
 * Mouse and touch in the list. A click selects and a double click opens. A tap opens, but after a long press
 * has selected an entry, taps select.
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
        // iPhones do not support vibration.
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
    if (renaming.get()?.path === at.entry.path) return;
    if (pointerType.current === 'touch' && selection.entries.length === 0) open(at.entry);
    else if (event.shiftKey) {
      selection.extendTo(at.index, event.ctrlKey || event.metaKey);
    } else if (event.ctrlKey || event.metaKey || pointerType.current === 'touch') {
      selection.set(toggle(selection.current, at.entry.path));
    } else selection.set(selectOnly(at.entry.path));
  }

  /** Selects the entry under the pointer for the menu. Elsewhere the menu is for the directory. */
  function onContextMenuCapture(event: MouseEvent<HTMLElement>): void {
    if (pointerType.current === 'touch' && event.isTrusted) {
      // A long press selects; on touch screens a button opens the menu of an entry.
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
    /** Handles Enter and double clicks. Ignores touch, because the first tap has opened the entry already. */
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

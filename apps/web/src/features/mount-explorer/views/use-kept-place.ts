import type { VirtualItemsHandle } from '@satchel/ui/lists/virtual-rows';
import { useSelector } from '@tanstack/react-store';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { IS_TOUCH } from '#shared/environment/is-touch.ts';
import { isBelow } from '../entry-path.ts';
import { useListing, usePlace, useSelection } from '../explorer-context.ts';
import { holdFocus } from './hold-focus.ts';
import { pendingReveal } from './revealed-entries.ts';

/** Scroll offsets of directories in this tab. */
const scrolled = new Map<string, number>();
let lastPath: string | null = null;

/**
 * Restores the position in a directory: the scroll offset, and the focus. The focus goes to the folder that
 * the user came out of, otherwise to the first visible entry.
 */
export function useKeptPlace(view: RefObject<VirtualItemsHandle | null>): void {
  const { path } = usePlace();
  const { entries } = useListing();
  const hasEntries = entries.length > 0;
  const placed = useRef<string | null>(null);
  const originOf = useEffectEvent((from: string | null) =>
    from === null || from === path
      ? -1
      : entries.findIndex((entry) => entry.isDirectory && isBelow(entry.path, from)),
  );

  useLayoutEffect(() => {
    const scroller = view.current?.scroller;
    if (!scroller || !hasEntries || placed.current === path) return;
    placed.current = path;
    const from = lastPath;
    lastPath = path;
    scroller.scrollTop = scrolled.get(path) ?? 0;
    // Moves the focus only if the previous list had it, or nothing; otherwise the focus stays.
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement?.id !== 'main') return;
    const origin = originOf(from);
    // A finger needs no focus, and would only see its frame.
    if (from === null && IS_TOUCH) return;
    view.current?.focusItem(origin >= 0 ? origin : firstVisible(view.current));
  }, [view, path, hasEntries]);

  useReveal(view);

  useEffect(() => {
    const scroller = view.current?.scroller;
    if (!scroller) return;
    const remember = () => scrolled.set(path, scroller.scrollTop);
    scroller.addEventListener('scroll', remember, { passive: true });
    return () => scroller.removeEventListener('scroll', remember);
  }, [view, path]);
}

/** Does the pending reveal, as far as the entries are listed. */
function useReveal(view: RefObject<VirtualItemsHandle | null>): void {
  const { entries } = useListing();
  const selection = useSelection();
  const reveal = useSelector(pendingReveal);
  const held = useRef(() => {});
  const selectAll = useEffectEvent((paths: readonly string[]) => {
    const isSelected = paths.every((path) => selection.current.keys.has(path));
    if (!isSelected) selection.reveal(paths);
  });

  const indexOfEntry = useEffectEvent((path: string) =>
    entries.findIndex((entry) => entry.path === path),
  );
  const focusEntry = useEffectEvent((path: string) => {
    const index = indexOfEntry(path);
    if (index >= 0) view.current?.focusItem(index);
  });

  // Runs again for each page, because an entry may be on a later one.
  useEffect(() => {
    if (!reveal) return;
    const found = entries.filter(({ path }) => reveal.paths.has(path));
    const [first] = found;
    const list = view.current?.scroller;
    if (!first || !list) return;
    if (found.length === reveal.paths.size) pendingReveal.set(null);
    // Taps select while anything is selected, so that late results would change what a finger does.
    if (reveal.isSelected && !(reveal.isLate && IS_TOUCH)) selectAll(found.map(({ path }) => path));
    view.current?.scrollToItem(entries.indexOf(first));
    held.current();
    const focus = () => focusEntry(first.path);
    const isFocused = () => indexOfFocus(list) === indexOfEntry(first.path);
    held.current = holdFocus({ list, focus, isFocused, isPolite: reveal.isLate });
  }, [entries, reveal, view]);

  useEffect(() => () => held.current(), []);
}

/** Index of the entry that has the focus; undefined if none has. */
function indexOfFocus(list: HTMLElement): number | undefined {
  const { activeElement } = document;
  const cell = activeElement instanceof HTMLElement ? activeElement.dataset.cell : undefined;
  return cell !== undefined && list.contains(activeElement) ? Number(cell) : undefined;
}

/** Index of the first visible entry. */
export function firstVisible({ scroller, itemsWithin }: VirtualItemsHandle): number {
  const top = scroller?.scrollTop ?? 0;
  if (top === 0) return 0;
  const area = { top: top + 1, left: 0, right: Number.MAX_SAFE_INTEGER };
  return itemsWithin({ ...area, bottom: top + (scroller?.clientHeight ?? 0) })[0] ?? 0;
}

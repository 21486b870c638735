import { selectOnly } from '@satchel/ui/lists/list-selection';
import type { VirtualItemsHandle } from '@satchel/ui/lists/virtual-rows';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isBelow } from '../entry-path.ts';
import { useListing, usePlace, useSelection } from '../explorer-context.ts';

/** Scroll offsets of directories in this tab. */
const scrolled = new Map<string, number>();
let lastPath: string | null = null;
let revealed: string | null = null;

/** Requests that an entry be scrolled to and selected when its directory is listed. */
export function revealEntry(path: string): void {
  revealed = path;
}

/**
 * Restores the position in a directory: the scroll offset, and the focus. The focus goes to the folder that
 * the user came out of, or to the first entry if the directory was opened by keyboard.
 */
export function useKeptPlace(view: RefObject<VirtualItemsHandle | null>): void {
  const { path } = usePlace();
  const { entries } = useListing();
  const selection = useSelection();
  const hasEntries = entries.length > 0;
  const placed = useRef<string | null>(null);
  const originOf = useEffectEvent((from: string) =>
    entries.findIndex((entry) => entry.isDirectory && isBelow(entry.path, from)),
  );

  useLayoutEffect(() => {
    const scroller = view.current?.scroller;
    if (!scroller || !hasEntries || placed.current === path) return;
    placed.current = path;
    const from = lastPath;
    lastPath = path;
    scroller.scrollTop = scrolled.get(path) ?? 0;
    if (from === null || from === path) return;
    // Moves the focus only if the previous list had it; otherwise the focus stays.
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement?.id !== 'main') return;
    view.current?.focusItem(Math.max(0, originOf(from)));
  }, [view, path, hasEntries]);

  // Runs again for each page, because a search result may be on a later one.
  useEffect(() => {
    const index = entries.findIndex((entry) => entry.path === revealed);
    const entry = entries[index];
    if (!entry) return;
    revealed = null;
    selection.set(selectOnly(entry.path));
    view.current?.focusItem(index);
  }, [entries, selection, view]);

  useEffect(() => {
    const scroller = view.current?.scroller;
    if (!scroller) return;
    const remember = () => scrolled.set(path, scroller.scrollTop);
    scroller.addEventListener('scroll', remember, { passive: true });
    return () => scroller.removeEventListener('scroll', remember);
  }, [view, path]);
}

import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { PreviewFile } from '../source/preview-source.ts';

const SWIPE_PX = 60;
/** Minimum ratio of width to height of a swipe; below it the user scrolls. */
const SWIPE_RATIO = 2;
/** Elements in which arrow keys have another meaning. */
const OWN_ARROWS =
  'input, textarea, select, video, audio, [contenteditable=true], [role=slider], [role=grid], [role=table], [role=tablist], [role=toolbar], [role=menu]';

/** Shows the next and the previous file by the arrow keys and by swipes; Space closes the preview. */
export function usePreviewMoves(
  stage: RefObject<HTMLElement | null>,
  { previous, next }: Pick<Neighbours, 'previous' | 'next'>,
  onName: (name: string | null) => void,
) {
  const start = useRef<{ x: number; y: number } | null>(null);

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
    const dialog = stage.current?.closest('[role=dialog]');
    if (!(target instanceof Element) || target.closest('[role=dialog]') !== dialog) return;
    if (target.closest(OWN_ARROWS)) return;
    // Space also opens the preview from a list. A focused button keeps its own meaning of it.
    if (key === ' ' && (target === stage.current || target === dialog)) {
      event.preventDefault();
      onName(null);
      return;
    }
    const name = key === 'ArrowRight' ? next : key === 'ArrowLeft' && previous;
    if (name) onName(name);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    // Listens in the capture phase, because dialogs stop arrow keys from bubbling.
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);

  return {
    onPointerDown(event: PointerEvent) {
      const isFree = event.pointerType === 'touch' && event.isPrimary && !isHeld(event.target);
      start.current = isFree ? { x: event.clientX, y: event.clientY } : null;
    },
    onPointerCancel() {
      start.current = null;
    },
    onPointerUp(event: PointerEvent) {
      if (!start.current || !event.isPrimary) return;
      const { x, y } = start.current;
      const name = swipedTo(event.clientX - x, event.clientY - y, { previous, next });
      start.current = null;
      if (name) onName(name);
    },
  };
}

/** The file that a swipe opens: a swipe to the left opens the next one. */
export function swipedTo(
  x: number,
  y: number,
  { previous, next }: Pick<Neighbours, 'previous' | 'next'>,
): string | null {
  if (Math.abs(x) < SWIPE_PX || Math.abs(x) < Math.abs(y) * SWIPE_RATIO) return null;
  return x < 0 ? next : previous;
}

/** Whether an ancestor uses swipes itself: a zoomed image, the editor, horizontal scrollers. */
function isHeld(target: EventTarget): boolean {
  for (let element = target as Element | null; element; element = element.parentElement) {
    if (element.matches('[data-holds-swipes], input, video, audio, [contenteditable=true]')) {
      return true;
    }
    if (element.scrollWidth > element.clientWidth + 1 && isScrolled(element)) return true;
  }
  return false;
}

function isScrolled(element: Element): boolean {
  return ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
}

export interface Neighbours {
  readonly previous: string | null;
  readonly next: string | null;
  /** Starts at 1; 0 if the list does not contain the file. */
  readonly position: number;
  readonly count: number;
}

/**
 * Previous and next file of the list. Skips folders.
 *
 * @param earlier the list when it last contained the file, which gives its position after a deletion
 */
export function neighboursOf(
  entries: readonly PreviewFile[],
  name: string,
  earlier: readonly PreviewFile[] = [],
): Neighbours {
  const names = entries.filter(({ isDirectory }) => !isDirectory).map((entry) => entry.name);
  const index = names.indexOf(name);
  const existing = new Set(names);
  const around = index < 0 ? earlier.map((entry) => entry.name) : names;
  const at = around.indexOf(name);
  const nearest = (list: readonly string[]) => list.find((each) => existing.has(each)) ?? null;
  return {
    previous: nearest(around.slice(0, Math.max(0, at)).reverse()),
    next: at < 0 ? null : nearest(around.slice(at + 1)),
    position: index + 1,
    count: names.length,
  };
}

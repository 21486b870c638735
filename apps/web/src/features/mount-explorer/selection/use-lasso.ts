import { type ListSelection, NO_SELECTION, selectWithin } from '@satchel/ui/lists/list-selection';
import type { VirtualItemsHandle } from '@satchel/ui/lists/virtual-rows';
import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Entry } from '../queries.ts';

/** Movement below which a drag counts as a click. */
const BEGIN_AFTER_PX = 5;
/** Distance from the edge within which the list scrolls. */
const EDGE_PX = 32;
const SCROLL_STEP_PX = 14;

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface LassoOptions {
  view: RefObject<VirtualItemsHandle | null>;
  entries: readonly Entry[];
  selection: { readonly current: ListSelection; set: (next: ListSelection) => void };
}

interface Running {
  /** Relative to the top left of all rows, so that it stays there while the list scrolls. */
  startX: number;
  startY: number;
  before: ListSelection;
  isAdded: boolean;
  hasBegun: boolean;
  clientX: number;
  clientY: number;
}

/** Selects entries with a frame that the user draws with the mouse. The frame starts only on empty space. */
export function useLasso({ view, entries, selection }: LassoOptions) {
  /** Props of the last render, because entries may change while the user draws a frame. */
  const latest = useRef({ entries, selection });
  useLayoutEffect(() => {
    latest.current = { entries, selection };
  });
  const running = useRef<Running | null>(null);
  /** Whether the next click ends a frame, so that it must be ignored. */
  const wasDrawn = useRef(false);
  const [frame, setFrame] = useState<Frame | null>(null);

  function draw(now: Running, scroller: HTMLElement, rows: HTMLElement): void {
    const box = rows.getBoundingClientRect();
    const seen = scroller.getBoundingClientRect();
    const x = Math.max(seen.left, Math.min(now.clientX, seen.right)) - box.left;
    const y = Math.max(seen.top, Math.min(now.clientY, seen.bottom)) - box.top;
    const left = Math.min(x, now.startX);
    const top = Math.min(y, now.startY);
    const right = Math.max(x, now.startX);
    const bottom = Math.max(y, now.startY);
    const shownTop = Math.max(top + box.top, seen.top);
    const shownBottom = Math.min(bottom + box.top, seen.bottom);
    setFrame({
      left: left + box.left,
      top: shownTop,
      width: right - left,
      height: Math.max(0, shownBottom - shownTop),
    });
    const touched = view.current?.itemsWithin({ left, top, right, bottom }) ?? [];
    const { entries: listed, selection: chosen } = latest.current;
    const paths = touched.flatMap((index) => listed[index]?.path ?? []);
    chosen.set(selectWithin(now.before, paths, now.isAdded));
  }

  function scrollNearEdge(now: Running, scroller: HTMLElement): void {
    const seen = scroller.getBoundingClientRect();
    if (now.clientY < seen.top + EDGE_PX) scroller.scrollTop -= SCROLL_STEP_PX;
    else if (now.clientY > seen.bottom - EDGE_PX) scroller.scrollTop += SCROLL_STEP_PX;
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    wasDrawn.current = false;
    const { scroller, rows } = view.current ?? {};
    if (!scroller || !rows || event.pointerType !== 'mouse' || event.button !== 0) return;
    if (!(event.target instanceof Element) || !scroller.contains(event.target)) return;
    if (event.target.closest('[data-grip], button, input, a')) return;
    const seen = scroller.getBoundingClientRect();
    // A press on the scroll bar starts no frame.
    if (event.clientX > seen.left + scroller.clientWidth) return;
    const box = rows.getBoundingClientRect();
    const isAdded = event.ctrlKey || event.metaKey || event.shiftKey;
    running.current = {
      startX: event.clientX - box.left,
      startY: event.clientY - box.top,
      before: isAdded ? selection.current : NO_SELECTION,
      isAdded,
      hasBegun: false,
      clientX: event.clientX,
      clientY: event.clientY,
    };
    const from = { x: event.clientX, y: event.clientY };

    const onMove = (move: globalThis.PointerEvent) => {
      const now = running.current;
      if (!now) return;
      now.clientX = move.clientX;
      now.clientY = move.clientY;
      if (!now.hasBegun) {
        if (Math.hypot(move.clientX - from.x, move.clientY - from.y) < BEGIN_AFTER_PX) return;
        now.hasBegun = true;
        wasDrawn.current = true;
        requestAnimationFrame(step);
      }
      move.preventDefault();
    };
    const step = () => {
      const now = running.current;
      if (!now?.hasBegun) return;
      scrollNearEdge(now, scroller);
      draw(now, scroller, rows);
      requestAnimationFrame(step);
    };
    const end = () => {
      running.current = null;
      setFrame(null);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  }

  return { frame, onPointerDown, wasDrawn };
}

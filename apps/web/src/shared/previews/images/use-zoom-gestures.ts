import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { FITTING, moveBy, type Zoom, zoomAt } from './zoom.ts';

const WHEEL_STEP = 1.0015;
const DOUBLE_CLICK_SCALE = 3;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Zooms by the wheel, a double click and two fingers. Dragging moves a zoomed image. */
export function useZoomGestures(
  frame: RefObject<HTMLElement | null>,
  zoom: Zoom,
  setZoom: (zoom: Zoom) => void,
) {
  const latest = useRef(zoom);
  latest.current = zoom;
  const fingers = useRef(new Map<number, Point>());
  const change = (next: Zoom) => {
    latest.current = next;
    setZoom(next);
  };
  /** Converts a position to coordinates with the frame's center as origin. */
  const inFrame = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };

  // React's wheel listener is passive, so it cannot prevent the page from scrolling.
  useEffect(() => {
    const element = frame.current;
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault();
      change(zoomAt(latest.current, WHEEL_STEP ** -event.deltaY, inFrame(event)));
    };
    element?.addEventListener('wheel', handleWheel, { passive: false });
    return () => element?.removeEventListener('wheel', handleWheel);
  }, [frame]);

  const end = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
  };
  return {
    onDoubleClick(event: { clientX: number; clientY: number }) {
      const isZoomed = latest.current.scale > 1;
      change(isZoomed ? FITTING : zoomAt(FITTING, DOUBLE_CLICK_SCALE, inFrame(event)));
    },
    onPointerDown(event: PointerEvent) {
      fingers.current.set(event.pointerId, inFrame(event));
      const isZoomed = latest.current.scale > 1;
      if (isZoomed || fingers.current.size > 1)
        event.currentTarget.setPointerCapture(event.pointerId);
      // A drag of a zoomed image must not count as a swipe to the next file. A second finger ends a swipe.
      if (isZoomed) event.stopPropagation();
    },
    onPointerMove(event: PointerEvent) {
      const before = fingers.current.get(event.pointerId);
      const box = frame.current?.getBoundingClientRect();
      if (!before || !box) return;
      const now = inFrame(event);
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, now);
      if (other) {
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        const factor = distance(now, other) / Math.max(distance(before, other), 1);
        change(zoomAt(latest.current, factor, middle));
      } else if (latest.current.scale > 1) {
        change(moveBy(latest.current, { x: now.x - before.x, y: now.y - before.y }, box));
      }
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width of an element's content in pixels; follows changes. */
export function useWidth(target: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = target.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidthPx(entry?.contentRect.width ?? 0));
    observer.observe(element);
    setWidthPx(element.clientWidth);
    return () => observer.disconnect();
  }, [target]);
  return widthPx;
}

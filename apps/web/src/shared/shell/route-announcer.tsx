import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

export const MAIN_ID = 'main';

/** A new page takes focus, as a page load would: screen readers and Tab start at its content. */
export function RouteAnnouncer() {
  const path = useRouterState({
    select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname,
  });
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    // A page that has put focus into a field of its own keeps it.
    const main = document.getElementById(MAIN_ID);
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [path]);
  return null;
}

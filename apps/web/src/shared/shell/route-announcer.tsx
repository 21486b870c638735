import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

export const MAIN_ID = 'main';

/** Moves focus to a new page, as loading one does, so that screen readers and Tab start there. */
export function RouteAnnouncer() {
  const path = useRouterState({
    select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname,
  });
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    // Unless the page has put focus into one of its fields.
    const main = document.getElementById(MAIN_ID);
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [path]);
  return null;
}

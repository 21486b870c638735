import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

export const MAIN_ID = 'main';

/** Time after a navigation by which the page has set its title. */
const TITLE_SET_MS = 150;

/**
 * Announces the title of a new page and moves the focus to it, as loading a document would, so that screen
 * readers and Tab start there.
 */
export function RouteAnnouncer() {
  const path = useRouterState({
    select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname,
  });
  const lastPath = useRef(path);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    // Does not move the focus if the page has focused one of its fields.
    const main = document.getElementById(MAIN_ID);
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
    const timer = setTimeout(() => setTitle(document.title), TITLE_SET_MS);
    return () => clearTimeout(timer);
  }, [path]);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}

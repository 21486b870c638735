import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PaletteHost } from '#shared/command-palette/palette-host.tsx';
import { dismissErrorToasts } from '#shared/errors/show-error-toast.ts';
import { OfflineStart } from './offline-start.tsx';
import { SiteExtras, type SiteExtrasProps } from './site-extras.tsx';
import { useFreshRights } from './use-fresh-rights.ts';

/** Errors younger than this may be about the page that is opened, such as an expired session. */
const NEW_ERROR_MS = 2000;

/**
 * Avoids an "unhandled rejection" when a page is opened before the transition to the last one has ended. The
 * router awaits only the update of a transition.
 *
 * @returns function that undoes it
 */
function expectSkippedTransitions(router: AnyRouter): () => void {
  const { startViewTransition } = router;
  router.startViewTransition = (update) => {
    const updated = startViewTransition(update);
    document.activeViewTransition?.ready.catch(() => undefined);
    return updated;
  };
  return () => {
    router.startViewTransition = startViewTransition;
  };
}

/** Parts of every page that the first paint does not need. */
export function ShellExtras(props: SiteExtrasProps) {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged }) => {
        if (pathChanged) dismissErrorToasts(Date.now() - NEW_ERROR_MS);
      }),
    [router],
  );
  useEffect(() => expectSkippedTransitions(router), [router]);
  useFreshRights();
  return (
    <>
      <OfflineStart />
      <SiteExtras {...props} />
      <PaletteHost />
    </>
  );
}

import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PaletteHost } from '#shared/command-palette/palette-host.tsx';
import { dismissErrorToasts } from '#shared/errors/show-error-toast.ts';
import { OfflineStart } from './offline-start.tsx';
import { SiteExtras, type SiteExtrasProps } from './site-extras.tsx';

/** Errors younger than this may be about the page that is opened, such as an expired session. */
const NEW_ERROR_MS = 2000;

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
  return (
    <>
      <OfflineStart />
      <SiteExtras {...props} />
      <PaletteHost />
    </>
  );
}

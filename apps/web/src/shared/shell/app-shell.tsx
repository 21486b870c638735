import { afterPaint } from '@satchel/ui/after-paint';
import { SkipLink } from '@satchel/ui/skip-link';
import { Toaster } from '@satchel/ui/toast';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShellExtras } from '#shared/site-extras/shell-extras.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MAIN_ID, RouteAnnouncer } from './route-announcer.tsx';
import { SessionWatch } from './session-watch.tsx';

export function AppShell() {
  const { t } = useTranslation('shell');
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Before the first page is there, the footer would stand where its content comes.
  const hasPage = useRouterState({ select: (state) => state.resolvedLocation !== undefined });
  const Extras = useExtras(hasPage);
  const isPanel = /^\/admin(\/|$)/.test(path);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink targetId={MAIN_ID} label={t('skipToContent')} />
      <Header />
      {Extras && <Extras isHome={path === '/'} isPanel={isPanel} />}
      <main id={MAIN_ID} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      {!isPanel && hasPage && <Footer />}
      <Toaster regionLabel={t('toasts.region')} dismissLabel={t('toasts.dismiss')} />
      <RouteAnnouncer />
      <SessionWatch />
    </div>
  );
}

/**
 * Loaded when the first page is on the screen. Without them the app works all the same, so a failure is
 * not shown.
 */
function useExtras(hasPage: boolean): typeof ShellExtras | undefined {
  const [Extras, setExtras] = useState<typeof ShellExtras>();
  useEffect(() => {
    if (!hasPage) return;
    afterPaint()
      .then(() => import('#shared/site-extras/shell-extras.tsx'))
      .then(
        (module) => setExtras(() => module.ShellExtras),
        () => {},
      );
  }, [hasPage]);
  return Extras;
}

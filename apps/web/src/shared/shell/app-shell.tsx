import { SkipLink } from '@satchel/ui/skip-link';
import { Toaster } from '@satchel/ui/toast';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MAIN_ID, RouteAnnouncer } from './route-announcer.tsx';
import { SessionWatch } from './session-watch.tsx';

export function AppShell() {
  const { t } = useTranslation('shell');
  const isAdmin = useRouterState({
    select: (state) => /^\/admin(\/|$)/.test(state.location.pathname),
  });
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink targetId={MAIN_ID} label={t('skipToContent')} />
      <Header />
      <main id={MAIN_ID} tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      {!isAdmin && <Footer />}
      <Toaster regionLabel={t('toasts.region')} dismissLabel={t('toasts.dismiss')} />
      <RouteAnnouncer />
      <SessionWatch />
    </div>
  );
}

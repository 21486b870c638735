import { Toaster } from '@satchel/ui/feedback/toast';
import { SkipLink } from '@satchel/ui/layout/skip-link';
import { WordsContext } from '@satchel/ui/layout/words';
import { Outlet, useRouterState } from '@tanstack/react-router';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { useIsStranger } from '#shared/session/use-stranger.ts';
import { Footer } from './footer.tsx';
import { Header } from './header/header.tsx';
import { MAIN_ID, RouteAnnouncer } from './route-announcer.tsx';
import { SessionWatch } from './session-watch.tsx';

/** Optional parts. The app works without them, so a failure to load is not shown. */
const ShellExtras = lazyPart(
  () => import('#shared/site-extras/shell-extras.tsx').then((module) => module.ShellExtras),
  null,
  true,
);

const RecipientHeader = lazyPart(
  () => import('./header/recipient-header.tsx').then((module) => module.RecipientHeader),
  // Holds the place, so that the page does not move when it appears.
  <div className="h-[3.5625rem]" />,
);

const TabBar = lazyPart(
  () => import('./header/tab-bar.tsx').then((module) => module.TabBar),
  <div className="tab-bar h-14 md:hidden" />,
  true,
);

/** @param children what a logged-in user has on every page */
export function AppShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Hides the footer before the first page, because it would jump when the content appears.
  const hasPage = useRouterState({ select: (state) => state.resolvedLocation !== undefined });
  const isStranger = useIsStranger();
  // Fills the window, and scrolls its list instead of the page.
  const isApp = /^\/mount-explorer(\/|$)/.test(path);
  const isPanel = /^\/admin(\/|$)/.test(path);
  return (
    <WordsContext
      value={{
        close: t('actions.close'),
        cancel: t('actions.cancel'),
        showPassword: t('actions.showPassword'),
        hidePassword: t('actions.hidePassword'),
        fillIn: t('actions.fillIn'),
      }}
    >
      <div className={clsx('flex flex-col', isApp ? 'h-dvh max-h-dvh min-h-96' : 'min-h-dvh')}>
        <SkipLink targetId={MAIN_ID} label={t('skipToContent')} />
        {isStranger ? <RecipientHeader /> : <Header />}
        {hasPage && <ShellExtras isHome={path === '/'} isPanel={isPanel} />}
        <main
          id={MAIN_ID}
          tabIndex={-1}
          className={clsx('flex flex-1 flex-col outline-none', isApp && 'min-h-0')}
        >
          <Outlet />
        </main>
        {!isPanel && !isApp && hasPage && <Footer />}
        {!isStranger && <TabBar />}
        {!isStranger && hasPage && children}
        <Toaster regionLabel={t('toasts.region')} dismissLabel={t('toasts.dismiss')} />
        <RouteAnnouncer />
        <SessionWatch />
      </div>
    </WordsContext>
  );
}

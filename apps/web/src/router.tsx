import { createRouter } from '@tanstack/react-router';
import { LoadFailurePage } from '#shared/shell/load-failure-page.tsx';
import { NotFoundRedirect } from '#shared/shell/not-found-redirect.tsx';
import { PagePending } from '#shared/shell/page-pending.tsx';
import { routeTree } from './route-tree.gen.ts';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 300,
  defaultErrorComponent: LoadFailurePage,
  defaultNotFoundComponent: NotFoundRedirect,
  defaultPendingComponent: PagePending,
});

// The router reloads once where a page's code is missing, which mends an upgraded server. Offline it
// would leave the browser's own error page in place of ours (SPEC 2), so the error is made another.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = `Offline: ${payload.message}`;
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

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

// When a page's code is missing, the router reloads the app once, which is right after the server was
// upgraded. Offline that would show the browser's error page instead of ours (SPEC 2), so the error is
// replaced by one that the router does not recognise.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = `Offline: ${payload.message}`;
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

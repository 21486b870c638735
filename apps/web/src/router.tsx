import { createRouter } from '@tanstack/react-router';
import { queryClient } from '#shared/api/query-client.ts';
import { getSession } from '#shared/session/session-store.ts';
import { ensureValidSession } from '#shared/session/validate-session.ts';
import { LoadFailurePage } from '#shared/shell/load-failure-page.tsx';
import { PagePending } from '#shared/shell/page-pending.tsx';
import { routeTree } from './route-tree.gen.ts';

export const router = createRouter({
  routeTree,
  context: {
    queryClient,
    session: { current: getSession, validated: () => ensureValidSession().then(getSession) },
  },
  defaultPreload: 'intent',
  // TanStack Query decides how long data is fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingMs: 300,
  defaultErrorComponent: LoadFailurePage,
  defaultPendingComponent: PagePending,
});

// When a page's code is missing, the router would reload the document, which loses what somebody types
// as soon as a server does not answer. `LoadFailurePage` reloads it where a newer version is there.
window.addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = `Not loaded: ${payload.message}`;
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

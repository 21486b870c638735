import { createRouter } from '@tanstack/react-router';
import { queryClient } from '#shared/api/query-client.ts';
import { isMotionWanted } from '#shared/environment/is-motion-wanted.ts';
import { getSession } from '#shared/session/session-store.ts';
import { ensureValidSession } from '#shared/session/validate-session.ts';
import { LoadFailurePage } from '#shared/shell/load-failure-page.tsx';
import { PagePending } from '#shared/shell/page-pending.tsx';
import { routeTree } from '../route-tree.gen.ts';

export const createAppRouter = () =>
  createRouter({
    routeTree,
    context: {
      queryClient,
      session: { current: getSession, validated: () => ensureValidSession().then(getSession) },
    },
    defaultPreload: 'intent',
    // TanStack Query decides when data is stale.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // A change of the search parameters, such as each letter of a search, is shown at once.
    defaultViewTransition: {
      types: ({ fromLocation, pathChanged }) =>
        fromLocation !== undefined && pathChanged && isMotionWanted() && ['page'],
    },
    defaultPendingMs: 300,
    defaultErrorComponent: LoadFailurePage,
    defaultPendingComponent: PagePending,
  });

// Prevents the router from reloading the document when a page's code fails to load, because unsaved text
// would be lost whenever the server does not respond. `LoadFailurePage` reloads if there is a newer version.
window.addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = `Not loaded: ${payload.message}`;
});

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { Namespace } from '#shared/i18n/namespaces.ts';
import { type AdminPage, adminPageRedirect } from '#shared/session/page-guards.ts';
import { principalOf } from '#shared/session/principal.ts';
import type { RouterContext } from './router-context.ts';

interface RouteArguments {
  readonly context: RouterContext;
}

/** `beforeLoad` of a route: redirects principals that may not see a page of the admin panel (SPEC 2). */
export function guardAdminPage(page: AdminPage) {
  return async ({ context }: RouteArguments): Promise<void> => {
    const session = await context.session.validated();
    const target = adminPageRedirect(principalOf(session), page);
    if (target !== null) throw redirect({ to: target, replace: true });
  };
}

/**
 * `loader` of a route: waits for the page's translations. Starts to load the page's data if the user is
 * logged in, but does not wait, because the page shows its own loading state and errors.
 */
export function loadPanelPage(
  texts: readonly Namespace[],
  prefetch?: (queries: QueryClient) => unknown,
) {
  return async ({ context: { queryClient, session } }: RouteArguments): Promise<void> => {
    if (session.current().kind !== 'none') prefetch?.(queryClient);
    await loadTexts(...texts);
  };
}

import { can } from '@satchel/api-client/permissions';
import { redirect } from '@tanstack/react-router';
import { mountPathRedirect } from '#shared/session/page-guards.ts';
import { principalOf } from '#shared/session/principal.ts';
import type { RouterContext } from '#shared/shell/router-context.ts';
import { pathOfSplat, splatOf } from './entry-path.ts';
import { directoryOptions } from './queries.ts';

/**
 * Loader of the route. Redirects an API key to its base path if it opens a path outside of it (SPEC 2), and
 * starts to request the directory. It does not wait for the response, because the page shows its own loading
 * state.
 */
export async function openDirectory(
  { queryClient, session }: RouterContext,
  splat: string | undefined,
): Promise<void> {
  const principal = principalOf(await session.validated());
  const home = mountPathRedirect(principal, `/${splat ?? ''}`);
  if (home !== null) {
    throw redirect({ to: '/mount-explorer/$', params: { _splat: splatOf(home) }, replace: true });
  }
  if (!can(principal, 'mount_view')) return;
  void queryClient.prefetchInfiniteQuery(directoryOptions(pathOfSplat(splat)));
}

import { can } from '@satchel/api-client/permissions';
import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query';
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
  const validated = session.validated();
  const current = session.current();
  // The rights of an administrator do not depend on the answer, which comes after the code of the page.
  const principal = principalOf(current.kind === 'admin' ? current : await validated);
  const home = mountPathRedirect(principal, `/${splat ?? ''}`);
  if (home !== null) {
    throw redirect({ to: '/mount-explorer/$', params: { _splat: splatOf(home) }, replace: true });
  }
  if (!can(principal, 'mount_view')) return;
  void readAhead(queryClient, directoryOptions(pathOfSplat(splat)));
}

/**
 * Requests the second page as soon as the first has arrived, not only when that has been rendered: a gallery by
 * time may begin on the second, and would request thumbnails of the first in vain.
 */
async function readAhead(
  queryClient: QueryClient,
  options: ReturnType<typeof directoryOptions>,
): Promise<void> {
  await queryClient.prefetchInfiniteQuery(options);
  const pages = queryClient.getQueryData(options.queryKey)?.pages ?? [];
  if (pages.length !== 1 || !pages[0]?.next_cursor) return;
  await new InfiniteQueryObserver(queryClient, options).fetchNextPage();
}

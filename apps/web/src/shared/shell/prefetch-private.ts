import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import type { RouterContext } from './router-context.ts';

/**
 * For loaders of pages that need a log-in: begins to load what the page shows, unless nobody is logged
 * in. It is not waited for, because the page shows itself that it is under way, or why it failed.
 */
export function prefetchPrivate<Data, Key extends QueryKey>(
  { queryClient, session }: RouterContext,
  options: FetchQueryOptions<Data, Error, Data, Key>,
): void {
  if (session.current().kind !== 'none') void queryClient.prefetchQuery(options);
}

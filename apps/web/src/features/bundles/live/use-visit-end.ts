import { isApiError } from '@satchel/api-client/api-error';
import { matchQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { bundleKeys, bundleQueries, type OpenedBundle } from '../queries.ts';

/** Age from which a visit is renewed. Its grant lives an hour, and later requests would count as visits. */
const RENEW_AFTER_MS = 55 * 60_000;

/**
 * Renews a visit whose grant ends. A bundle with a password or a limit is not opened again without the
 * visitor.
 */
export function useVisitEnd({ slug, grant, has_password, max_views }: OpenedBundle) {
  const queryClient = useQueryClient();
  const [endedGrant, setEndedGrant] = useState<string | null>(null);
  const isFree = !has_password && max_views === null;
  const endVisit = useCallback(() => {
    const { queryKey } = bundleQueries.content(slug);
    if (isFree) void queryClient.refetchQueries({ queryKey });
    else setEndedGrant(grant);
  }, [isFree, slug, grant, queryClient]);

  useEffect(() => {
    const timer = setTimeout(() => {
      // A page in the background opens the bundle again when somebody looks at it.
      if (document.visibilityState === 'visible') endVisit();
      else document.addEventListener('visibilitychange', endVisit, { once: true });
    }, RENEW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', endVisit);
    };
  }, [endVisit]);

  // A change by the owner, such as another title or password, ends the grants of a bundle with a password.
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        const isOwn = matchQuery({ queryKey: [...bundleKeys.visited, slug] }, query);
        if (type === 'updated' && isOwn && isVisitRefused(query.state.error)) setEndedGrant(grant);
      }),
    [slug, grant, queryClient],
  );

  return { hasEnded: endedGrant === grant, endVisit };
}

/** Whether the server takes the grant of a visit no more, and asks for the password. */
export function isVisitRefused(error: unknown): boolean {
  return isApiError(error, 'bundles.password_required');
}

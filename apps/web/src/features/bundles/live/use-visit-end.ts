import { isApiError } from '@satchel/api-client/api-error';
import { matchQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { bundleKeys, bundleQueries, type OpenedBundle, type VisitedBundle } from '../queries.ts';

/** Age from which a visit is renewed. Its grant lives an hour, and later requests would count as visits. */
const RENEW_AFTER_MS = 55 * 60_000;

/**
 * Renews a visit whose grant ends. A bundle with a password or a limit is not opened again without the
 * visitor. `live` is the newest metadata, which has a grant as long as the visit lasts.
 */
export function useVisitEnd(opened: OpenedBundle, live: VisitedBundle) {
  const { slug, grant, has_password, max_views } = opened;
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

  useEffect(() => {
    if (live.grant === undefined) endVisit();
  }, [live.grant, endVisit]);

  // Browsers tell of a failed download only in their list of downloads, so a click asks whether the visit lasts.
  useEffect(() => {
    const check = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest('a[download]')) return;
      for (const queryKey of [bundleKeys.live(slug), bundleQueries.summary(slug).queryKey]) {
        void queryClient.refetchQueries({ queryKey });
      }
    };
    document.addEventListener('click', check);
    return () => document.removeEventListener('click', check);
  }, [slug, queryClient]);

  return { hasEnded: endedGrant === grant, endVisit };
}

/** Whether the server takes the grant of a visit no more, and asks for the password. */
export function isVisitRefused(error: unknown): boolean {
  return isApiError(error, 'bundles.password_required');
}

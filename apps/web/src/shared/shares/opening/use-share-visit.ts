import { isApiError } from '@satchel/api-client/api-error';
import { can } from '@satchel/api-client/permissions';
import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { usePrincipal } from '#shared/session/use-session.ts';
import { type createShareQueries, opensAtOnce, type ShareFacts } from '../share-queries.ts';

type ShareQueries<Summary, Content, Own> = Pick<
  ReturnType<typeof createShareQueries<Summary, Content, Own, never, never>>,
  'permission' | 'summary' | 'content' | 'own' | 'factsOf'
>;

type Unlock = UseMutationResult<unknown, Error, string>;

/** Progress of a visit to a share's page. */
export type ShareState<Summary, Content, Own> =
  | { step: 'asking' }
  | { step: 'failed'; error: Error; retry: () => void }
  | { step: 'locked'; viewsLeft: number | null; unlock: Unlock }
  | { step: 'limited'; summary: Summary; viewsLeft: number; open: () => void }
  | { step: 'open'; content: Content }
  /** Opened by its owner, without using up a view; `isOver` if visitors can no longer open it. */
  | { step: 'owned'; own: Own; isOver: boolean };

export interface ShareVisit<Summary, Content, Own> {
  state: ShareState<Summary, Content, Own>;
  summary: Summary | undefined;
  /** The share in its owner's view, for owners only. It costs no view and works after the share's end. */
  own: Own | undefined;
  /** Whether the session of the owner has ended since the page was opened. */
  isOwnerLoggedOut: boolean;
  openAsOwner: () => void;
}

/** A visit to a share's page: reads the metadata, asks for the password, then opens the share. */
export function useShareVisit<Summary, Content, Own>(
  slug: string,
  queries: ShareQueries<Summary, Content, Own>,
  unlock: Unlock,
): ShareVisit<Summary, Content, Own> {
  const principal = usePrincipal();
  const mayOwn = can(principal, queries.permission);
  const [isOpening, setIsOpening] = useState(false);
  const [isOwnerView, setIsOwnerView] = useState(false);
  const summary = useQuery(queries.summary(slug));
  const facts = summary.data && queries.factsOf(summary.data);
  const viewsLeft = facts ? viewsLeftOf(facts) : null;
  const isFree = facts !== undefined && opensAtOnce(facts);
  const isOver = isGone(summary.error);
  const content = useQuery({
    ...queries.content(slug),
    enabled: (isFree || isOpening) && !isOwnerView && !isOver,
  });
  // Renders the content in slices; a query's own update would block a slow phone until all is rendered.
  const opened = useDeferredValue(content.data);
  const own = useQuery({ ...queries.own(slug), enabled: mayOwn, retry: false });

  const [wasOwn, setWasOwn] = useState(false);
  if (own.data && !wasOwn) setWasOwn(true);

  function readState(): ShareState<Summary, Content, Own> {
    if (own.data && isOwnerView) return { step: 'owned', own: own.data, isOver };
    // The metadata may be read again, such as after the network was gone, and the view may be the last one.
    const isOpen = !isOver || isUsedUp(summary.error);
    if (opened && isOpen) return { step: 'open', content: opened };
    const error = summary.error ?? content.error ?? (isGone(unlock.error) ? unlock.error : null);
    if (error) return { step: 'failed', error, retry: () => void summary.refetch() };
    if (!summary.data || content.isFetching || content.data) return { step: 'asking' };
    if (facts?.hasPassword) return { step: 'locked', viewsLeft, unlock };
    return {
      step: 'limited',
      summary: summary.data,
      viewsLeft: viewsLeft ?? 0,
      open: () => setIsOpening(true),
    };
  }

  return {
    state: readState(),
    summary: summary.data,
    own: own.data,
    isOwnerLoggedOut: wasOwn && principal.kind === 'anonymous',
    openAsOwner() {
      setIsOwnerView(true);
      setIsOpening(false);
    },
  };
}

/** Remaining views of a share; null if unlimited. */
function viewsLeftOf({ views, maxViews }: ShareFacts) {
  return maxViews ? Math.max(0, maxViews - views) : null;
}

function isUsedUp(error: unknown): boolean {
  return isApiError(error) && error.code.endsWith('.used_up');
}

/** Whether the share does not exist for visitors: never created, deleted, expired or used up. */
function isGone(error: unknown): error is Error {
  return isApiError(error) && (error.status === 404 || error.status === 410);
}

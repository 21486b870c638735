import { can } from '@satchel/api-client/permissions';
import { Button } from '@satchel/ui/actions/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '#shared/session/use-session.ts';
import { LimitedShareGate, PasswordPrompt, ShareProblem } from '#shared/shares/gates.tsx';
import { isGone } from '#shared/shares/is-gone.ts';
import { viewsLeftOf } from '#shared/shares/views-left.ts';
import { PagePending } from '#shared/shell/page-pending.tsx';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { useUnlockTextShare } from '../mutations.ts';
import {
  openedByOwner,
  ownTextShareOptions,
  textShareContentOptions,
  textShareSummaryOptions,
} from '../queries.ts';
import { TextShareView } from './text-share-view.tsx';

/** The page of a text's link: reads what costs no view, asks for the password, then opens the share. */
export function TextSharePage({ slug }: { slug: string }) {
  const { t } = useTranslation(['text-shares', 'share-views']);
  const mayOwn = can(usePrincipal(), 'text');
  const queryClient = useQueryClient();
  const [isOpening, setIsOpening] = useState(false);
  const [isOwnerView, setIsOwnerView] = useState(false);
  const summary = useQuery(textShareSummaryOptions(slug));
  usePageTitle(summary.data?.remark || t('view.pageTitle', { slug }));
  const viewsLeft = summary.data ? viewsLeftOf(summary.data) : null;
  const isFree = summary.data?.hasPassword === false && viewsLeft === null;
  const isOver = isGone(summary.error);
  const content = useQuery({
    ...textShareContentOptions(slug),
    enabled: (isFree || isOpening) && !isOwnerView && !isOver,
  });
  // Reads the owner's view without spending a view. It also works for an expired share.
  const own = useQuery({ ...ownTextShareOptions(slug), enabled: mayOwn, retry: false });
  const unlock = useUnlockTextShare(slug);

  function showEdited() {
    // From here on the text is fetched by the call for owners, because a visitor's call costs a view.
    setIsOwnerView(true);
    setIsOpening(false);
    queryClient.removeQueries({ queryKey: textShareContentOptions(slug).queryKey });
    void queryClient.invalidateQueries({ queryKey: textShareSummaryOptions(slug).queryKey });
  }
  const forOwner = { slug, ownId: own.data?.id, onEdited: showEdited };

  if (own.data && isOwnerView) {
    return <TextShareView {...forOwner} share={openedByOwner(own.data)} isOver={isOver} />;
  }
  if (content.data && !isOver) return <TextShareView {...forOwner} share={content.data} />;
  const openAsOwner = own.data && (
    <Button variant="quiet" onClick={() => setIsOwnerView(true)}>
      {t('share-views:owner.open')}
    </Button>
  );
  const error = summary.error ?? content.error ?? (isGone(unlock.error) ? unlock.error : null);
  if (error) {
    return (
      <ShareProblem error={error} onRetry={() => void summary.refetch()}>
        {openAsOwner}
      </ShareProblem>
    );
  }
  if (!summary.data || content.isFetching) return <PagePending />;
  if (summary.data.hasPassword) {
    return (
      <PasswordPrompt
        isBusy={unlock.isPending}
        error={unlock.error}
        viewsLeft={viewsLeft}
        onSubmit={(password) => unlock.mutate(password)}
      >
        {openAsOwner}
      </PasswordPrompt>
    );
  }
  return (
    <LimitedShareGate
      viewsLeft={viewsLeft ?? 0}
      subtitle={summary.data.remark}
      onOpen={() => setIsOpening(true)}
    >
      {openAsOwner}
    </LimitedShareGate>
  );
}

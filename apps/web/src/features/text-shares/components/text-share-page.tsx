import { ApiError } from '@satchel/api-client/api-error';
import { owns } from '@satchel/permissions';
import { Button } from '@satchel/ui/button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#shared/errors/error-sentence.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { LimitedShareGate } from '#shared/shares/limited-share-gate.tsx';
import { PasswordPrompt } from '#shared/shares/password-prompt.tsx';
import { ShareProblem } from '#shared/shares/share-problem.tsx';
import { viewsLeftOf } from '#shared/shares/views-left.ts';
import { PagePending } from '#shared/shell/page-pending.tsx';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { useUnlockTextShare } from '../mutations.ts';
import {
  ownTextShareOptions,
  textShareContentOptions,
  textShareSummaryOptions,
} from '../queries.ts';
import { TextShareView } from './text-share-view.tsx';

/** The page of a text's link: reads what costs no view, asks for the password, then opens the share. */
export function TextSharePage({ slug }: { slug: string }) {
  const { t } = useTranslation(['text-shares', 'share-views']);
  usePageTitle(t('view.pageTitle', { slug }));
  const principal = usePrincipal();
  const queryClient = useQueryClient();
  const [isOpening, setIsOpening] = useState(false);
  const [isOwnerView, setIsOwnerView] = useState(false);
  const summary = useQuery(textShareSummaryOptions(slug));
  const viewsLeft = summary.data ? viewsLeftOf(summary.data) : null;
  const isFree = summary.data?.hasPassword === false && viewsLeft === null;
  const content = useQuery({
    ...textShareContentOptions(slug),
    enabled: (isFree || isOpening) && !isOwnerView,
  });
  // Without its password a share does not tell who made it. Whether this key did is found out by the
  // call for owners.
  const mayOwn = summary.data?.hasPassword === true && principal.kind === 'apiKey';
  const own = useQuery({ ...ownTextShareOptions(slug), enabled: isOwnerView || mayOwn });
  const unlock = useUnlockTextShare(slug);

  function showEdited() {
    // From here on the text is fetched by the call for owners, because a visitor's call costs a view.
    setIsOwnerView(true);
    setIsOpening(false);
    queryClient.removeQueries({ queryKey: textShareContentOptions(slug).queryKey });
    void queryClient.invalidateQueries({ queryKey: textShareSummaryOptions(slug).queryKey });
  }

  if (own.data && summary.data && isOwnerView) {
    const { content: text, remark, created_by } = own.data;
    const share = { ...summary.data, content: text, remark, created_by, isLastView: false };
    return <TextShareView slug={slug} share={share} onEdited={showEdited} />;
  }
  if (content.data && !isOwnerView) {
    return <TextShareView slug={slug} share={content.data} onEdited={showEdited} />;
  }
  const ownError = isOwnerView ? own.error : null;
  const error = summary.error ?? content.error ?? ownError ?? fatalOf(unlock.error);
  if (error) {
    return <ShareProblem error={error} onRetry={() => void summary.refetch()} />;
  }
  if (!summary.data || content.isFetching || (isOwnerView && own.isFetching))
    return <PagePending />;

  const isOwner = owns(principal, own.data?.created_by ?? summary.data.created_by);
  const ownerAccess = isOwner && (
    <Button variant="quiet" onClick={() => setIsOwnerView(true)}>
      {t('view.openAsOwner')}
    </Button>
  );
  if (summary.data.hasPassword) {
    return (
      <PasswordPrompt
        isBusy={unlock.isPending}
        error={unlock.error ? errorSentence(unlock.error) : undefined}
        viewsLeft={viewsLeft}
        onSubmit={(password) => unlock.mutate(password)}
      >
        {ownerAccess}
      </PasswordPrompt>
    );
  }
  return (
    <LimitedShareGate viewsLeft={viewsLeft ?? 0} onOpen={() => setIsOpening(true)}>
      {ownerAccess}
    </LimitedShareGate>
  );
}

/** Errors that replace the prompt, such as "expired". A wrong password is shown in the prompt itself. */
function fatalOf(error: Error | null): Error | null {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410);
  return isGone ? error : null;
}

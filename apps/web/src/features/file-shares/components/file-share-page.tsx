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
import { useUnlockFileShare } from '../mutations.ts';
import {
  fileShareAccessOptions,
  fileShareSummaryOptions,
  ownFileShareOptions,
} from '../queries.ts';
import { FileOwnerActions } from './file-owner-actions.tsx';
import { FileShareView } from './file-share-view.tsx';
import { FileSummary } from './file-summary.tsx';

/** The page of a file's link: reads what costs no view, asks for the password, then opens the share. */
export function FileSharePage({ slug }: { slug: string }) {
  const { t } = useTranslation(['file-shares', 'share-views']);
  const mayOwn = can(usePrincipal(), 'file_share');
  const queryClient = useQueryClient();
  const [isOpening, setIsOpening] = useState(false);
  const [isOwnerView, setIsOwnerView] = useState(false);
  const summary = useQuery(fileShareSummaryOptions(slug));
  const share = summary.data;
  usePageTitle(share && !share.has_password ? share.filename : t('view.pageTitle', { slug }));
  const viewsLeft = share ? viewsLeftOf({ views: share.views, maxViews: share.max_views }) : null;
  const isFree = share?.has_password === false && viewsLeft === null;
  const isOver = isGone(summary.error);
  const access = useQuery({
    ...fileShareAccessOptions(slug),
    enabled: (isFree || isOpening) && !isOwnerView && !isOver,
  });
  // Reads the owner's view without spending a view. It also works for an expired share.
  const own = useQuery({ ...ownFileShareOptions(slug), enabled: mayOwn, retry: false });
  const unlock = useUnlockFileShare(slug);

  async function reload() {
    queryClient.removeQueries({ queryKey: fileShareAccessOptions(slug).queryKey });
    await Promise.all([own.refetch(), summary.refetch()]);
  }
  const ownerActions = own.data && <FileOwnerActions share={own.data} onChanged={reload} />;
  const openAsOwner = own.data && (
    <Button variant="quiet" onClick={() => setIsOwnerView(true)}>
      {t('share-views:owner.open')}
    </Button>
  );

  if (isOwnerView && own.data) {
    const { urls, ...row } = own.data;
    return (
      <FileShareView share={{ ...row, ...urls, isLastView: false }} isOver={isOver}>
        {ownerActions}
      </FileShareView>
    );
  }
  if (access.data?.downloadUrl && !isOver) {
    return <FileShareView share={access.data}>{ownerActions}</FileShareView>;
  }
  const error = summary.error ?? access.error ?? (isGone(unlock.error) ? unlock.error : null);
  if (error) {
    return (
      <ShareProblem error={error} onRetry={() => void summary.refetch()}>
        {own.data && (
          <>
            {openAsOwner}
            {ownerActions}
          </>
        )}
      </ShareProblem>
    );
  }
  if (!share || access.isFetching) return <PagePending />;
  if (share.has_password) {
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
      subtitle={<FileSummary share={share} />}
      onOpen={() => setIsOpening(true)}
    >
      {openAsOwner}
    </LimitedShareGate>
  );
}

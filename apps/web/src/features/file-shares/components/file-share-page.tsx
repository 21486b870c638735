import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoginLink } from '#shared/shares/login-notice.tsx';
import { ShareDoor } from '#shared/shares/opening/share-door.tsx';
import { useShareVisit } from '#shared/shares/opening/use-share-visit.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { useUnlockFileShare } from '../mutations.ts';
import { fileShareQueries } from '../queries.ts';
import { FileOwnerActions } from './file-owner-actions.tsx';
import { FileShareView } from './file-share-view.tsx';
import { FileSummary } from './file-summary.tsx';

/** Page of a shared file's link. */
export function FileSharePage({ slug }: { slug: string }) {
  const { t } = useTranslation('file-shares');
  const queryClient = useQueryClient();
  const visit = useShareVisit(slug, fileShareQueries, useUnlockFileShare(slug));
  const { state, summary, own } = visit;
  usePageTitle(summary && !summary.has_password ? summary.filename : t('view.pageTitle', { slug }));

  function reload() {
    queryClient.removeQueries({ queryKey: fileShareQueries.content(slug).queryKey });
    for (const read of [fileShareQueries.own, fileShareQueries.summary]) {
      void queryClient.refetchQueries({ queryKey: read(slug).queryKey });
    }
  }
  const ownerActions = own ? (
    <FileOwnerActions share={own} onChanged={reload} />
  ) : (
    visit.isOwnerLoggedOut && <LoginLink />
  );

  if (state.step === 'owned') {
    const { urls, ...row } = state.own;
    // No grant outlives its share.
    const proxied = state.isOver ? urls.previewUrl : urls.proxyPreviewUrl;
    return (
      <FileShareView
        share={{ ...row, ...urls, proxy_preview_url: proxied, isLastView: false }}
        isOver={state.isOver}
      >
        {ownerActions}
      </FileShareView>
    );
  }
  if (state.step === 'open') {
    return <FileShareView share={state.content}>{ownerActions}</FileShareView>;
  }
  return (
    <ShareDoor
      visit={visit}
      subtitle={(share) => <FileSummary share={share} />}
      ownerActions={ownerActions}
    />
  );
}

import { ApiError } from '@satchel/api-client/api-error';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#shared/errors/error-sentence.ts';
import { LimitedShareGate } from '#shared/shares/limited-share-gate.tsx';
import { PasswordPrompt } from '#shared/shares/password-prompt.tsx';
import { ShareProblem } from '#shared/shares/share-problem.tsx';
import { viewsLeftOf } from '#shared/shares/views-left.ts';
import { PagePending } from '#shared/shell/page-pending.tsx';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { useUnlockFileShare } from '../mutations.ts';
import { fileShareAccessOptions, fileShareSummaryOptions } from '../queries.ts';
import { FileShareView } from './file-share-view.tsx';

/** The page of a file's link: reads what costs no view, asks for the password, then opens the share. */
export function FileSharePage({ slug }: { slug: string }) {
  const { t } = useTranslation('file-shares');
  usePageTitle(t('view.pageTitle', { slug }));
  const [isOpening, setIsOpening] = useState(false);
  const summary = useQuery(fileShareSummaryOptions(slug));
  const share = summary.data;
  const viewsLeft = share ? viewsLeftOf({ views: share.views, maxViews: share.max_views }) : null;
  const isFree = share?.has_password === false && viewsLeft === null;
  const access = useQuery({ ...fileShareAccessOptions(slug), enabled: isFree || isOpening });
  const unlock = useUnlockFileShare(slug);

  if (access.data?.downloadUrl) return <FileShareView share={access.data} />;
  const error = summary.error ?? access.error ?? fatalOf(unlock.error);
  if (error) return <ShareProblem error={error} onRetry={() => void summary.refetch()} />;
  if (!share || access.isFetching) return <PagePending />;
  return share.has_password ? (
    <PasswordPrompt
      isBusy={unlock.isPending}
      error={unlock.error ? errorSentence(unlock.error) : undefined}
      viewsLeft={viewsLeft}
      onSubmit={(password) => unlock.mutate(password)}
    />
  ) : (
    <LimitedShareGate viewsLeft={viewsLeft ?? 0} onOpen={() => setIsOpening(true)} />
  );
}

/** Errors that replace the prompt, such as "expired". A wrong password is shown in the prompt itself. */
function fatalOf(error: Error | null): Error | null {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410);
  return isGone ? error : null;
}

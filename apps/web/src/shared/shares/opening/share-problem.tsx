import { isApiError } from '@satchel/api-client/api-error';
import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { Link } from '@tanstack/react-router';
import { CircleAlert, EyeOff, FileQuestion, FolderX, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';

type Problem = 'notFound' | 'expired' | 'ended' | 'folderGone' | 'usedUp' | 'failed';

const ICON: Record<Problem, ReactNode> = {
  notFound: <FileQuestion />,
  expired: <Hourglass />,
  ended: <Hourglass />,
  folderGone: <FolderX />,
  usedUp: <EyeOff />,
  failed: <CircleAlert />,
};

function problemOf(error: unknown): Problem {
  if (!isApiError(error)) return 'failed';
  if (error.code === 'upload_requests.expired') return 'ended';
  if (error.code.endsWith('.folder_gone')) return 'folderGone';
  if (error.code.endsWith('.expired')) return 'expired';
  if (error.code.endsWith('.used_up')) return 'usedUp';
  return error.status === 404 ? 'notFound' : 'failed';
}

export interface ShareProblemProps {
  error: unknown;
  onRetry: () => void;
  /** Actions of the owner. */
  children?: ReactNode;
}

/** Shows why a share cannot be shown. Offers a retry only if the failure may be temporary. */
export function ShareProblem({ error, onRetry, children }: ShareProblemProps) {
  const { t } = useTranslation(['share-views', 'shell']);
  const problem = problemOf(error);
  return (
    <ErrorState
      isPageHeading
      icon={ICON[problem]}
      title={t(`states.${problem}Title`)}
      description={problem === 'failed' ? sentenceOf(error) : t(`states.${problem}`)}
      action={
        <>
          {problem === 'failed' && (
            <Button variant="primary" onClick={onRetry}>
              {t('shell:actions.retry')}
            </Button>
          )}
          {children}
          <Link to="/" className={buttonClassName(children ? 'quiet' : 'secondary')}>
            {t('states.home')}
          </Link>
        </>
      }
    />
  );
}

import { ApiError } from '@satchel/api-client/api-error';
import { Button, buttonClassName } from '@satchel/ui/button';
import { ErrorState } from '@satchel/ui/error-state';
import { Link } from '@tanstack/react-router';
import { CircleAlert, EyeOff, FileQuestion, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#shared/errors/error-sentence.ts';

type Problem = 'notFound' | 'expired' | 'usedUp' | 'failed';

const ICON: Record<Problem, ReactNode> = {
  notFound: <FileQuestion />,
  expired: <Hourglass />,
  usedUp: <EyeOff />,
  failed: <CircleAlert />,
};

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.code.endsWith('.expired')) return 'expired';
  if (error.code.endsWith('.used_up')) return 'usedUp';
  return error.status === 404 ? 'notFound' : 'failed';
}

/** Why a share cannot be shown; "try again" is offered only if the failure may be temporary. */
export function ShareProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['share-views', 'shell']);
  const problem = problemOf(error);
  return (
    <ErrorState
      isPageHeading
      icon={ICON[problem]}
      title={t(`states.${problem}Title`)}
      description={problem === 'failed' ? errorSentence(error) : t(`states.${problem}`)}
      action={
        <>
          {problem === 'failed' && (
            <Button variant="primary" onClick={onRetry}>
              {t('shell:actions.retry')}
            </Button>
          )}
          <Link to="/" className={buttonClassName()}>
            {t('states.home')}
          </Link>
        </>
      }
    />
  );
}

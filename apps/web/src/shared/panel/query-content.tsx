import { Button } from '@satchel/ui/actions/button';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';

export interface QueryContentProps<Data> {
  query: UseQueryResult<Data>;
  /** Error message for a failed load. */
  failure: string;
  /** Shown while the data loads. */
  placeholder?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows a query's data, its loading state, or its error with a retry button. */
export function QueryContent<Data>({
  query,
  failure,
  placeholder = <Skeleton className="h-64" />,
  children,
}: QueryContentProps<Data>) {
  const { t } = useTranslation('shell');
  // Keeps showing loaded data when a later request fails.
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return placeholder;
  return (
    <ErrorState
      title={failure}
      description={sentenceOf(query.error)}
      action={
        <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
          {t('actions.retry')}
        </Button>
      }
    />
  );
}

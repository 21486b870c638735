import { Button } from '@satchel/ui/actions/button';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';

export interface QueryContentProps<Data> {
  query: UseQueryResult<Data>;
  /** Sentence that says what could not be loaded. */
  failure: string;
  /** Shown until the data is there. */
  placeholder?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows a query's data, its loading state, or its failure with a retry button. */
export function QueryContent<Data>({
  query,
  failure,
  placeholder = <Skeleton className="h-64" />,
  children,
}: QueryContentProps<Data>) {
  const { t } = useTranslation('shell');
  // Loaded data stays when a later request fails.
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

import { Button } from '@satchel/ui/button';
import { ErrorState } from '@satchel/ui/error-state';
import { Skeleton } from '@satchel/ui/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';

export interface QueryContentProps<Data> {
  query: UseQueryResult<Data>;
  /** What could not be loaded, as a sentence. */
  failure: string;
  /** Shown until the data is there. */
  placeholder?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a query has found, or that it is under way, or why it failed and how to try again. */
export function QueryContent<Data>({
  query,
  failure,
  placeholder = <Skeleton className="h-64" />,
  children,
}: QueryContentProps<Data>) {
  const { t } = useTranslation('shell');
  // What is there stays where a later request fails.
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

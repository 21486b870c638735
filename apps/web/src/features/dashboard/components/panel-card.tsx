import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { Card } from '@satchel/ui/layout/card';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryContent, type QueryContentProps } from '#shared/panel/query-content.tsx';

export interface PanelCardProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A section of the dashboard. Screen readers find it by its title. */
export function PanelCard({ title, action, children }: PanelCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <Card className="flex flex-1 flex-col gap-4 p-4">
        <div className="flex min-h-9 flex-wrap items-center gap-3">
          <h2 id={id} className="flex-1 text-heading">
            {title}
          </h2>
          {action}
        </div>
        {children}
      </Card>
    </section>
  );
}

export interface QueryCardProps<Data>
  extends Omit<PanelCardProps, 'children'>,
    Pick<QueryContentProps<Data>, 'query' | 'children'> {
  /** Class of the height that the content will have. */
  height: string;
}

/** A section of the dashboard that loads by itself. */
export function QueryCard<Data>({ query, height, children, ...card }: QueryCardProps<Data>) {
  const { t } = useTranslation('dashboard');
  return (
    <PanelCard {...card}>
      <QueryContent
        query={query}
        failure={t('loadFailed')}
        placeholder={<Skeleton className={height} />}
      >
        {children}
      </QueryContent>
    </PanelCard>
  );
}

import { Button } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPage } from '#shared/session/page-guards.ts';
import { PanelPage } from './panel-page.tsx';
import { QueryContent } from './query-content.tsx';

export interface RowsPageProps<Row> {
  page: AdminPage;
  /** Namespace of the page's texts. */
  texts: 'mounts' | 'storage-configs';
  /** Shown while there are no rows. */
  icon: ReactNode;
  query: UseQueryResult<readonly Row[]>;
  onAdd: () => void;
  /** Shows the rows. */
  list: (rows: readonly Row[]) => ReactNode;
  /** Sheets and dialogs. */
  children: ReactNode;
}

/** A page of the few rows of one kind, to which others can be added. */
export function RowsPage<Row>({
  page,
  texts,
  icon,
  query,
  onAdd,
  list,
  children,
}: RowsPageProps<Row>) {
  const { t } = useTranslation(texts);
  const add = (
    <Button variant="primary" icon={<Plus className="size-4" />} onClick={onAdd}>
      {t('add')}
    </Button>
  );
  return (
    <PanelPage page={page} description={t('description')} actions={add}>
      <QueryContent query={query} failure={t('loadFailed')}>
        {(rows) =>
          rows.length > 0 ? (
            list(rows)
          ) : (
            <EmptyState icon={icon} title={t('empty')} description={t('emptyHint')} action={add} />
          )
        }
      </QueryContent>
      {children}
    </PanelPage>
  );
}

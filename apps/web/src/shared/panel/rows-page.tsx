import { Button } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPage } from '#shared/session/page-guards.ts';
import { ConfirmMutation } from './confirm-mutation.tsx';
import { PanelPage } from './panel-page.tsx';
import { QueryContent } from './query-content.tsx';
import { RowSheet } from './row-sheet.tsx';
import { useSheet } from './use-sheet.ts';

export interface RowsPageProps<Row> {
  page: AdminPage;
  /** Translation namespace of the page. */
  texts: 'mounts' | 'storage-configs';
  /** Shown while there are no rows. */
  icon: ReactNode;
  query: UseQueryResult<readonly Row[]>;
  /** Renders the rows. */
  list: (rows: readonly Row[], actions: RowActions<Row>) => ReactNode;
  /** Sheet of a row; `row` is undefined for a new one. */
  editSheet: (row: Row | undefined) => ReactNode;
  deletion: UseMutationResult<unknown, Error, string>;
  /** Sentence about the effect of deleting a row. */
  deletionHint: (row: Row) => string;
  /** Further sheets. */
  children?: ReactNode;
}

export interface RowActions<Row> {
  onEdit: (row: Row) => void;
  onDelete: (row: Row) => void;
}

/** Page with a short list of rows, which the user can add to. */
export function RowsPage<Row extends { id: string; name: string }>({
  page,
  texts,
  icon,
  query,
  list: renderRows,
  editSheet,
  deletion,
  deletionHint,
  children,
}: RowsPageProps<Row>) {
  const { t } = useTranslation(texts);
  const sheet = useSheet();
  const [deleting, setDeleting] = useState<Row | null>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Menu button of the row after the one to delete, or before it; null if there is no other. */
  const neighbour = useRef<HTMLElement>(null);
  const isDeleted = useRef(false);

  function askAbout(row: Row, index: number): void {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[aria-haspopup="menu"]') ?? [];
    neighbour.current = buttons[index + 1] ?? buttons[index - 1] ?? null;
    isDeleted.current = false;
    setDeleting(row);
  }
  const add = (
    <Button
      variant="primary"
      icon={<Plus className="size-4" />}
      onClick={() => sheet.open({ edit: 'new' })}
    >
      {t('add')}
    </Button>
  );
  return (
    <PanelPage page={page} description={t('description')} actions={add}>
      <QueryContent query={query} failure={t('loadFailed')}>
        {(rows) =>
          rows.length > 0 ? (
            <div ref={list}>
              {renderRows(rows, {
                onEdit: ({ id }) => sheet.open({ edit: id }),
                onDelete: (row) => askAbout(row, rows.indexOf(row)),
              })}
            </div>
          ) : (
            <EmptyState icon={icon} title={t('empty')} description={t('emptyHint')} action={add} />
          )
        }
      </QueryContent>
      <RowSheet edited={sheet.search.edit} rows={query.data}>
        {editSheet}
      </RowSheet>
      {children}
      {deleting && (
        <ConfirmMutation
          mutation={deletion}
          input={deleting.id}
          title={t('delete.title', { name: deleting.name })}
          description={deletionHint(deleting)}
          doneText={() => t('delete.done', { name: deleting.name })}
          onDone={() => {
            isDeleted.current = true;
          }}
          // The button that had the focus is removed with its row.
          focusOnClose={() => (isDeleted.current ? neighbour.current : null)}
          onClose={() => setDeleting(null)}
        />
      )}
    </PanelPage>
  );
}

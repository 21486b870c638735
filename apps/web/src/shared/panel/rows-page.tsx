import { Button } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPage } from '#shared/session/page-guards.ts';
import { ConfirmMutation } from './confirm-mutation.tsx';
import { PanelPage } from './frame/panel-page.tsx';
import { PANEL_ICONS } from './frame/panel-sections.ts';
import { QueryContent } from './query-content.tsx';
import { RowSheet } from './sheets/row-sheet.tsx';
import { useSheet } from './sheets/use-sheet.ts';
import { useDeletionFocus } from './use-deletion-focus.ts';

/** Pages by the namespace of their texts. */
const PAGES = {
  mounts: 'mount-management',
  'storage-configs': 'storage-config',
} as const satisfies Record<string, AdminPage>;

export interface RowsPageProps<Row> {
  /** Translation namespace of the page. */
  texts: keyof typeof PAGES;
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
  texts,
  query,
  list: renderRows,
  editSheet,
  deletion,
  deletionHint,
  children,
}: RowsPageProps<Row>) {
  const { t } = useTranslation(texts);
  const sheet = useSheet();
  const page = PAGES[texts];
  const Icon = PANEL_ICONS[page];
  const [deleting, setDeleting] = useState<Row | null>(null);
  const focus = useDeletionFocus<HTMLDivElement>('[aria-haspopup="menu"]');
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => sheet.open({ edit: 'new' })}>
      {t('add')}
    </Button>
  );
  return (
    <PanelPage page={page} description={t('description')} actions={add}>
      <QueryContent query={query} failure={t('loadFailed')}>
        {(rows) =>
          rows.length > 0 ? (
            <div ref={focus.list}>
              {renderRows(rows, {
                onEdit: ({ id }) => sheet.open({ edit: id }),
                onDelete(row) {
                  focus.askAbout(rows.indexOf(row));
                  setDeleting(row);
                },
              })}
            </div>
          ) : (
            <EmptyState
              icon={<Icon />}
              title={t('empty')}
              description={t('emptyHint')}
              action={add}
            />
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
          {...focus.question}
          onClose={() => setDeleting(null)}
        />
      )}
    </PanelPage>
  );
}

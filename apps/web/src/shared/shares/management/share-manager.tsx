import { Button } from '@satchel/ui/button';
import { EmptyState } from '@satchel/ui/empty-state';
import { ErrorState } from '@satchel/ui/error-state';
import { Pagination } from '@satchel/ui/pagination';
import { Skeleton } from '@satchel/ui/skeleton';
import { SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#shared/errors/error-sentence.ts';
import { type BatchResult, DeleteDialog } from './delete-dialog.tsx';
import { PAGE_SIZES } from './list-search.ts';
import { ListToolbar } from './list-toolbar.tsx';
import type { ManagedShare } from './managed-share.ts';
import { QrDialog } from './qr-dialog.tsx';
import { ShareTable } from './share-table.tsx';
import type { ListControls } from './use-list-controls.ts';
import { useSelection } from './use-selection.ts';

export interface ShareManagerProps {
  title: string;
  caption: string;
  searchHint: string;
  empty: ReactNode;
  actions?: ReactNode;
  controls: ListControls;
  /** Undefined while the first page loads. */
  shares: readonly ManagedShare[] | undefined;
  total: number;
  error: Error | null;
  isRefreshing: boolean;
  isDeleting: boolean;
  onRefresh: () => void;
  onEdit: (share: ManagedShare) => void;
  onDelete: (ids: string[]) => Promise<BatchResult>;
}

/** The list of shares with its actions, for text shares and for file shares. */
export function ShareManager(props: ShareManagerProps) {
  const { t } = useTranslation(['share-lists', 'shell']);
  const { controls, shares = [], total } = props;
  const selection = useSelection(shares.map((share) => share.id));
  const [deleting, setDeleting] = useState<readonly ManagedShare[] | null>(null);
  const [shown, setShown] = useState<ManagedShare | null>(null);
  const first = (controls.page - 1) * controls.pageSize;

  useEffect(() => {
    // The last page has become empty by a deletion: go to the last one that has rows.
    if (props.shares?.length === 0 && controls.page > 1) controls.setPage(controls.page - 1);
  }, [props.shares, controls]);

  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-lg font-semibold">{props.title}</h1>
      <ListToolbar
        typed={controls.typed}
        onType={controls.setTyped}
        searchHint={props.searchHint}
        selectedCount={selection.ids.size}
        onClearSelection={selection.clear}
        onDeleteSelected={() => setDeleting(shares.filter(({ id }) => selection.ids.has(id)))}
        isRefreshing={props.isRefreshing}
        onRefresh={props.onRefresh}
        actions={props.actions}
      />
      {props.error ? (
        <ErrorState
          title={t('loadFailed')}
          description={errorSentence(props.error)}
          action={<Button onClick={props.onRefresh}>{t('shell:actions.retry')}</Button>}
        />
      ) : props.shares === undefined ? (
        <Skeleton className="h-80 w-full" />
      ) : shares.length > 0 ? (
        <ShareTable
          caption={props.caption}
          shares={shares}
          selection={selection}
          actions={{
            onEdit: props.onEdit,
            onDelete: (share) => setDeleting([share]),
            onShowQr: setShown,
          }}
        />
      ) : controls.search ? (
        <EmptyState
          icon={<SearchX />}
          title={t('noMatch', { search: controls.search })}
          description={t('noMatchHint')}
        />
      ) : (
        props.empty
      )}
      {total > 0 && (
        <Pagination
          page={controls.page}
          pageSize={controls.pageSize}
          total={total}
          pageSizes={PAGE_SIZES}
          onPageChange={controls.setPage}
          onPageSizeChange={controls.setPageSize}
          labels={{
            navigation: t('pages.navigation'),
            previous: t('pages.previous'),
            next: t('pages.next'),
            pageSize: t('pages.pageSize'),
            range: t('pages.range', {
              from: first + 1,
              to: Math.min(first + shares.length, total),
              total,
            }),
          }}
        />
      )}
      {deleting && (
        <DeleteDialog
          shares={deleting}
          isBusy={props.isDeleting}
          onDelete={props.onDelete}
          onClose={() => setDeleting(null)}
        />
      )}
      {shown && <QrDialog share={shown} onClose={() => setShown(null)} />}
    </div>
  );
}

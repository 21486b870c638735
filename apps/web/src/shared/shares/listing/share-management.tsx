import type { BUNDLE_STATES, SHARE_STATES } from '@satchel/api-client/contract/limits';
import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { FolderSearch, Link2, PenLine, Plus, QrCode, Upload } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataList } from '#shared/data-list/data-list.tsx';
import type { Column } from '#shared/data-list/rows/column.ts';
import type { RowAction } from '#shared/data-list/rows/row-action.ts';
import type { ListSearchSchema } from '#shared/data-list/search/list-search.ts';
import { type ListState, useListState } from '#shared/data-list/use-list-state.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { canOutliveThePage, type UndoableDeletions } from '#shared/undo/undoable-deletions.ts';
import type { EditedShare } from '../editing/edit-sheet.tsx';
import { scopeOf, withoutPending } from '../share-deletions.ts';
import { fetchAllRows, type RowsPage, type ShareName } from '../share-queries.ts';
import { copyLinks } from './copy-links.ts';
import type { ManagedShare } from './managed-share.ts';
import { QrDialog } from './qr-dialog.tsx';
import { useShareColumns } from './share-columns.tsx';

/** State that lists can be filtered by. */
type LinkState = (typeof SHARE_STATES | typeof BUNDLE_STATES)[number];

export interface ShareManagementProps<
  Wire,
  Row extends ManagedShare,
  Sort extends string,
  State extends LinkState,
> {
  /** Path of the page that creates shares; absent if the edit sheet does. */
  createAt?: '/' | '/upload';
  /** Shown while there are no shares. */
  icon: ReactNode;
  search: ListSearchSchema<Sort, State, object>;
  queries: {
    /** Translation namespace of the page, and name of its list. */
    name: ShareName;
    list: (
      list: ListState<Sort, State>,
    ) => UseQueryOptions<RowsPage<Wire>, Error, RowsPage<Wire>, QueryKey>;
  };
  /** Row that shows a link of the server's response. */
  rowOf: (link: Wire) => Row;
  /** Call that fetches all links of a filter. */
  all: Parameters<typeof fetchAllRows<Wire, Row, Sort, State>>[0];
  /** Changes the columns of all links. */
  columnsOf?: (standard: readonly Column<Row, Sort>[]) => readonly Column<Row, Sort>[];
  deletions: UndoableDeletions;
  /** Whether the namespace has sentences about deletions instead of those about shares. */
  hasOwnDeletionWords?: true;
  /** Further items of a row's menu. */
  moreActions?: (row: Row) => readonly RowAction[];
  /** Actions next to the button for a new share. */
  actions?: ReactNode;
  /** Edit sheet of a share, or of a `new` one. */
  editSheet: (share: EditedShare, rows: readonly Wire[] | undefined) => ReactNode;
}

/** Page with all links of one kind, and all their actions. */
export function ShareManagement<
  Wire,
  Row extends ManagedShare,
  Sort extends string,
  State extends LinkState,
>(props: ShareManagementProps<Wire, Row, Sort, State>) {
  const { t } = useTranslation(['share-lists', 'shell']);
  const { createAt, queries, rowOf } = props;
  const { t: own } = useTranslation(queries.name);
  usePageTitle(own('manage.pageTitle'));
  const { t: words } = useTranslation(props.hasOwnDeletionWords ? queries.name : 'share-lists');
  const list = useListState(props.search);
  const page = useQuery(queries.list(list));
  const columns = useShareColumns(list.sorts);
  const { edit, setEdit } = list;
  const navigate = useNavigate();
  const [shown, setShown] = useState<ManagedShare | null>(null);
  const [asked, setAsked] = useState<readonly ManagedShare[] | null>(null);
  const { deletions } = props;
  const pending = useSelector(deletions.pending);
  const scope = scopeOf(list);
  const visible = (rows: readonly Row[], total: number) =>
    withoutPending({ rows, total }, pending, scope);
  const deletionOf = (shares: readonly ManagedShare[]) => ({
    scope,
    ids: shares.map(({ id }) => id),
  });
  // Sends pending deletions when the page closes, because other pages show totals that have to match.
  useEffect(() => () => void deletions.makeAll(), [deletions]);

  function remove(shares: readonly ManagedShare[]) {
    const deletion = deletionOf(shares);
    if (!canOutliveThePage(deletion.ids)) return setAsked(shares);
    const deleted = words('manage.deleted', { count: shares.length });
    const filesStay = shares.some(({ isInPlace }) => isInPlace);
    deletions.offer(deletion, {
      deleted: filesStay ? `${deleted} ${t('filesStay')}` : deleted,
      undo: t('undo'),
    });
  }

  function placeAction({ place }: ManagedShare): readonly RowAction[] {
    if (!place) return [];
    const onSelect = () => void navigate(place);
    return [{ key: 'place', label: t('showInFiles'), icon: <FolderSearch />, onSelect }];
  }

  const Icon = createAt === '/upload' ? Upload : Plus;
  const createIcon = <Icon />;
  const create = createAt ? (
    <Link to={createAt} className={buttonClassName('primary')}>
      {createIcon}
      {own('manage.new')}
    </Link>
  ) : (
    <Button variant="primary" icon={createIcon} onClick={() => setEdit('new')}>
      {own('manage.new')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-title">{own('manage.title')}</h1>
      <DataList
        name={queries.name}
        caption={own('manage.caption')}
        searchHint={own('manage.searchHint')}
        list={list}
        page={{ ...page, data: page.data && visible(page.data.rows.map(rowOf), page.data.total) }}
        columns={props.columnsOf?.(columns) ?? columns}
        rowId={({ id }) => id}
        rowName={({ title }) => plainName(title)}
        stateLabel={(state) => t(`states.${state as LinkState}`)}
        actions={
          <>
            {props.actions}
            {create}
          </>
        }
        empty={
          <EmptyState
            icon={props.icon}
            title={own('manage.empty')}
            description={own('manage.emptyHint')}
            action={create}
          />
        }
        allRows={async (signal) => {
          const rows = await fetchAllRows(props.all, list, rowOf, signal);
          return visible(rows, rows.length).rows;
        }}
        onOpen={({ id }) => setEdit(id)}
        onDelete={remove}
        rowButtons={(share) => (
          <>
            <IconButton
              label={t('copyLink')}
              icon={<Link2 />}
              size="small"
              onClick={() => copyLinks([share])}
            />
            <IconButton
              label={t('edit')}
              icon={<PenLine />}
              size="small"
              onClick={() => setEdit(share.id)}
            />
          </>
        )}
        rowActions={(share) => [
          {
            key: 'edit',
            label: t('edit'),
            icon: <PenLine />,
            onSelect: () => setEdit(share.id),
          },
          {
            key: 'copy',
            label: t('copyLink'),
            icon: <Link2 />,
            onSelect: () => copyLinks([share]),
          },
          { key: 'qr', label: t('showQr'), icon: <QrCode />, onSelect: () => setShown(share) },
          ...placeAction(share),
          ...(props.moreActions?.(share) ?? []),
        ]}
        batchActions={[
          { key: 'copy', label: t('copyLinks'), icon: <Link2 />, onSelect: copyLinks },
        ]}
      />
      {shown && <QrDialog share={shown} onClose={() => setShown(null)} />}
      {asked && (
        <ConfirmDialog
          isDangerous
          title={words('manage.deleteTitle', { count: asked.length })}
          description={
            !props.hasOwnDeletionWords && asked.some(({ isInPlace }) => isInPlace)
              ? `${words('manage.deleteDescription')} ${t('filesStay')}`
              : words('manage.deleteDescription')
          }
          confirmLabel={t('shell:actions.delete')}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            deletions.make(deletionOf(asked));
            setAsked(null);
          }}
        />
      )}
      {edit !== undefined && (
        <Fragment key={edit}>
          {props.editSheet({ id: edit, onClose: () => setEdit(undefined) }, page.data?.rows)}
        </Fragment>
      )}
    </div>
  );
}

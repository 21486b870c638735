import { Button } from '@satchel/ui/actions/button';
import { EmptyState } from '@satchel/ui/feedback/empty-state';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { Notice } from '@satchel/ui/feedback/notice';
import { SkeletonRows } from '@satchel/ui/feedback/skeleton-rows';
import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import { SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import type { DataRowsProps, Removal } from './data-rows.ts';
import { ListPages } from './list-pages.tsx';
import { ListSummary } from './list-summary.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import type { Column } from './rows/column.ts';
import { DataCards } from './rows/data-cards.tsx';
import { DataTable } from './rows/data-table.tsx';
import type { BatchAction } from './rows/row-action.ts';
import { useColumns } from './rows/use-columns.ts';
import { SelectionBar, type SelectionBarProps } from './selection/selection-bar.tsx';
import { useSelection } from './selection/use-selection.ts';
import type { ListState } from './use-list-state.ts';

/** Query of one page of rows. */
export interface ListPage<Row> {
  /** Undefined while the first page loads; `total` is the number of rows on all pages. */
  data: { readonly rows: readonly Row[]; readonly total: number } | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface DataListProps<Row, Sort extends string, State extends string>
  extends Pick<DataRowsProps<Row, Sort>, 'caption' | 'rowId' | 'rowName'>,
    Partial<Pick<DataRowsProps<Row, Sort>, 'rowActions' | 'rowButtons' | 'onOpen' | 'onDelete'>>,
    Partial<Pick<SelectionBarProps<Row>, 'allRows'>> {
  /** Key of the stored choice of columns, such as `text-shares`. */
  name: string;
  list: ListState<Sort, State>;
  page: ListPage<Row>;
  columns: readonly Column<Row, Sort>[];
  /** Placeholder of the search box, which names the searched fields. */
  searchHint?: string;
  /** False for a list that the server cannot search; default true. */
  hasSearch?: boolean;
  /** Label of a state that rows can be filtered by. */
  stateLabel?: (state: State) => string;
  /** Label of the filter that shows all rows; default "Any status". */
  allStates?: string;
  /** Buttons of the page at the end of the toolbar. */
  actions?: ReactNode;
  batchActions?: readonly BatchAction<Row>[];
  /** Shown if there are no rows at all. */
  empty: ReactNode;
}

/**
 * List of every management page. The address contains its page, search, sort order and filter. Users select
 * rows across pages. Arrow keys, Space, Shift, Enter and Delete work like in a file manager. Phones show
 * cards, and long pages render only the visible rows.
 *
 * `onDelete` gets one row from its menu, or all selected rows; the list shows no confirmation. With `allRows`
 * the user can select the rows of all pages with one click.
 *
 * Lists that have all rows in memory create the data of a page by `pageOf`.
 *
 * @example
 * // key-list-search.ts
 * export const keyListSearch = defineListSearch({ sorts: ['created', 'name'], states: ['expired'] });
 *
 * // routes/admin/key-management.tsx
 * export const Route = createFileRoute('/admin/key-management')({
 *   validateSearch: addressSearchOf,
 *   loader: () => loadTexts('data-lists', 'api-keys'),
 *   component: KeyManagementPage,
 * });
 *
 * // key-management-page.tsx
 * const list = useListState(keyListSearch);
 * const keys = useQuery(keyListOptions(list));
 * return (
 *   <DataList
 *     name="api-keys"
 *     caption={t('manage.caption')}
 *     list={list}
 *     page={keys}
 *     columns={[
 *       { id: 'name', header: t('name'), sort: 'name', cell: (key) => key.name },
 *       { id: 'used', header: t('lastUsed'), isHiddenByDefault: true, cell: (key) => key.last_used },
 *     ]}
 *     rowId={(key) => key.id}
 *     rowName={(key) => key.name}
 *     stateLabel={(state) => t(`states.${state}`)}
 *     onOpen={(key) => list.setEdit(key.id)}
 *     onDelete={removeKeys}
 *     empty={<EmptyState title={t('manage.empty')} />}
 *   />
 * );
 */
export function DataList<Row, Sort extends string, State extends string>(
  props: DataListProps<Row, Sort, State>,
) {
  const { list, page, columns, rowId, onDelete } = props;
  const { rows: found, total = 0 } = page.data ?? {};
  const isNarrow = useMediaQuery('(width < 40rem)');
  const choice = useColumns(props.name, columns);
  const selection = useSelection(
    rowId,
    found ?? [],
    JSON.stringify([list.words, list.state, list.filters]),
  );
  useExistingPage(list, page);

  const root = useRef<HTMLDivElement>(null);
  const [removal, setRemoval] = useState<Removal>();

  function remove(rows: readonly Row[]) {
    const ids = new Set(rows.map(rowId));
    const index = found?.findIndex((row) => ids.has(rowId(row))) ?? -1;
    onDelete?.(rows);
    selection.set(rows, false);
    setRemoval({ index: Math.max(0, index) });
  }
  const isEmpty = found?.length === 0;
  // Keeps the focus in the list when its last row is removed.
  useLayoutEffect(() => {
    if (removal && isEmpty) root.current?.focus();
  }, [removal, isEmpty]);

  // Rows are selectable only if there is an action for several rows.
  const isSelectable = onDelete !== undefined || (props.batchActions ?? []).length > 0;
  const Rows = isNarrow ? DataCards : DataTable;
  const order = { sort: list.sort, order: list.order, onSort: list.setSort };
  return (
    <div ref={root} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <ListToolbar
        list={list}
        searchHint={props.searchHint}
        hasSearch={props.hasSearch ?? true}
        stateLabel={props.stateLabel}
        allStates={props.allStates}
        isRefreshing={page.isFetching}
        onRefresh={() => void page.refetch()}
        actions={props.actions}
      />
      {selection.rows.size > 0 ? (
        <SelectionBar
          selection={selection}
          total={total}
          allRows={props.allRows}
          actions={props.batchActions ?? []}
          onDelete={onDelete && remove}
        />
      ) : (
        <ListSummary
          total={page.data?.total}
          columns={columns}
          choice={choice}
          isNarrow={isNarrow}
          {...order}
        />
      )}
      {found && found.length > 0 && page.error && <StaleRows page={page} />}
      {found && found.length > 0 ? (
        <Rows
          caption={props.caption}
          rows={found}
          rowId={rowId}
          rowName={props.rowName}
          choice={choice}
          selection={isSelectable ? selection : undefined}
          {...order}
          rowActions={props.rowActions}
          rowButtons={props.rowButtons}
          onOpen={props.onOpen}
          onDelete={onDelete && remove}
          removal={removal}
        />
      ) : (
        <NoRows list={list} page={page} empty={props.empty} />
      )}
      {total > 0 && (
        <ListPages
          page={list.page}
          pageSize={list.pageSize}
          total={total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </div>
  );
}

/**
 * Opens the last page if the current one does not exist: after an old link, or after its last row was
 * deleted.
 */
function useExistingPage<Row, Sort extends string, State extends string>(
  { page, pageSize, replacePage }: ListState<Sort, State>,
  { data, isFetching }: ListPage<Row>,
) {
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  const isBeyond = data !== undefined && !isFetching && page > lastPage;
  useEffect(() => {
    if (isBeyond) replacePage(lastPage);
  });
}

/** Notice above cached rows that could not be refetched. */
function StaleRows<Row>({ page }: { page: ListPage<Row> }) {
  const { t } = useTranslation(['data-lists', 'shell']);
  return (
    <Notice
      tone="warning"
      role="status"
      action={
        <Button size="small" isBusy={page.isFetching} onClick={() => void page.refetch()}>
          {t('shell:actions.retry')}
        </Button>
      }
    >
      {t('notRefreshed', { problem: sentenceOf(page.error) })}
    </Notice>
  );
}

interface NoRowsProps<Row, Sort extends string, State extends string> {
  list: ListState<Sort, State>;
  page: ListPage<Row>;
  empty: ReactNode;
}

function NoRows<Row, Sort extends string, State extends string>({
  list,
  page,
  empty,
}: NoRowsProps<Row, Sort, State>) {
  const { t } = useTranslation(['data-lists', 'shell']);
  if (page.error) {
    return (
      <ErrorState
        title={t('loadFailed')}
        description={sentenceOf(page.error)}
        action={<Button onClick={() => void page.refetch()}>{t('shell:actions.retry')}</Button>}
      />
    );
  }
  if (page.data === undefined || page.data.total > 0) return <SkeletonRows />;
  if (!list.words && !list.state) return empty;
  return (
    <EmptyState
      icon={<SearchX />}
      title={list.words ? t('noMatch', { words: list.words }) : t('noneInState')}
      description={t('noMatchHint')}
      action={<Button onClick={list.clear}>{t('showAll')}</Button>}
    />
  );
}

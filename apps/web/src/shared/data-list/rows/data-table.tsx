import { Checkbox } from '@satchel/ui/forms/checkbox';
import { Card } from '@satchel/ui/layout/card';
import { Cell, HeadCell, Row, SortHeadCell } from '@satchel/ui/lists/table';
import clsx from 'clsx';
import { Fragment, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataRowsProps } from '../data-rows.ts';
import { useDataRows } from '../use-data-rows.ts';
import type { Column } from './column.ts';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowMenu } from './row-menu.tsx';

const ROW_HEIGHT_PX = 53;

const HIDDEN_BELOW = { md: 'max-md:hidden', lg: 'max-lg:hidden', xl: 'max-xl:hidden' } as const;

/** Rows of a list in wide windows, as a table. */
export function DataTable<RowData, Sort extends string>(props: DataRowsProps<RowData, Sort>) {
  const { rows, rowId, choice, selection } = props;
  const { t } = useTranslation('data-lists');
  const body = useRef<HTMLTableSectionElement>(null);
  const { keys, visible } = useDataRows(props, body, ROW_HEIGHT_PX);
  const selectedCount = rows.filter((row) => selection?.has(rowId(row))).length;
  const isAll = selectedCount === rows.length;
  const classOf = ({ hiddenBelow, className, isNumeric }: Column<RowData, Sort>) =>
    clsx(
      hiddenBelow && !choice.isChosen && HIDDEN_BELOW[hiddenBelow],
      isNumeric && 'text-right tabular-nums',
      className,
    );
  const columnCount = choice.shown.length + (selection ? 2 : 1);

  return (
    <Card className="overflow-x-auto">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows have the focus and are selected
        role="grid"
        aria-label={props.caption}
        aria-multiselectable={selection !== undefined}
        aria-rowcount={rows.length + 1}
        className="w-full border-collapse text-left text-sm"
        onKeyDown={keys.onKeyDown}
      >
        <thead className="border-b border-line text-xs text-ink-muted">
          <tr aria-rowindex={1}>
            {selection && (
              <HeadCell className="w-10 pr-0">
                <Checkbox
                  label={t('selectPage')}
                  isLabelHidden
                  checked={isAll}
                  isIndeterminate={selectedCount > 0 && !isAll}
                  onChange={() => selection.set(rows, !isAll)}
                />
              </HeadCell>
            )}
            {choice.shown.map((column) => (
              <Head key={column.id} {...props} column={column} className={classOf(column)} />
            ))}
            <HeadCell className="w-px">
              <span className="sr-only">{t('actions')}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody ref={body} className="divide-y divide-line">
          {visible.rows.map(({ index, spaceBeforePx }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const id = rowId(row);
            return (
              // One key per row and its spacer, so that a row keeps its element and its focus while other
              // rows appear.
              <Fragment key={id}>
                <Space heightPx={spaceBeforePx} columnCount={columnCount} />
                <Row
                  ref={visible.measure}
                  data-cell={index}
                  aria-rowindex={index + 2}
                  aria-selected={selection?.has(id)}
                  isSelected={selection?.has(id) ?? false}
                  tabIndex={index === keys.activeIndex ? 0 : -1}
                  onFocus={() => keys.onFocusRow(index)}
                  className="-outline-offset-2"
                >
                  {selection && (
                    <Cell className="w-10 pr-0">
                      <RowCheckbox {...props} {...{ row, index, keys }} />
                    </Cell>
                  )}
                  {choice.shown.map((column) => (
                    <Cell key={column.id} className={classOf(column)}>
                      {column.cell(row)}
                    </Cell>
                  ))}
                  <Cell className="w-px pl-0">
                    <RowMenu {...props} row={row} />
                  </Cell>
                </Row>
              </Fragment>
            );
          })}
          <Space heightPx={visible.spaceAfterPx} columnCount={columnCount} />
        </tbody>
      </table>
    </Card>
  );
}

type HeadProps<RowData, Sort extends string> = Pick<
  DataRowsProps<RowData, Sort>,
  'sort' | 'order' | 'onSort'
> & { column: Column<RowData, Sort>; className: string };

/** Header of a column, which sorts by it if the server can. */
function Head<RowData, Sort extends string>({
  column: { sort, header, firstOrder = 'asc' },
  className,
  ...sorting
}: HeadProps<RowData, Sort>) {
  if (sort === undefined) return <HeadCell className={className}>{header}</HeadCell>;
  const isSorted = sorting.sort === sort;
  const direction = sorting.order === 'asc' ? 'ascending' : 'descending';
  return (
    <SortHeadCell
      label={header}
      className={className}
      direction={isSorted ? direction : undefined}
      onSort={(next) =>
        sorting.onSort(sort, isSorted ? (next === 'ascending' ? 'asc' : 'desc') : firstOrder)
      }
    />
  );
}

/** Spacer for rows that are not rendered. */
function Space({ heightPx, columnCount }: { heightPx: number; columnCount: number }) {
  if (heightPx <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no focus, and nothing in it
    <tr aria-hidden="true">
      <td colSpan={columnCount} style={{ height: heightPx }} />
    </tr>
  );
}

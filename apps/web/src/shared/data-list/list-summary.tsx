import { Select } from '@satchel/ui/forms/select';
import { Menu } from '@satchel/ui/overlays/menu';
import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#shared/format/format-number.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import type { Column } from './rows/column.ts';
import type { ColumnChoice } from './rows/use-columns.ts';
import type { SortOrder } from './search/list-search.ts';

export interface ListSummaryProps<Row, Sort extends string> {
  total: number | undefined;
  columns: readonly Column<Row, Sort>[];
  choice: ColumnChoice<Row, Sort>;
  sort: Sort;
  order: SortOrder;
  onSort: (sort: Sort, order: SortOrder) => void;
  /** Whether to show a sort menu, because cards have no column headers. */
  isNarrow: boolean;
}

/** Shows the number of rows, and controls for sort order and columns. */
export function ListSummary<Row, Sort extends string>(props: ListSummaryProps<Row, Sort>) {
  const { total, choice } = props;
  const { t } = useTranslation('data-lists');
  const language = useLanguage();
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2">
      <p role="status" className="text-sm text-ink-muted tabular-nums">
        {total === undefined
          ? ''
          : t('total', { count: total, number: formatNumber(total, language) })}
      </p>
      <div className="ml-auto flex min-w-0 items-center gap-1">
        {props.isNarrow && <SortSelect {...props} />}
        <Menu
          label={t('columns')}
          icon={<Columns3 />}
          items={choice.optional.map(({ column, isShown }) => ({
            kind: 'checkbox',
            key: column.id,
            label: column.header,
            isChecked: isShown,
            onChange: () => choice.toggle(column.id),
          }))}
        />
      </div>
    </div>
  );
}

function SortSelect<Row, Sort extends string>(props: ListSummaryProps<Row, Sort>) {
  const { t } = useTranslation('data-lists');
  const options = props.columns.flatMap(({ sort, header }) =>
    sort === undefined
      ? []
      : (['asc', 'desc'] as const).map((order) => ({
          sort,
          order,
          value: `${sort} ${order}`,
          label: t(order === 'asc' ? 'ascending' : 'descending', { column: header }),
        })),
  );
  if (options.length === 0) return null;
  return (
    <Select
      label={t('sort')}
      isLabelHidden
      className="w-44"
      value={`${props.sort} ${props.order}`}
      options={options}
      onChange={(event) => {
        const chosen = options.find(({ value }) => value === event.target.value);
        if (chosen) props.onSort(chosen.sort, chosen.order);
      }}
    />
  );
}

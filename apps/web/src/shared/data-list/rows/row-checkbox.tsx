import { Checkbox } from '@satchel/ui/forms/checkbox';
import { useTranslation } from 'react-i18next';
import type { DataRowsProps } from '../data-rows.ts';
import type { RowKeys } from '../selection/use-row-keys.ts';

interface RowCheckboxProps<Row>
  extends Pick<DataRowsProps<Row, never>, 'rowId' | 'rowName' | 'selection'> {
  row: Row;
  index: number;
  keys: RowKeys<Row>;
  className?: string;
}

/** Checkbox that selects a row. */
export function RowCheckbox<Row>(props: RowCheckboxProps<Row>) {
  const { row, index } = props;
  const { t } = useTranslation('data-lists');
  return (
    <Checkbox
      className={props.className}
      label={t('select', { name: props.rowName(row) })}
      isLabelHidden
      checked={props.selection?.has(props.rowId(row))}
      onChange={() => {}}
      onClick={(event) => props.keys.onToggle(row, index, event)}
    />
  );
}

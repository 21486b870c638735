import { Menu } from '@satchel/ui/overlays/menu';
import { EllipsisVertical, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DataRowsProps } from '../data-rows.ts';

type RowMenuProps<Row> = Pick<
  DataRowsProps<Row, string>,
  'rowName' | 'rowActions' | 'rowButtons' | 'onDelete'
> & { row: Row };

/** Menu of one row. */
export function RowMenu<Row>({
  row,
  rowName,
  rowActions,
  rowButtons,
  onDelete,
}: RowMenuProps<Row>) {
  const { t } = useTranslation('data-lists');
  const items = rowActions?.(row) ?? [];
  const deletion = {
    key: 'delete',
    label: t('delete'),
    icon: <Trash2 />,
    isDangerous: true,
    onSelect: () => onDelete?.([row]),
  };
  return (
    <div className="flex items-center justify-end">
      {rowButtons && <span className="flex max-sm:hidden">{rowButtons(row)}</span>}
      {(items.length > 0 || onDelete) && (
        <Menu
          label={t('actionsOf', { name: rowName(row) })}
          icon={<EllipsisVertical />}
          items={onDelete ? [...items, deletion] : items}
        />
      )}
    </div>
  );
}

import { Menu } from '@satchel/ui/overlays/menu';
import type { MenuItem } from '@satchel/ui/overlays/menu-entry';
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export interface RowMenuProps {
  label: string;
  /** Items between "Edit" and "Delete". */
  items?: readonly MenuItem[];
  canDelete?: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** Menu of a mount or a storage. */
export function RowMenu({ label, items = [], canDelete = true, onEdit, onDelete }: RowMenuProps) {
  const { t } = useTranslation('shell');
  return (
    <Menu
      label={label}
      icon={<EllipsisVertical />}
      items={[
        { key: 'edit', label: t('actions.edit'), icon: <Pencil />, onSelect: onEdit },
        ...items,
        {
          key: 'delete',
          label: t('actions.delete'),
          icon: <Trash2 />,
          isDangerous: true,
          isDisabled: !canDelete,
          onSelect: onDelete,
        },
      ]}
    />
  );
}

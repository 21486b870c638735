import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useTranslation } from 'react-i18next';
import { entryDeletions } from '../transfers/delete-entries.ts';

export interface DeleteDialogProps {
  paths: readonly string[];
  onClose: () => void;
}

/** Asks before so many entries are deleted that this cannot be undone. */
export function DeleteDialog({ paths, onClose }: DeleteDialogProps) {
  const { t } = useTranslation(['transfers', 'shell']);
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('delete.askTitle', { count: paths.length })}
      description={t('delete.askDescription')}
      confirmLabel={t('shell:actions.delete')}
      cancelLabel={t('shell:actions.cancel')}
      onCancel={onClose}
      onConfirm={() => {
        entryDeletions.make({ scope: '', ids: paths });
        onClose();
      }}
    />
  );
}

import { showToast } from '@satchel/ui/feedback/toast-store';
import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import { useDeleteStorageConfig } from '../mutations.ts';

export interface DeleteStorageDialogProps {
  row: StorageConfigRow;
  onClose: () => void;
}

export function DeleteStorageDialog({ row, onClose }: DeleteStorageDialogProps) {
  const { t } = useTranslation(['storage-configs', 'shell']);
  const remove = useDeleteStorageConfig();
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      isBusy={remove.isPending}
      title={t('delete.title', { name: row.name })}
      description={t('delete.description', { bucket: row.bucket_name })}
      confirmLabel={t('shell:actions.delete')}
      cancelLabel={t('shell:actions.cancel')}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(row.id, {
          onSuccess: () => showToast('success', t('delete.done', { name: row.name })),
          onError: showErrorToast,
          onSettled: onClose,
        })
      }
    />
  );
}

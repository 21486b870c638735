import { showToast } from '@satchel/ui/feedback/toast-store';
import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import type { MountRow } from '#shared/mounts/mount-queries.ts';
import { useDeleteMount } from '../mutations.ts';

export interface DeleteMountDialogProps {
  row: MountRow;
  onClose: () => void;
}

export function DeleteMountDialog({ row, onClose }: DeleteMountDialogProps) {
  const { t } = useTranslation(['mounts', 'shell']);
  const remove = useDeleteMount();
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      isBusy={remove.isPending}
      title={t('delete.title', { name: row.name })}
      description={t('delete.description', { path: row.mount_path })}
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

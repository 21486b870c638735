import { ConfirmDialog } from '@satchel/ui/confirm-dialog';
import { showToast } from '@satchel/ui/toast-store';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import type { ManagedShare } from './managed-share.ts';

/** The result of deleting several shares: how many went, and which did not (CONTRACT F4). */
export interface BatchResult {
  success: number;
  failed: readonly unknown[];
}

const MAX_NAMED = 5;

export interface DeleteDialogProps {
  shares: readonly ManagedShare[];
  isBusy: boolean;
  onDelete: (ids: string[]) => Promise<BatchResult>;
  onClose: () => void;
}

export function DeleteDialog({ shares, isBusy, onDelete, onClose }: DeleteDialogProps) {
  const { t } = useTranslation(['share-lists', 'shell']);

  async function confirm() {
    try {
      const { success, failed } = await onDelete(shares.map((share) => share.id));
      if (success > 0) showToast('success', t('deleted', { count: success }));
      if (failed.length > 0) showToast('error', t('deleteFailed', { count: failed.length }));
    } catch (error) {
      showErrorToast(error);
    }
    onClose();
  }

  return (
    <ConfirmDialog
      isOpen
      isDangerous
      isBusy={isBusy}
      title={t('deleteTitle', { count: shares.length })}
      description={t('deleteDescription')}
      confirmLabel={t('shell:actions.delete')}
      cancelLabel={t('shell:actions.cancel')}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <ul className="text-sm text-ink-muted">
        {shares.slice(0, MAX_NAMED).map((share) => (
          <li key={share.id} className="truncate">
            {share.title}
          </li>
        ))}
        {shares.length > MAX_NAMED && <li>{t('andMore', { count: shares.length - MAX_NAMED })}</li>}
      </ul>
    </ConfirmDialog>
  );
}

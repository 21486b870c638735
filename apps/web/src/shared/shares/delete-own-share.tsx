import { showToast } from '@satchel/ui/feedback/toast-store';
import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';

export interface DeleteOwnShareProps {
  /** Says what happens to the shared file. */
  detail?: string;
  remove: () => Promise<unknown>;
  onCancel: () => void;
}

/** Asks before the owner deletes a share on its own page, and leaves that page, which is empty then. */
export function DeleteOwnShare({ detail, remove, onCancel }: DeleteOwnShareProps) {
  const { t } = useTranslation(['share-views', 'shell']);
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);

  async function confirm() {
    setIsBusy(true);
    try {
      const removed = await remove();
      // Undefined means that the share is deleted once there is a network, which a toast has said.
      if (removed !== undefined) showToast('success', t('owner.deleted'));
      await navigate({ to: '/', replace: true });
    } catch (error) {
      showErrorToast(error);
      onCancel();
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title={t('owner.deleteTitle')}
      description={[t('owner.deleteDescription'), detail].filter(Boolean).join(' ')}
      confirmLabel={t('shell:actions.delete')}
      isDangerous
      cancelLabel={t('shell:actions.cancel')}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
    />
  );
}

import { showToast } from '@satchel/ui/feedback/toast-store';
import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { useClearExpiredTextShares } from '../mutations.ts';

export function ClearExpiredDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['share-lists', 'shell']);
  const clear = useClearExpiredTextShares();
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      isBusy={clear.isPending}
      title={t('clearExpiredTitle')}
      description={t('clearExpiredDescription')}
      confirmLabel={t('clearExpired')}
      cancelLabel={t('shell:actions.cancel')}
      onCancel={onClose}
      onConfirm={() =>
        clear.mutate(undefined, {
          onSuccess(cleared) {
            if (cleared) showToast('success', t('cleared', { count: cleared.deleted }));
          },
          onError: showErrorToast,
          onSettled: onClose,
        })
      }
    />
  );
}

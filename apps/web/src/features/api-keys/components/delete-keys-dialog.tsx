import { showToast } from '@satchel/ui/feedback/toast-store';
import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { useDeleteApiKeys } from '../mutations.ts';
import type { ApiKeyRow } from '../queries.ts';

const MAX_NAMED = 5;

export interface DeleteKeysDialogProps {
  keys: readonly ApiKeyRow[];
  onClose: () => void;
}

export function DeleteKeysDialog({ keys, onClose }: DeleteKeysDialogProps) {
  const { t } = useTranslation(['api-keys', 'shell']);
  const remove = useDeleteApiKeys();
  const count = keys.length;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      isBusy={remove.isPending}
      title={
        count === 1 ? t('delete.titleOf', { name: keys[0]?.name }) : t('delete.title', { count })
      }
      description={t('delete.description')}
      confirmLabel={t('shell:actions.delete')}
      cancelLabel={t('shell:actions.cancel')}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(
          keys.map(({ id }) => id),
          {
            onSuccess: () => showToast('success', t('delete.done', { count })),
            onError: showErrorToast,
            onSettled: onClose,
          },
        )
      }
    >
      {count > 1 && (
        <ul className="text-sm text-ink-muted">
          {keys.slice(0, MAX_NAMED).map(({ id, name }) => (
            <li key={id} className="truncate">
              {name}
            </li>
          ))}
          {count > MAX_NAMED && <li>{t('delete.more', { count: count - MAX_NAMED })}</li>}
        </ul>
      )}
    </ConfirmDialog>
  );
}

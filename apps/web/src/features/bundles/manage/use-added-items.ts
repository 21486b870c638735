import { showToast } from '@satchel/ui/feedback/toast-store';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { useAddBundleItems } from '../mutations.ts';

/** Adds items to a bundle, and shows how many were added and why others were not. */
export function useAddedItems(id: string) {
  const { t } = useTranslation('bundles');
  const add = useAddBundleItems(id);
  return {
    isPending: add.isPending,
    mutate: (added: Parameters<typeof add.mutate>[0], onSuccess?: () => void) =>
      add.mutate(added, {
        onSuccess({ paths, failed: [first] }) {
          if (first) showToast('error', first.error);
          if (paths.length > 0) showToast('success', t('items.added', { count: paths.length }));
          onSuccess?.();
        },
        onError: showErrorToast,
      }),
  };
}

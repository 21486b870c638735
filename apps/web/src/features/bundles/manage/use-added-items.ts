import { showToast } from '@satchel/ui/feedback/toast-store';
import { useTranslation } from 'react-i18next';
import { client } from '#shared/api/client.ts';
import { useChange } from '#shared/api/use-change.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { bundleKeys } from '../queries.ts';

/**
 * Adds file shares by id, or files and folders of mounts by path, which stay where they are. Shows how many
 * were added and why others were not.
 */
export function useAddedItems(id: string) {
  const { t } = useTranslation('bundles');
  const add = useChange(
    (body: { file_ids?: string[]; paths?: string[] }) =>
      client.bundles.addItems({ params: { id }, body }),
    bundleKeys.own,
  );
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

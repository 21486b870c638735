import { showToast } from '@satchel/ui/feedback/toast-store';
import type { UseMutationResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EditFormProps } from './own-share-form.tsx';

/**
 * Saves the values of a share's form, and tells it.
 *
 * @param update resolves to undefined if the change waits for the network
 * @returns function that saves, and the props of `ShareForm` that follow from the mutation
 */
export function useSaving<Done, Input>(
  update: UseMutationResult<Done, Error, Input>,
  { onSaved, ...edits }: Omit<EditFormProps<never>, 'share'>,
) {
  const { t } = useTranslation('share-lists');
  return {
    form: { isBusy: update.isPending, error: update.error, ...edits },
    save: (input: Input, onDone: (done: Done) => void = onSaved) =>
      update.mutate(input, {
        onSuccess(done) {
          if (done !== undefined) showToast('success', t('saved'));
          edits.onDirtyChange(false);
          onDone(done);
        },
      }),
  };
}

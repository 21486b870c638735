import { Dialog } from '@satchel/ui/dialog';
import { ErrorState } from '@satchel/ui/error-state';
import { Skeleton } from '@satchel/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#shared/errors/error-sentence.ts';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import { ownTextShareOptions } from '../queries.ts';
import { TextShareForm } from './text-share-form.tsx';

export interface EditTextShareDialogProps {
  id: string;
  onClose: () => void;
}

export function EditTextShareDialog({ id, onClose }: EditTextShareDialogProps) {
  const { t } = useTranslation(['text-shares', 'shell']);
  const { setDirty, leave, question } = useUnsavedEdits(onClose);
  const share = useQuery(ownTextShareOptions(id));
  return (
    <Dialog
      isOpen
      onClose={leave}
      width="large"
      title={t('edit.title')}
      closeLabel={t('shell:actions.close')}
    >
      {share.data ? (
        <TextShareForm
          share={share.data}
          onDirtyChange={setDirty}
          onCancel={leave}
          onSaved={onClose}
        />
      ) : share.error ? (
        <ErrorState title={t('edit.loadFailed')} description={errorSentence(share.error)} />
      ) : (
        <Skeleton className="h-96" />
      )}
      {question}
    </Dialog>
  );
}

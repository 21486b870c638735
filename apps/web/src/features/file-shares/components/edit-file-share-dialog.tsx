import { Dialog } from '@satchel/ui/dialog';
import { ErrorState } from '@satchel/ui/error-state';
import { Skeleton } from '@satchel/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#shared/errors/error-sentence.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import { ownFileShareOptions } from '../queries.ts';
import { FileShareForm } from './file-share-form.tsx';

export interface EditFileShareDialogProps {
  id: string;
  onClose: () => void;
}

export function EditFileShareDialog({ id, onClose }: EditFileShareDialogProps) {
  const { t } = useTranslation(['file-shares', 'shell']);
  const { setDirty, leave, question } = useUnsavedEdits(onClose);
  const share = useQuery(ownFileShareOptions(id));
  return (
    <Dialog
      isOpen
      onClose={leave}
      width="medium"
      title={t('manage.editTitle')}
      description={share.data ? plainName(share.data.filename) : undefined}
      closeLabel={t('shell:actions.close')}
    >
      {share.data ? (
        <FileShareForm
          share={share.data}
          onDirtyChange={setDirty}
          onCancel={leave}
          onSaved={onClose}
        />
      ) : share.error ? (
        <ErrorState title={t('manage.loadFailed')} description={errorSentence(share.error)} />
      ) : (
        <Skeleton className="h-64" />
      )}
      {question}
    </Dialog>
  );
}

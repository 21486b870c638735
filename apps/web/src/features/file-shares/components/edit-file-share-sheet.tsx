import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { EditSheet } from '#shared/shares/edit-sheet.tsx';
import { ownFileShareOptions } from '../queries.ts';
import { FileShareForm } from './file-share-form.tsx';

export interface EditFileShareSheetProps {
  id: string;
  onClose: () => void;
}

export function EditFileShareSheet({ id, onClose }: EditFileShareSheetProps) {
  const { t } = useTranslation('file-shares');
  const share = useQuery(ownFileShareOptions(id));
  return (
    <EditSheet
      share={share}
      title={t('manage.editTitle')}
      loadFailed={t('manage.loadFailed')}
      description={({ filename }) => plainName(filename)}
      onClose={onClose}
    >
      {(data, { setDirty, leave }) => (
        <FileShareForm share={data} onDirtyChange={setDirty} onCancel={leave} onSaved={onClose} />
      )}
    </EditSheet>
  );
}

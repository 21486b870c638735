import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { writeDraft } from '#shared/markdown/drafts/draft-store.ts';
import { editDraftName } from '#shared/markdown/drafts/edit-drafts.ts';
import { EditSheet } from '#shared/shares/edit-sheet.tsx';
import { textShareQueries } from '../queries.ts';
import { TextShareForm } from './text-share-form.tsx';

export interface EditTextShareSheetProps {
  id: string;
  onClose: () => void;
}

export function EditTextShareSheet({ id, onClose }: EditTextShareSheetProps) {
  const { t } = useTranslation('text-shares');
  const share = useQuery(textShareQueries.own(id));
  return (
    <EditSheet
      share={share}
      title={t('edit.title')}
      loadFailed={t('edit.loadFailed')}
      className="sm:w-[min(64rem,100vw)]"
      onClose={onClose}
      onDiscard={() => void writeDraft(editDraftName(id), '')}
      form={TextShareForm}
    />
  );
}

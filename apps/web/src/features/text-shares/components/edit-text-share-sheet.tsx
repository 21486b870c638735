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

export function EditTextShareSheet(sheet: EditTextShareSheetProps) {
  const { t } = useTranslation('text-shares');
  return (
    <EditSheet
      {...sheet}
      queries={textShareQueries}
      title={t('edit.title')}
      loadFailed={t('edit.loadFailed')}
      className="sm:w-[min(64rem,100vw)]"
      onDiscard={() => void writeDraft(editDraftName(sheet.id), '')}
      form={TextShareForm}
    />
  );
}

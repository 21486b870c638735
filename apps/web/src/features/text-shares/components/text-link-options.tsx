import { showToast } from '@satchel/ui/feedback/toast-store';
import { useTranslation } from 'react-i18next';
import { type EditFormProps, OwnShareForm } from '#shared/shares/own-share-form.tsx';
import type { LinkOptionsProps } from '#shared/shares/result/share-result-sheet.tsx';
import type { ShareChanges } from '#shared/shares/share-changes.ts';
import { ShareForm } from '#shared/shares/share-form.tsx';
import { useUpdateTextShare } from '../mutations.ts';
import { type OwnTextShare, textShareQueries } from '../queries.ts';

/** Options of a new text, below its link. */
export function TextLinkOptions(given: LinkOptionsProps) {
  return <OwnShareForm {...given} queries={textShareQueries} form={OptionsForm} />;
}

/** Changes the options of a text, and leaves the text as it is. */
function OptionsForm({ share, onDirtyChange, onCancel, onSaved }: EditFormProps<OwnTextShare>) {
  const { t } = useTranslation('text-shares');
  const update = useUpdateTextShare();

  function save(changes: ShareChanges) {
    const { id, content, kind, language, updated_at: version } = share;
    update.mutate(
      { id, content, kind, language, changes, version },
      {
        onSuccess: (updated) => {
          if (updated) showToast('success', t('edit.saved'));
          onDirtyChange(false);
          onSaved();
        },
      },
    );
  }

  return (
    <ShareForm
      share={share}
      extra={NOTHING}
      isBusy={update.isPending}
      error={update.error}
      onDirtyChange={onDirtyChange}
      onSubmit={save}
      onCancel={onCancel}
    />
  );
}

/** A text has no options of its own. */
const NOTHING = {};

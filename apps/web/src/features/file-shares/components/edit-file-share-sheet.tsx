import { Switch } from '@satchel/ui/forms/switch';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { type EditedShare, EditSheet } from '#shared/shares/editing/edit-sheet.tsx';
import { type EditFormProps, OwnShareForm } from '#shared/shares/editing/own-share-form.tsx';
import { ShareForm } from '#shared/shares/editing/share-form.tsx';
import { useSaving } from '#shared/shares/editing/use-saving.ts';
import type { LinkOptionsProps } from '#shared/shares/result/share-result-sheet.tsx';
import { useHeldState } from '#shared/unsaved/use-held-state.ts';
import { useUpdateFileShare } from '../mutations.ts';
import { fileShareQueries, type OwnFileShare } from '../queries.ts';

export function EditFileShareSheet(sheet: EditedShare) {
  return (
    <EditSheet
      {...sheet}
      queries={fileShareQueries}
      description={({ filename }) => plainName(filename)}
      form={FileShareForm}
    />
  );
}

/** Options of a new file share, below its link. */
export function FileLinkOptions(given: LinkOptionsProps) {
  return <OwnShareForm {...given} queries={fileShareQueries} form={FileShareForm} />;
}

function FileShareForm({ share, ...sheet }: EditFormProps<OwnFileShare>) {
  const { t } = useTranslation('file-shares');
  const { value: useProxy, setValue: setUseProxy } = useHeldState(
    'file',
    () => share.use_proxy === 1,
  );
  const { form, save } = useSaving(useUpdateFileShare(), sheet);
  return (
    <ShareForm
      {...form}
      share={share}
      extra={{ useProxy }}
      onSubmit={(changes) => save({ id: share.id, changes, useProxy })}
      after={
        <Switch
          label={t('upload.proxy')}
          hint={t('upload.proxyHint')}
          checked={useProxy}
          onChange={(event) => setUseProxy(event.target.checked)}
        />
      }
    />
  );
}

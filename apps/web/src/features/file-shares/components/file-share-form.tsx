import { showToast } from '@satchel/ui/feedback/toast-store';
import { Switch } from '@satchel/ui/forms/switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShareChanges } from '#shared/shares/share-changes.ts';
import { ShareForm } from '#shared/shares/share-form.tsx';
import type { EditableShare } from '#shared/shares/share-options.ts';
import { useUpdateFileShare } from '../mutations.ts';

export interface FileShareFormProps {
  share: EditableShare & { id: string; use_proxy: 0 | 1 };
  onDirtyChange: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

export function FileShareForm({ share, onDirtyChange, onCancel, onSaved }: FileShareFormProps) {
  const { t } = useTranslation(['file-shares', 'share-lists']);
  const [useProxy, setUseProxy] = useState(share.use_proxy === 1);
  const update = useUpdateFileShare();

  function save(changes: ShareChanges) {
    update.mutate(
      { id: share.id, changes, useProxy },
      {
        onSuccess: () => {
          showToast('success', t('share-lists:saved'));
          onDirtyChange(false);
          onSaved();
        },
      },
    );
  }

  return (
    <ShareForm
      share={share}
      extra={{ useProxy }}
      isBusy={update.isPending}
      error={update.error}
      onDirtyChange={onDirtyChange}
      onSubmit={save}
      onCancel={onCancel}
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

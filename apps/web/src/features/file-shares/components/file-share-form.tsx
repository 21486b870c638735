import { Button } from '@satchel/ui/button';
import { Notice } from '@satchel/ui/notice';
import { Switch } from '@satchel/ui/switch';
import { showToast } from '@satchel/ui/toast-store';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shareChangesOf } from '#shared/shares/share-changes.ts';
import { ShareFormFields } from '#shared/shares/share-form-fields.tsx';
import type { EditableShare } from '#shared/shares/share-options.ts';
import { useShareForm } from '#shared/shares/use-share-form.ts';
import { useDirty } from '#shared/unsaved/use-dirty.ts';
import { useUpdateFileShare } from '../mutations.ts';

export interface FileShareFormProps {
  share: EditableShare & { id: string; use_proxy: 0 | 1 };
  onDirtyChange: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

export function FileShareForm({ share, onDirtyChange, onCancel, onSaved }: FileShareFormProps) {
  const { t } = useTranslation(['file-shares', 'share-lists', 'shell']);
  const [useProxy, setUseProxy] = useState(share.use_proxy === 1);
  const update = useUpdateFileShare();
  const { form, setForm, problems, isValid, slugError, error } = useShareForm(share, update.error);
  useDirty({ form, useProxy }, onDirtyChange);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isValid) return;
    update.mutate(
      { id: share.id, changes: shareChangesOf(form, share), useProxy },
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
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ShareFormFields
        form={form}
        problems={problems}
        slugError={slugError}
        hasPassword={share.has_password}
        onChange={setForm}
      />
      <Switch
        label={t('upload.proxy')}
        hint={t('upload.proxyHint')}
        checked={useProxy}
        onChange={(event) => setUseProxy(event.target.checked)}
      />
      {error && (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('shell:actions.cancel')}</Button>
        <Button type="submit" variant="primary" isBusy={update.isPending}>
          {t('shell:actions.save')}
        </Button>
      </div>
    </form>
  );
}

import { Button } from '@satchel/ui/button';
import { Notice } from '@satchel/ui/notice';
import { showToast } from '@satchel/ui/toast-store';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkdownEditor } from '#shared/markdown/markdown-editor.tsx';
import { shareChangesOf } from '#shared/shares/share-changes.ts';
import { ShareFormFields } from '#shared/shares/share-form-fields.tsx';
import type { EditableShare } from '#shared/shares/share-options.ts';
import { useShareForm } from '#shared/shares/use-share-form.ts';
import { useDirty } from '#shared/unsaved/use-dirty.ts';
import { useUpdateTextShare } from '../mutations.ts';

export interface TextShareFormProps {
  share: EditableShare & { id: string; content: string };
  onDirtyChange: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: (slug: string) => void;
}

export function TextShareForm({ share, onDirtyChange, onCancel, onSaved }: TextShareFormProps) {
  const { t } = useTranslation(['text-shares', 'shell']);
  const [content, setContent] = useState(share.content);
  const update = useUpdateTextShare();
  const { form, setForm, problems, isValid, slugError, error } = useShareForm(share, update.error);
  const [initialContent] = useState(content);
  useDirty({ form, isContentChanged: content !== initialContent }, onDirtyChange);
  const isEmpty = content.trim() === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isValid || isEmpty) return;
    const saving = update.mutateAsync({
      id: share.id,
      content,
      changes: shareChangesOf(form, share),
    });
    saving.then(
      ({ slug }) => {
        showToast('success', t('edit.saved'));
        onDirtyChange(false);
        onSaved(slug);
      },
      // The error is shown from the mutation's state.
      () => {},
    );
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <MarkdownEditor
        text={content}
        onChange={setContent}
        panesClassName="h-[max(16rem,calc(100dvh-34rem))]"
      />
      {isEmpty && (
        <p role="alert" className="text-sm text-danger">
          {t('new.empty')}
        </p>
      )}
      <ShareFormFields
        form={form}
        problems={problems}
        slugError={slugError}
        hasPassword={share.has_password}
        onChange={setForm}
      />
      {error && (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t('shell:actions.cancel')}</Button>
        <Button type="submit" variant="primary" isBusy={update.isPending} disabled={isEmpty}>
          {t('edit.save')}
        </Button>
      </div>
    </form>
  );
}

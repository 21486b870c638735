import { Button } from '@satchel/ui/actions/button';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { FormErrorNotice } from '#shared/errors/error-notice.tsx';
import { useDirty } from '#shared/unsaved/use-dirty.ts';
import { useHeldState } from '#shared/unsaved/use-held-state.ts';
import { type EditableShare, problemsOfOptions } from '../options/share-options.ts';
import { refusalOf } from '../refusal.ts';
import { type ShareChanges, shareChangesOf, shareFormOf } from '../share-changes.ts';
import { ShareFormFields } from './share-form-fields.tsx';

export interface ShareFormProps {
  share: EditableShare;
  /** Further values of the form, compared to detect unsaved changes. */
  extra: object;
  isExtraValid?: boolean;
  /** Maximum length of the title in characters; default 2000. */
  titleLength?: number;
  /** Elements before and after the fields that all shares have. */
  before?: ReactNode;
  after?: ReactNode;
  isBusy: boolean;
  /** Error of the last attempt to save. */
  error: Error | null;
  onDirtyChange: (isDirty: boolean) => void;
  onSavingChange: (isSaving: boolean) => void;
  onSubmit: (changes: ShareChanges) => void;
  onCancel: () => void;
}

/** Form that edits a text share or file share. Its buttons stay visible when it scrolls. */
export function ShareForm(props: ShareFormProps) {
  const { t } = useTranslation('shell');
  const { share, isBusy, isExtraValid = true, onSavingChange } = props;
  const {
    value: form,
    setValue: setForm,
    isHeld,
  } = useHeldState('share', () => shareFormOf(share));
  const problems = problemsOfOptions(form);
  const isValid = !problems.slug && !problems.maxViews && isExtraValid;
  const { slug: slugError, other: error } = refusalOf(props.error);
  useDirty({ form, extra: props.extra }, props.onDirtyChange, isHeld);
  useEffect(() => onSavingChange(isBusy), [isBusy, onSavingChange]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isValid) props.onSubmit(shareChangesOf(form, share));
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {props.before}
      <ShareFormFields
        form={form}
        share={share}
        problems={problems}
        slugError={slugError}
        titleLength={props.titleLength}
        // The form closes with the answer, so what was typed meanwhile would be lost.
        onChange={isBusy ? () => {} : setForm}
      />
      {props.after}
      <FormErrorNotice sentence={error} />
      <div className="sticky bottom-[calc(-1*var(--form-inset,0px))] z-10 mx-[calc(-1*var(--form-inset,0px))] mb-[calc(-1*var(--form-inset,0px))] flex justify-end gap-2 border-t border-line bg-surface px-[var(--form-inset,0px)] py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
        <Button onClick={props.onCancel}>{t('actions.cancel')}</Button>
        <Button type="submit" variant="primary" isBusy={isBusy} disabled={!isValid}>
          {t('actions.save')}
        </Button>
      </div>
    </form>
  );
}

import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { useDirty } from '#shared/unsaved/use-dirty.ts';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';

export interface EditSheetProps<Saved> {
  title: string;
  description?: ReactNode;
  /** Values of the form, compared to find out whether there are unsaved edits. */
  values: object;
  isValid: boolean;
  submitLabel?: string;
  /** Saves; what it throws is shown, and the sheet stays. */
  onSave: () => Promise<Saved>;
  /** Called after saving, in place of `onClose`. */
  onSaved?: (saved: Saved) => void;
  /** Asked for once nothing can be lost. */
  onClose: () => void;
  children: ReactNode;
}

/** A form beside its list. Escape, a click beside it, Back and links ask where something is not saved. */
export function EditSheet<Saved>({
  title,
  description,
  values,
  isValid,
  submitLabel,
  onSave,
  onSaved = () => onClose(),
  onClose,
  children,
}: EditSheetProps<Saved>) {
  const { t } = useTranslation('shell');
  const formId = useId();
  const { setDirty, leave, question } = useUnsavedEdits(onClose);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  useDirty(values, setDirty);

  async function save() {
    setIsSaving(true);
    setError(undefined);
    try {
      const saved = await onSave();
      setDirty(false);
      onSaved(saved);
    } catch (caught) {
      setError(caught);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <SideSheet
      isOpen
      onClose={leave}
      title={title}
      description={description}
      closeLabel={t('actions.close')}
      className="sm:w-[min(36rem,100vw)]"
      footer={
        <>
          <Button onClick={leave} disabled={isSaving}>
            {t('actions.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isBusy={isSaving}
            disabled={!isValid}
          >
            {submitLabel ?? t('actions.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid && !isSaving) void save();
        }}
      >
        {children}
        {error !== undefined && (
          <Notice tone="danger" role="alert">
            {sentenceOf(error)}
          </Notice>
        )}
      </form>
      {question}
    </SideSheet>
  );
}

import { Button } from '@satchel/ui/actions/button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormErrorNotice } from '#shared/errors/error-notice.tsx';
import { bindFields, type FormState } from '#shared/forms/bind-fields.ts';
import { showProblems } from '#shared/forms/show-problems.ts';
import { useDirty } from '#shared/unsaved/use-dirty.ts';
import { useHeldState } from '#shared/unsaved/use-held-state.ts';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';

/** Props of a sheet that edits a row of a list. */
export interface RowProps<Row> {
  /** Undefined for a new row. */
  row: Row | undefined;
  /** Called when the sheet can close without losing changes. */
  onClose: () => void;
}

export interface EditSheetProps<Row, Values, Problem extends string, Created>
  extends RowProps<Row> {
  /** Translation namespace of the sheet. */
  texts: 'api-keys' | 'mounts' | 'storage-configs' | 'upload-requests';
  description?: ReactNode;
  initial: Values;
  /** Returns the problems that prevent saving. */
  problemsOf: (values: Values) => ReadonlySet<Problem>;
  /** Saves a new row; `onUpdate` saves an existing one. The sheet shows their errors and stays open. */
  onCreate: (values: Values) => Promise<Created>;
  onUpdate: (row: Row, values: Values) => Promise<unknown>;
  /** Called after a new row was saved, instead of `onClose`. */
  onCreated: (created: Created) => void;
  /** Called after an existing row was saved, instead of `onClose`. */
  onUpdated?: (row: Row, values: Values) => void;
  /** Renders the fields. */
  children: (form: FormState<Values, Problem>) => ReactNode;
}

/**
 * Form in a sheet next to its list. Escape, a click outside, Back and links ask before they discard unsaved
 * changes.
 */
export function EditSheet<
  Row extends { name: string },
  Values extends object,
  Problem extends string,
  Created,
>(props: EditSheetProps<Row, Values, Problem, Created>) {
  const { row, onClose } = props;
  const { t } = useTranslation([props.texts, 'shell']);
  const formId = useId();
  const { setDirty, setSaving, leave, question } = useUnsavedEdits(onClose);
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const { value: values, setValue: setValues, isHeld } = useHeldState('sheet', () => props.initial);
  useDirty(values, setDirty, isHeld);
  const problems = props.problemsOf(values);
  const isValid = problems.size === 0;
  useEffect(() => setSaving(isSaving), [isSaving, setSaving]);
  const edit = (changes: Partial<Values>) => {
    // The sheet closes with the answer, so what was typed meanwhile would be lost.
    if (!isSaving) setValues((current) => ({ ...current, ...changes }));
  };

  /** Saves the row. Resolves to the function to call after that. */
  async function send(): Promise<() => void> {
    if (row) {
      await props.onUpdate(row, values);
      showToast('success', t('saved'));
      return () => (props.onUpdated ?? onClose)(row, values);
    }
    const created = await props.onCreate(values);
    return () => props.onCreated(created);
  }

  async function save() {
    setIsSaving(true);
    setError(undefined);
    try {
      const finish = await send();
      setDirty(false);
      finish();
    } catch (caught) {
      setError(caught);
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <SideSheet
      onClose={leave}
      title={row ? t('edit.title', { name: row.name }) : t('new.title')}
      description={props.description ?? (row ? undefined : t('new.description'))}
      className="sm:w-[min(36rem,100vw)]"
      footer={
        <>
          <Button onClick={leave} disabled={isSaving}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" isBusy={isSaving}>
            {row ? t('shell:actions.save') : t('new.submit')}
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
          if (isSaving) return;
          if (isValid) void save();
          else showProblems(event.currentTarget);
        }}
      >
        {props.children({ values, problems, edit, ...bindFields(values, edit) })}
        <FormErrorNotice error={error} />
      </form>
      {question}
    </SideSheet>
  );
}

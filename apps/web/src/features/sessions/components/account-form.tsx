import { isApiError } from '@satchel/api-client/api-error';
import { Button } from '@satchel/ui/actions/button';
import { PasswordField } from '@satchel/ui/forms/password-field';
import { TextField } from '@satchel/ui/forms/text-field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { bindFields } from '#shared/forms/bind-fields.ts';
import { showProblems } from '#shared/forms/show-problems.ts';
import { FormSection } from '#shared/panel/form-section.tsx';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import { type AccountEdits, NO_EDITS, problemOf } from '../account-edits.ts';
import { useChangeAccount } from '../mutations.ts';

export interface AccountFormProps {
  currentName: string | undefined;
  onChanged: () => void;
}

export function AccountForm({ currentName, onChanged }: AccountFormProps) {
  const { t } = useTranslation(['sessions', 'panel', 'shell']);
  const change = useChangeAccount();
  const [edits, setEdits] = useState<AccountEdits>(NO_EDITS);
  const isDirty = Object.values(edits).some(Boolean);
  const { setDirty, question } = useUnsavedEdits(reset);
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);
  const problem = problemOf(edits);

  function reset() {
    setEdits(NO_EDITS);
    change.reset();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isDirty || problem) return;
    change.mutateAsync(edits).then(
      () => {
        setDirty(false);
        onChanged();
      },
      // The form shows the error.
      () => {},
    );
  }

  function edit(next: AccountEdits) {
    setEdits(next);
    change.reset();
  }

  // The field is at the top of the form, and the button below its end.
  const form = useRef<HTMLFormElement>(null);
  const isRefused = isApiError(change.error, 'sessions.wrong_current_password');
  useEffect(() => {
    if (isRefused && form.current) showProblems(form.current);
  }, [isRefused]);

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <FormSection title={t('account.change')} description={t('account.changeHint')}>
        <Fields
          edits={edits}
          onEdit={edit}
          currentName={currentName}
          refusal={isRefused ? change.error : null}
        />
        <ErrorNotice error={isRefused ? null : change.error} />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            disabled={!isDirty || problem !== undefined}
            isBusy={change.isPending}
          >
            {t('shell:actions.save')}
          </Button>
          {isDirty && (
            <Button variant="quiet" disabled={change.isPending} onClick={reset}>
              {t('panel:save.reset')}
            </Button>
          )}
        </div>
      </FormSection>
      {question}
    </form>
  );
}

interface FieldsProps {
  edits: AccountEdits;
  onEdit: (edits: AccountEdits) => void;
  currentName: string | undefined;
  /** Error of the server about the current password. */
  refusal: Error | null;
}

function Fields({ edits, onEdit, currentName, refusal }: FieldsProps) {
  const { t } = useTranslation('sessions');
  const problem = problemOf(edits);
  const sentence = problem && t(`account.problems.${problem}`);
  const { text } = bindFields(edits, (changed) => onEdit({ ...edits, ...changed }));
  return (
    <div className="flex max-w-(--container-form) flex-col gap-4">
      <PasswordField
        label={t('account.currentPassword')}
        autoComplete="current-password"
        required
        {...text('currentPassword')}
        error={refusal ? sentenceOf(refusal) : problem === 'currentMissing' ? sentence : undefined}
      />
      <TextField
        label={t('account.newUsername')}
        hint={t('account.newUsernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        placeholder={currentName}
        {...text('newUsername')}
        error={problem === 'username' ? sentence : undefined}
      />
      <PasswordField
        label={t('account.newPassword')}
        hint={t('account.newPasswordHint')}
        autoComplete="new-password"
        {...text('newPassword')}
        error={problem === 'tooShort' || problem === 'same' ? sentence : undefined}
      />
      <PasswordField
        label={t('account.repeatPassword')}
        autoComplete="new-password"
        {...text('repeatedPassword')}
        error={problem === 'differs' ? sentence : undefined}
      />
    </div>
  );
}

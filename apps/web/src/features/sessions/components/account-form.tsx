import { PasswordField } from '@satchel/ui/forms/password-field';
import { TextField } from '@satchel/ui/forms/text-field';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { bindFields } from '#shared/forms/bind-fields.ts';
import { FormSection } from '#shared/panel/form-section.tsx';
import { SaveBar } from '#shared/panel/save-bar.tsx';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import { type AccountEdits, NO_EDITS, problemOf } from '../account-edits.ts';
import { useChangeAccount } from '../mutations.ts';

export interface AccountFormProps {
  currentName: string | undefined;
  onChanged: () => void;
}

export function AccountForm({ currentName, onChanged }: AccountFormProps) {
  const { t } = useTranslation('sessions');
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

  return (
    <form noValidate onSubmit={submit} className="flex flex-1 flex-col gap-8">
      <FormSection title={t('account.change')} description={t('account.changeHint')}>
        <Fields edits={edits} onEdit={setEdits} currentName={currentName} />
        <ErrorNotice error={change.error} />
      </FormSection>
      <SaveBar
        isDirty={isDirty}
        isValid={problem === undefined}
        isSaving={change.isPending}
        onReset={reset}
        className="max-w-settings"
      />
      {question}
    </form>
  );
}

interface FieldsProps {
  edits: AccountEdits;
  onEdit: (edits: AccountEdits) => void;
  currentName: string | undefined;
}

function Fields({ edits, onEdit, currentName }: FieldsProps) {
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
        error={problem === 'currentMissing' ? sentence : undefined}
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

import { SLUG_MAX_LENGTH } from '@satchel/api-client/contract/limits';
import { Checkbox } from '@satchel/ui/forms/checkbox';
import { PasswordField } from '@satchel/ui/forms/password-field';
import { TextArea } from '@satchel/ui/forms/text-area';
import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import { PlainShareFields } from './plain-share-fields.tsx';
import type { ShareForm } from './share-changes.ts';
import type { EditableShare, OptionProblems } from './share-options.ts';

export interface ShareFormFieldsProps {
  form: ShareForm;
  share: EditableShare;
  problems: OptionProblems;
  slugError: string | undefined;
  onChange: (form: ShareForm) => void;
}

/** The form fields for changing an existing share. */
export function ShareFormFields({
  form,
  share,
  problems,
  slugError,
  onChange,
}: ShareFormFieldsProps) {
  const { t } = useTranslation(['shares', 'share-lists']);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={t('fields.slug')}
        placeholder={t('fields.slugPlaceholder')}
        value={form.slug}
        maxLength={SLUG_MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        error={problems.slug ? t('problems.slug') : slugError}
        onChange={(event) => onChange({ ...form, slug: event.target.value })}
      />
      <PlainShareFields fields={form} onChange={(changed) => onChange({ ...form, ...changed })} />
      <TextField
        type="datetime-local"
        label={t('share-lists:form.expiresAt')}
        hint={t('share-lists:form.expiresAtHint')}
        value={form.expiresAt}
        onChange={(event) => onChange({ ...form, expiresAt: event.target.value })}
      />
      <div className="flex flex-col gap-1.5">
        <TextField
          label={t('fields.maxViews')}
          hint={t('share-lists:form.maxViewsHint')}
          inputMode="numeric"
          autoComplete="off"
          value={form.maxViews}
          error={problems.maxViews ? t('problems.maxViews') : undefined}
          onChange={(event) => onChange({ ...form, maxViews: event.target.value.trim() })}
        />
        {share.views > 0 && (
          <Checkbox
            label={t('share-lists:form.resetViews', { count: share.views })}
            checked={form.resetsViews}
            onChange={(event) => onChange({ ...form, resetsViews: event.target.checked })}
          />
        )}
      </div>
      <div className="flex flex-col gap-1.5">
        <PasswordField
          label={t('fields.password')}
          placeholder={
            share.has_password
              ? t('share-lists:form.keepPassword')
              : t('fields.passwordPlaceholder')
          }
          showLabel={t('fields.showPassword')}
          hideLabel={t('fields.hidePassword')}
          disabled={form.removesPassword}
          value={form.password}
          onChange={(event) => onChange({ ...form, password: event.target.value })}
        />
        {share.has_password && (
          <Checkbox
            label={t('share-lists:form.removePassword')}
            checked={form.removesPassword}
            onChange={(event) => onChange({ ...form, removesPassword: event.target.checked })}
          />
        )}
      </div>
      <div className="sm:col-span-2">
        <TextArea
          label={t('share-lists:form.note')}
          hint={t('share-lists:form.noteHint')}
          rows={2}
          maxLength={2000}
          value={form.note}
          onChange={(event) => onChange({ ...form, note: event.target.value })}
        />
      </div>
    </div>
  );
}

import { SLUG_MAX_LENGTH } from '@satchel/api-client/contract/fields';
import { Checkbox } from '@satchel/ui/checkbox';
import { PasswordField } from '@satchel/ui/password-field';
import { TextField } from '@satchel/ui/text-field';
import { useTranslation } from 'react-i18next';
import { PlainShareFields } from './plain-share-fields.tsx';
import type { ShareForm } from './share-changes.ts';
import type { OptionProblems } from './share-options.ts';

export interface ShareFormFieldsProps {
  form: ShareForm;
  problems: OptionProblems;
  slugError: string | undefined;
  hasPassword: boolean;
  onChange: (form: ShareForm) => void;
}

/** The form fields for changing an existing share. */
export function ShareFormFields({
  form,
  problems,
  slugError,
  hasPassword,
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
      <TextField
        label={t('fields.maxViews')}
        hint={t('share-lists:form.maxViewsHint')}
        inputMode="numeric"
        autoComplete="off"
        value={form.maxViews}
        error={problems.maxViews ? t('problems.maxViews') : undefined}
        onChange={(event) => onChange({ ...form, maxViews: event.target.value.trim() })}
      />
      <div className="flex flex-col gap-1.5">
        <PasswordField
          label={t('fields.password')}
          placeholder={
            hasPassword ? t('share-lists:form.keepPassword') : t('fields.passwordPlaceholder')
          }
          showLabel={t('fields.showPassword')}
          hideLabel={t('fields.hidePassword')}
          disabled={form.removesPassword}
          value={form.password}
          onChange={(event) => onChange({ ...form, password: event.target.value })}
        />
        {hasPassword && (
          <Checkbox
            label={t('share-lists:form.removePassword')}
            checked={form.removesPassword}
            onChange={(event) => onChange({ ...form, removesPassword: event.target.checked })}
          />
        )}
      </div>
    </div>
  );
}

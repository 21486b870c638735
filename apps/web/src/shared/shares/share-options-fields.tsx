import { SLUG_MAX_LENGTH } from '@satchel/api-client/contract/limits';
import { PasswordField } from '@satchel/ui/forms/password-field';
import { Select } from '@satchel/ui/forms/select';
import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import { EXPIRY_HOURS, type ExpiryHours } from './expiry.ts';
import { PlainShareFields } from './plain-share-fields.tsx';
import type { OptionProblems, ShareOptions } from './share-options.ts';

export interface ShareOptionsFieldsProps {
  options: ShareOptions;
  problems: OptionProblems;
  /** The server's objection to the slug: taken, or reserved. */
  slugError?: string | undefined;
  slugPrefix: string;
  onChange: (options: ShareOptions) => void;
}

export function ShareOptionsFields({
  options,
  problems,
  slugError,
  slugPrefix,
  onChange,
}: ShareOptionsFieldsProps) {
  const { t } = useTranslation('shares');
  return (
    <>
      <TextField
        label={t('fields.slug')}
        placeholder={t('fields.slugPlaceholder')}
        prefix={slugPrefix}
        value={options.slug}
        maxLength={SLUG_MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={problems.slug ? t('problems.slug') : slugError}
        onChange={(event) => onChange({ ...options, slug: event.target.value })}
      />
      <PasswordField
        label={t('fields.password')}
        placeholder={t('fields.passwordPlaceholder')}
        showLabel={t('fields.showPassword')}
        hideLabel={t('fields.hidePassword')}
        value={options.password}
        onChange={(event) => onChange({ ...options, password: event.target.value })}
      />
      <Select
        label={t('fields.expiry')}
        value={options.expiryHours}
        options={EXPIRY_HOURS.map((hours) => ({ value: hours, label: t(`expiry.${hours}`) }))}
        onChange={(event) =>
          onChange({ ...options, expiryHours: event.target.value as ExpiryHours })
        }
      />
      <TextField
        label={t('fields.maxViews')}
        placeholder={t('fields.maxViewsPlaceholder')}
        inputMode="numeric"
        autoComplete="off"
        value={options.maxViews}
        error={problems.maxViews ? t('problems.maxViews') : undefined}
        onChange={(event) => onChange({ ...options, maxViews: event.target.value.trim() })}
      />
      <PlainShareFields
        fields={options}
        onChange={(changed) => onChange({ ...options, ...changed })}
      />
    </>
  );
}

import { SLUG_MAX_LENGTH } from '@satchel/api-client/contract/limits';
import { PasswordField } from '@satchel/ui/forms/password-field';
import { Select } from '@satchel/ui/forms/select';
import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import { bindFields } from '#shared/forms/bind-fields.ts';
import { EXPIRY_HOURS } from './expiry.ts';
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
  const edit = (changed: Partial<ShareOptions>) => onChange({ ...options, ...changed });
  const { text } = bindFields(options, edit);
  return (
    <>
      <TextField
        label={t('fields.slug')}
        placeholder={t('fields.slugPlaceholder')}
        prefix={slugPrefix}
        maxLength={SLUG_MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={problems.slug ? t('problems.slug') : slugError}
        {...text('slug')}
      />
      <PasswordField
        label={t('fields.password')}
        placeholder={t('fields.passwordPlaceholder')}
        {...text('password')}
      />
      <Select
        label={t('fields.expiry')}
        options={EXPIRY_HOURS.map((hours) => ({ value: hours, label: t(`expiry.${hours}`) }))}
        {...text('expiryHours')}
      />
      <TextField
        label={t('fields.maxViews')}
        placeholder={t('fields.maxViewsPlaceholder')}
        inputMode="numeric"
        autoComplete="off"
        value={options.maxViews}
        error={problems.maxViews ? t('problems.maxViews') : undefined}
        onChange={(event) => edit({ maxViews: event.target.value.trim() })}
      />
      <PlainShareFields fields={options} onChange={edit} />
    </>
  );
}

import { PasswordField } from '@satchel/ui/forms/password-field';
import { useTranslation } from 'react-i18next';
import { bindFields } from '#shared/forms/bind-fields.ts';
import { ExpirySelect, MaxViewsField, RemarkField, SlugField } from './share-inputs.tsx';
import type { OptionProblems, ShareOptions } from './share-options.ts';

export interface ShareOptionsFieldsProps {
  options: ShareOptions;
  problems: OptionProblems;
  /** Message of the server about the slug: taken or reserved. */
  slugError?: string | undefined;
  slugPrefix: string;
  /** Maximum length of the title in characters; default 2000. */
  titleLength?: number;
  onChange: (options: ShareOptions) => void;
}

export function ShareOptionsFields({
  options,
  problems,
  slugError,
  slugPrefix,
  titleLength = 2000,
  onChange,
}: ShareOptionsFieldsProps) {
  const { t } = useTranslation('shares');
  const edit = (changed: Partial<ShareOptions>) => onChange({ ...options, ...changed });
  const { text, value } = bindFields(options, edit);
  return (
    <>
      <SlugField
        prefix={slugPrefix}
        hasProblem={problems.slug}
        error={slugError}
        {...text('slug')}
      />
      <PasswordField
        label={t('fields.password')}
        placeholder={t('fields.passwordPlaceholder')}
        {...text('password')}
      />
      <ExpirySelect {...text('expiryHours')} />
      <MaxViewsField
        placeholder={t('fields.maxViewsPlaceholder')}
        hasProblem={problems.maxViews}
        {...value('maxViews')}
      />
      <RemarkField maxLength={titleLength} {...text('remark')} />
    </>
  );
}

import { SLUG_MAX_LENGTH } from '@satchel/api-client/contract/limits';
import { TextField, type TextFieldProps } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';

interface CheckedFieldProps extends Partial<TextFieldProps> {
  /** True where what is typed cannot be sent, which then says why in place of `error`. */
  hasProblem: true | undefined;
}

/** The input of the last part of a share's address. */
export function SlugField({ hasProblem, error, ...props }: CheckedFieldProps) {
  const { t } = useTranslation('shares');
  return (
    <TextField
      label={t('fields.slug')}
      placeholder={t('fields.slugPlaceholder')}
      maxLength={SLUG_MAX_LENGTH}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      error={hasProblem ? t('problems.slug') : error}
      {...props}
    />
  );
}

interface MaxViewsFieldProps extends Omit<CheckedFieldProps, 'onChange'> {
  onChange: (maxViews: string) => void;
}

export function MaxViewsField({ hasProblem, onChange, ...props }: MaxViewsFieldProps) {
  const { t } = useTranslation('shares');
  return (
    <TextField
      label={t('fields.maxViews')}
      inputMode="numeric"
      autoComplete="off"
      error={hasProblem ? t('problems.maxViews') : undefined}
      onChange={(event) => onChange(event.target.value.trim())}
      {...props}
    />
  );
}

export function RemarkField(props: Partial<TextFieldProps>) {
  const { t } = useTranslation('shares');
  return (
    <TextField
      label={t('fields.remark')}
      placeholder={t('fields.remarkPlaceholder')}
      maxLength={2000}
      autoComplete="off"
      {...props}
    />
  );
}

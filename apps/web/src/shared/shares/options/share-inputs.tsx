import { SLUG_MAX_LENGTH } from '@satchel/api-client/contract/limits';
import { Checkbox } from '@satchel/ui/forms/checkbox';
import { PasswordField } from '@satchel/ui/forms/password-field';
import { Select } from '@satchel/ui/forms/select';
import { TextArea } from '@satchel/ui/forms/text-area';
import { TextField, type TextFieldProps } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import type { BoundFields } from '#shared/forms/bind-fields.ts';
import { EXPIRY_HOURS } from './expiry.ts';

type TextProps = ReturnType<BoundFields<{ text: string }>['text']>;

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

/** Time until a new link expires. */
export function ExpirySelect(props: TextProps) {
  const { t } = useTranslation('shares');
  return (
    <Select
      label={t('fields.expiry')}
      options={EXPIRY_HOURS.map((hours) => ({ value: hours, label: t(`expiry.${hours}`) }))}
      {...props}
    />
  );
}

/** Date on which an existing link expires. */
export function ExpiryDateField(props: TextProps) {
  const { t } = useTranslation('share-lists');
  return (
    <TextField
      type="datetime-local"
      label={t('form.expiresAt')}
      hint={t('form.expiresAtHint')}
      {...props}
    />
  );
}

interface LinkPasswordProps {
  /** Whether the link has a password already, which can be kept, replaced or removed. */
  isSet: boolean | undefined;
  password: TextProps;
  removal: ReturnType<BoundFields<{ isOn: boolean }>['toggle']>;
}

export function LinkPassword({ isSet = false, password, removal }: LinkPasswordProps) {
  const { t } = useTranslation(['shares', 'share-lists']);
  return (
    <div className="flex flex-col gap-1.5">
      <PasswordField
        label={t('fields.password')}
        placeholder={t(isSet ? 'share-lists:form.keepPassword' : 'fields.passwordPlaceholder')}
        disabled={removal.checked}
        {...password}
      />
      {isSet && <Checkbox label={t('share-lists:form.removePassword')} {...removal} />}
    </div>
  );
}

/** Note of the owner, which visitors do not see. */
export function NoteField(props: TextProps) {
  const { t } = useTranslation('share-lists');
  return (
    <TextArea
      label={t('form.note')}
      hint={t('form.noteHint')}
      rows={2}
      maxLength={2000}
      {...props}
    />
  );
}

/** Name of who shares several files, for their visitors. */
export function SenderField(props: TextProps) {
  const { t } = useTranslation('file-shares');
  return (
    <TextField
      label={t('bundle.sender')}
      placeholder={t('bundle.senderPlaceholder')}
      maxLength={200}
      autoComplete="name"
      {...props}
    />
  );
}

/** Message to the visitors of several files. */
export function MessageField(props: TextProps) {
  const { t } = useTranslation('file-shares');
  return <TextArea label={t('bundle.message')} rows={3} maxLength={10_000} {...props} />;
}

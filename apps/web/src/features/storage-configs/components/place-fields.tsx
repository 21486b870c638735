import { PasswordField } from '@satchel/ui/forms/password-field';
import { Switch } from '@satchel/ui/forms/switch';
import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import {
  gapsOf,
  type StorageForm,
  type StorageOptions,
  type StorageProblem,
  withRegion,
} from '../storage-options.ts';

export interface PlaceFieldsProps {
  form: StorageForm;
  /** Whether a secret is stored, which an empty input keeps. */
  hasSecret: boolean;
}

const CODE = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

/** Fields for the bucket's address and credentials. */
export function PlaceFields({ form, hasSecret }: PlaceFieldsProps) {
  const { t } = useTranslation('storage-configs');
  const { values, problems } = form;
  // Reports no problem of an empty field.
  const sentence = (problem: StorageProblem & keyof StorageOptions) =>
    values[problem] && problems.has(problem) ? t(`problems.${problem as 'bucket'}`) : undefined;
  return (
    <>
      <TextField
        {...CODE}
        label={t('fields.endpoint')}
        hint={t('fields.endpointHint')}
        inputMode="url"
        required
        error={
          problems.has('gaps')
            ? t('problems.gaps', { names: gapsOf(values.endpoint).join(', ') })
            : sentence('endpoint')
        }
        {...form.text('endpoint')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...CODE}
          label={t('fields.bucket')}
          hint={t('fields.bucketHint')}
          required
          error={sentence('bucket')}
          {...form.text('bucket')}
        />
        <TextField
          {...CODE}
          label={t('fields.region')}
          value={values.region}
          error={sentence('region')}
          onChange={(event) => form.edit(withRegion(values, event.target.value))}
        />
      </div>
      <TextField
        {...CODE}
        label={t('fields.accessKeyId')}
        required={!hasSecret}
        {...form.text('accessKeyId')}
      />
      <PasswordField
        label={t('fields.secretAccessKey')}
        hint={hasSecret ? t('fields.secretKept') : t('fields.secretHint')}
        placeholder={hasSecret ? '••••••••' : ''}
        required={!hasSecret}
        showLabel={t('showSecret')}
        hideLabel={t('hideSecret')}
        autoComplete="off"
        {...form.text('secretAccessKey')}
      />
      <Switch
        label={t('fields.isPathStyle')}
        hint={t('fields.isPathStyleHint')}
        {...form.toggle('isPathStyle')}
      />
    </>
  );
}

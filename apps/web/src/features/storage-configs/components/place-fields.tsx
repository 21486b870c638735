import { PasswordField } from '@satchel/ui/forms/password-field';
import { Switch } from '@satchel/ui/forms/switch';
import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import {
  gapsOf,
  type StorageOptions,
  type StorageProblem,
  withRegion,
} from '../storage-options.ts';

export interface PlaceFieldsProps {
  options: StorageOptions;
  problems: ReadonlySet<StorageProblem>;
  /** Whether a secret is stored already, which stays unless another is entered. */
  hasSecret: boolean;
  onChange: (options: StorageOptions) => void;
}

const CODE = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

/** Address of the bucket and the credentials for it. */
export function PlaceFields({ options, problems, hasSecret, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation('storage-configs');
  const edit = (changes: Partial<StorageOptions>) => onChange({ ...options, ...changes });
  // Reports no problem before anything was typed.
  const sentence = (problem: StorageProblem & keyof StorageOptions) =>
    options[problem] && problems.has(problem) ? t(`problems.${problem as 'bucket'}`) : undefined;
  return (
    <>
      <TextField
        {...CODE}
        label={t('fields.endpoint')}
        hint={t('fields.endpointHint')}
        inputMode="url"
        required
        value={options.endpoint}
        error={
          problems.has('gaps')
            ? t('problems.gaps', { names: gapsOf(options.endpoint).join(', ') })
            : sentence('endpoint')
        }
        onChange={(event) => edit({ endpoint: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...CODE}
          label={t('fields.bucket')}
          hint={t('fields.bucketHint')}
          required
          value={options.bucket}
          error={sentence('bucket')}
          onChange={(event) => edit({ bucket: event.target.value })}
        />
        <TextField
          {...CODE}
          label={t('fields.region')}
          value={options.region}
          error={sentence('region')}
          onChange={(event) => onChange(withRegion(options, event.target.value))}
        />
      </div>
      <TextField
        {...CODE}
        label={t('fields.accessKeyId')}
        required={!hasSecret}
        value={options.accessKeyId}
        onChange={(event) => edit({ accessKeyId: event.target.value })}
      />
      <PasswordField
        label={t('fields.secretAccessKey')}
        hint={hasSecret ? t('fields.secretKept') : t('fields.secretHint')}
        placeholder={hasSecret ? '••••••••' : ''}
        showLabel={t('showSecret')}
        hideLabel={t('hideSecret')}
        autoComplete="off"
        value={options.secretAccessKey}
        onChange={(event) => edit({ secretAccessKey: event.target.value })}
      />
      <Switch
        label={t('fields.isPathStyle')}
        hint={t('fields.isPathStyleHint')}
        checked={options.isPathStyle}
        onChange={(event) => edit({ isPathStyle: event.target.checked })}
      />
    </>
  );
}

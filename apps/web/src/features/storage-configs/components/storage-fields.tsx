import { STORAGE_PRESETS } from '@satchel/api-client/contract/storage-presets';
import { Notice } from '@satchel/ui/feedback/notice';
import { Combobox } from '@satchel/ui/forms/combobox';
import { Switch } from '@satchel/ui/forms/switch';
import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import { type StorageForm, withPreset } from '../storage-options.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

export interface StorageFieldsProps {
  form: StorageForm;
  /** Undefined for a new storage. */
  row: StorageConfigRow | undefined;
}

const PROVIDERS = STORAGE_PRESETS.map(({ provider_type }) => ({ value: provider_type }));

export function StorageFields({ form, row }: StorageFieldsProps) {
  const { t } = useTranslation('storage-configs');
  const { values, problems, edit } = form;
  const isEmbedded = row?.is_embedded === 1;
  return (
    <>
      <TextField label={t('fields.name')} required maxLength={100} {...form.text('name')} />
      {isEmbedded ? (
        <Notice>{t('embeddedFixed')}</Notice>
      ) : (
        <>
          <Combobox
            label={t('fields.provider')}
            hint={t('fields.providerHint')}
            required
            value={values.provider}
            onChange={(provider) => edit(withPreset(values, provider))}
            items={PROVIDERS}
          />
          <PlaceFields form={form} hasSecret={row?.has_secret ?? false} />
        </>
      )}
      <Switch
        label={t('fields.isPublic')}
        hint={t('fields.isPublicHint')}
        {...form.toggle('isPublic')}
      />
      <TextField
        label={t('fields.capacity')}
        hint={t('fields.capacityHint')}
        className="max-w-64"
        inputMode="decimal"
        placeholder={t('fields.capacityNone')}
        error={problems.has('capacityGigabytes') ? t('problems.capacityGigabytes') : undefined}
        {...form.text('capacityGigabytes')}
      />
      <AdvancedFields form={form} isEmbedded={isEmbedded} />
    </>
  );
}

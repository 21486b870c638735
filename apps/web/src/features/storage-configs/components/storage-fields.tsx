import { STORAGE_PRESETS } from '@satchel/api-client/contract/storage-presets';
import { Notice } from '@satchel/ui/feedback/notice';
import { Combobox } from '@satchel/ui/forms/combobox';
import { Switch } from '@satchel/ui/forms/switch';
import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import { type StorageOptions, type StorageProblem, withPreset } from '../storage-options.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

export interface StorageFieldsProps {
  options: StorageOptions;
  problems: ReadonlySet<StorageProblem>;
  /** Absent for a storage that is being added. */
  row?: StorageConfigRow;
  onChange: (options: StorageOptions) => void;
}

const PROVIDERS = STORAGE_PRESETS.map(({ provider_type }) => ({ value: provider_type }));

export function StorageFields({ options, problems, row, onChange }: StorageFieldsProps) {
  const { t } = useTranslation('storage-configs');
  const edit = (changes: Partial<StorageOptions>) => onChange({ ...options, ...changes });
  return (
    <>
      <TextField
        label={t('fields.name')}
        required
        maxLength={100}
        value={options.name}
        onChange={(event) => edit({ name: event.target.value })}
      />
      {row?.is_embedded === 1 ? (
        <Notice>{t('embeddedFixed')}</Notice>
      ) : (
        <>
          <Combobox
            label={t('fields.provider')}
            hint={t('fields.providerHint')}
            value={options.provider}
            onChange={(provider) => onChange(withPreset(options, provider))}
            items={PROVIDERS}
          />
          <PlaceFields
            options={options}
            problems={problems}
            hasSecret={row?.has_secret ?? false}
            onChange={onChange}
          />
        </>
      )}
      <Switch
        label={t('fields.isPublic')}
        hint={t('fields.isPublicHint')}
        checked={options.isPublic}
        onChange={(event) => edit({ isPublic: event.target.checked })}
      />
      <TextField
        label={t('fields.capacity')}
        hint={t('fields.capacityHint')}
        className="max-w-64"
        inputMode="decimal"
        placeholder={t('fields.capacityNone')}
        value={options.capacityGigabytes}
        error={problems.has('capacityGigabytes') ? t('problems.capacityGigabytes') : undefined}
        onChange={(event) => edit({ capacityGigabytes: event.target.value })}
      />
      <AdvancedFields
        options={options}
        problems={problems}
        isEmbedded={row?.is_embedded === 1}
        onEdit={edit}
      />
    </>
  );
}

import { RadioGroup } from '@satchel/ui/forms/radio-group';
import { Select } from '@satchel/ui/forms/select';
import { Switch } from '@satchel/ui/forms/switch';
import { TextArea } from '@satchel/ui/forms/text-area';
import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import { DurationField } from '#shared/forms/duration-field.tsx';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import type { MountOptions, MountProblem } from '../mount-options.ts';
import { ProxyFields } from './proxy-fields.tsx';

export interface MountFieldsProps {
  options: MountOptions;
  problems: ReadonlySet<MountProblem>;
  storages: readonly StorageConfigRow[];
  onChange: (options: MountOptions) => void;
}

const WEBDAV_POLICIES = ['native_proxy', '302_redirect'] as const;

export function MountFields({ options, problems, storages, onChange }: MountFieldsProps) {
  const { t } = useTranslation('mounts');
  const edit = (changes: Partial<MountOptions>) => onChange({ ...options, ...changes });
  const hasPath = options.path !== '' && options.path !== '/';
  return (
    <>
      <TextField
        label={t('fields.name')}
        required
        maxLength={50}
        value={options.name}
        onChange={(event) => edit({ name: event.target.value })}
      />
      <TextField
        label={t('fields.path')}
        hint={t('fields.pathHint')}
        required
        autoCapitalize="none"
        spellCheck={false}
        value={options.path}
        error={hasPath && problems.has('path') ? t('problems.path') : undefined}
        onChange={(event) => edit({ path: event.target.value })}
      />
      <Select
        label={t('fields.storage')}
        hint={storages.length === 0 ? t('fields.noStorage') : t('fields.storageHint')}
        required
        value={options.storageId}
        options={[
          ...(options.storageId ? [] : [{ value: '', label: t('fields.chooseStorage') }]),
          ...storages.map(({ id, name, bucket_name }) => ({
            value: id,
            label: `${name} (${bucket_name})`,
          })),
        ]}
        onChange={(event) => edit({ storageId: event.target.value })}
      />
      <TextArea
        label={t('fields.remark')}
        rows={2}
        maxLength={2000}
        value={options.remark}
        onChange={(event) => edit({ remark: event.target.value })}
      />
      <Switch
        label={t('fields.isActive')}
        hint={t('fields.isActiveHint')}
        checked={options.isActive}
        onChange={(event) => edit({ isActive: event.target.checked })}
      />
      <DurationField
        label={t('fields.cache')}
        hint={t('fields.cacheHint')}
        value={options.cacheSeconds}
        error={problems.has('cacheSeconds') ? t('problems.cacheSeconds') : undefined}
        onChange={(cacheSeconds) => edit({ cacheSeconds })}
      />
      <ProxyFields options={options} problems={problems} onEdit={edit} />
      <RadioGroup
        look="cards"
        label={t('fields.webdav')}
        value={options.webdavPolicy}
        options={WEBDAV_POLICIES.map((value) => ({
          value,
          label: t(`webdav.${value}`),
          hint: t(`webdav.${value}_hint`),
        }))}
        onChange={(webdavPolicy) => edit({ webdavPolicy })}
      />
    </>
  );
}

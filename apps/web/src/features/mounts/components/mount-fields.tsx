import { RadioCards } from '@satchel/ui/forms/radio-group';
import { Select } from '@satchel/ui/forms/select';
import { Switch } from '@satchel/ui/forms/switch';
import { TextArea } from '@satchel/ui/forms/text-area';
import { TextField } from '@satchel/ui/forms/text-field';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { useTranslation } from 'react-i18next';
import type { FormState } from '#shared/forms/bind-fields.ts';
import { DurationField } from '#shared/forms/duration-field.tsx';
import type { StorageConfigRow } from '#shared/storage-configs/storage-config-queries.ts';
import type { MountOptions, MountProblem } from '../mount-options.ts';

interface FormProps {
  form: FormState<MountOptions, MountProblem>;
}

export interface MountFieldsProps extends FormProps {
  storages: readonly StorageConfigRow[];
  /** Path of the mount if its field is left empty; undefined without a name. */
  derivedPath: string | undefined;
}

const WEBDAV_POLICIES = ['native_proxy', '302_redirect'] as const;

/** Fields of a mount: name and storage, and below them the details, which have defaults. */
export function MountFields({ form, storages, derivedPath }: MountFieldsProps) {
  const { t } = useTranslation('mounts');
  const { values } = form;
  return (
    <>
      <TextField label={t('fields.name')} required maxLength={50} {...form.text('name')} />
      <Select
        label={t('fields.storage')}
        hint={storages.length === 0 ? t('fields.noStorage') : t('fields.storageHint')}
        required
        options={[
          ...(values.storageId ? [] : [{ value: '', label: t('fields.chooseStorage') }]),
          ...storages.map(({ id, name, bucket_name }) => ({
            value: id,
            label: `${name} (${bucket_name})`,
          })),
        ]}
        {...form.text('storageId')}
      />
      <Disclosure label={t('details')} summary={values.path || derivedPath}>
        <div className="flex flex-col gap-5">
          <Details form={form} derivedPath={derivedPath} />
        </div>
      </Disclosure>
    </>
  );
}

function Details({ form, derivedPath }: Omit<MountFieldsProps, 'storages'>) {
  const { t } = useTranslation('mounts');
  const { values, problems } = form;
  return (
    <>
      <TextField
        label={t('fields.path')}
        hint={t('fields.pathHint')}
        placeholder={derivedPath}
        autoCapitalize="none"
        spellCheck={false}
        error={values.path !== '' && problems.has('path') ? t('problems.path') : undefined}
        {...form.text('path')}
      />
      <TextArea label={t('fields.remark')} rows={2} maxLength={2000} {...form.text('remark')} />
      <Switch
        label={t('fields.isActive')}
        hint={t('fields.isActiveHint')}
        {...form.toggle('isActive')}
      />
      <DurationField
        label={t('fields.cache')}
        hint={t('fields.cacheHint')}
        error={problems.has('cacheSeconds') ? t('problems.cacheSeconds') : undefined}
        {...form.value('cacheSeconds')}
      />
      <ProxyFields form={form} />
      <RadioCards
        label={t('fields.webdav')}
        values={WEBDAV_POLICIES}
        textsOf={(policy) => [t(`webdav.${policy}`), t(`webdav.${policy}_hint`)]}
        {...form.value('webdavPolicy')}
      />
    </>
  );
}

/** Fields for the public links to a mount's files, and their protection. */
function ProxyFields({ form }: FormProps) {
  const { t } = useTranslation('mounts');
  const { hasWebProxy, isSigned } = form.values;
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border border-line p-3">
      <legend className="px-1 text-label">{t('fields.proxy')}</legend>
      <Switch
        label={t('fields.webProxy')}
        hint={t('fields.webProxyHint')}
        {...form.toggle('hasWebProxy')}
      />
      {hasWebProxy && (
        <Switch label={t('fields.sign')} hint={t('fields.signHint')} {...form.toggle('isSigned')} />
      )}
      {hasWebProxy && isSigned && (
        <DurationField
          label={t('fields.signExpires')}
          hint={t('fields.signExpiresHint')}
          placeholder={t('fields.asGlobal')}
          error={form.problems.has('signSeconds') ? t('problems.signSeconds') : undefined}
          {...form.value('signSeconds')}
        />
      )}
    </fieldset>
  );
}

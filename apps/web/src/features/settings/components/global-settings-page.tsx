import { RadioCards } from '@satchel/ui/forms/radio-group';
import { Switch } from '@satchel/ui/forms/switch';
import { TextField } from '@satchel/ui/forms/text-field';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '#shared/forms/amount-field.tsx';
import { DurationField } from '#shared/forms/duration-field.tsx';
import { FormSection } from '#shared/panel/form-section.tsx';
import { fromMegabytes, SIZE_UNITS, toMegabytes } from '../upload-size.ts';
import type { SettingsForm } from '../use-settings-form.ts';
import { SettingsPage } from './settings-page.tsx';

const INVALID = '?';
const NAMING = ['overwrite', 'random_suffix'] as const;

/** Whether a number field holds the marker for an invalid number, which must never be sent. */
const hasInvalid = ({ read }: SettingsForm) =>
  [read('max_upload_size'), read('proxy_sign_expires'), read('audit_retention_days')].includes(
    INVALID,
  );

export function GlobalSettingsPage() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage group="global" description={t('global.description')} findInvalid={hasInvalid}>
      {(form) => (
        <>
          <Uploads {...form} />
          <Links {...form} />
          <AuditLog {...form} />
        </>
      )}
    </SettingsPage>
  );
}

const UNIT_OPTIONS = SIZE_UNITS.map((unit) => ({ value: unit, label: unit }));

function Uploads({ read, set, choice, toggle, refusalOf }: SettingsForm) {
  const { t } = useTranslation('settings');
  const stored = read('max_upload_size');
  return (
    <FormSection title={t('global.uploads')}>
      <AmountField
        label={t('global.maxUploadSize')}
        hint={t('global.maxUploadSizeHint')}
        error={stored === INVALID ? t('global.sizeInvalid') : refusalOf('max_upload_size')}
        unitLabel={t('global.unit')}
        units={UNIT_OPTIONS}
        value={stored}
        onChange={(value) => set('max_upload_size', value)}
        parse={({ amount, unit }) => String(toMegabytes(amount, unit) ?? INVALID)}
        format={(megabytes) => fromMegabytes(Number(megabytes))}
      />
      <RadioCards
        label={t('global.naming')}
        values={NAMING}
        textsOf={(name) => [t(`global.namingChoice.${name}`), t(`global.namingHint.${name}`)]}
        {...choice('file_naming_strategy', NAMING)}
      />
      <Switch
        label={t('global.resumableUploads')}
        hint={t('global.resumableUploadsHint')}
        {...toggle('resumable_uploads')}
      />
    </FormSection>
  );
}

function Links({ read, set, toggle, refusalOf }: SettingsForm) {
  const { t } = useTranslation('settings');
  const expires = read('proxy_sign_expires');
  const seconds = expires === INVALID ? undefined : Number(expires);
  return (
    <FormSection title={t('global.links')} description={t('global.linksHint')}>
      <Switch
        label={t('global.defaultUseProxy')}
        hint={t('global.defaultUseProxyHint')}
        {...toggle('default_use_proxy')}
      />
      <Switch
        label={t('global.signAll')}
        hint={t('global.signAllHint')}
        {...toggle('proxy_sign_all')}
      />
      <DurationField
        label={t('global.signExpires')}
        hint={t('global.signExpiresHint')}
        value={seconds}
        error={seconds === undefined ? t('global.timeInvalid') : refusalOf('proxy_sign_expires')}
        onChange={(next) => set('proxy_sign_expires', String(next ?? INVALID))}
      />
    </FormSection>
  );
}

/** Maximum retention of the audit log: a hundred years. */
const MAX_RETENTION_DAYS = 36_500;

function AuditLog({ read, set, refusalOf }: SettingsForm) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState(read('audit_retention_days'));
  const stored = read('audit_retention_days');
  const isInvalid = stored === INVALID;
  // Keeps the typed text while it is not a number, unless the value was changed from outside.
  const shown = isInvalid ? typed : stored;
  return (
    <FormSection title={t('global.audit')}>
      <TextField
        className="max-w-(--container-form)"
        label={t('global.auditRetention')}
        hint={t('global.auditRetentionHint')}
        inputMode="numeric"
        value={shown}
        error={isInvalid ? t('global.daysInvalid') : refusalOf('audit_retention_days')}
        onChange={({ target: { value } }) => {
          setTyped(value);
          const isDays = /^\d{1,5}$/.test(value) && Number(value) <= MAX_RETENTION_DAYS;
          set('audit_retention_days', isDays ? value : INVALID);
        }}
      />
    </FormSection>
  );
}

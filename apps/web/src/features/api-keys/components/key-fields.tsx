import { Combobox } from '@satchel/ui/forms/combobox';
import { RadioGroup } from '@satchel/ui/forms/radio-group';
import { Switch } from '@satchel/ui/forms/switch';
import { TextField } from '@satchel/ui/forms/text-field';
import { useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#shared/format/format-time.ts';
import type { FormState } from '#shared/forms/bind-fields.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { mountListOptions } from '#shared/mounts/mount-queries.ts';
import { EXPIRY_CHOICES, isForEver, type KeyOptions, type KeyProblem } from '../key-options.ts';
import type { ApiKeyRow } from '../queries.ts';
import { PermissionFields } from './permission-fields.tsx';

export interface KeyFieldsProps {
  form: FormState<KeyOptions, KeyProblem>;
  /** Undefined for a new key. */
  row: ApiKeyRow | undefined;
}

export function KeyFields({ form, row }: KeyFieldsProps) {
  const { t } = useTranslation('api-keys');
  const mounts = useQuery(mountListOptions());
  const { values, problems } = form;
  const places = (mounts.data ?? []).map(({ mount_path, name }) => ({
    value: mount_path,
    hint: name,
    icon: <FolderOpen className="size-4 text-ink-faint" />,
  }));
  const hasWrongKey = values.customKey !== '' && problems.has('customKey');
  return (
    <>
      <TextField
        label={t('fields.name')}
        hint={t('fields.nameHint')}
        required
        maxLength={100}
        {...form.text('name')}
      />
      <PermissionFields
        bits={values.permissions}
        onChange={(permissions) => form.edit({ permissions })}
      />
      <Combobox
        label={t('fields.basePath')}
        hint={t('fields.basePathHint')}
        error={problems.has('basePath') ? t('problems.basePath') : undefined}
        items={[{ value: '/', hint: t('fields.everywhere') }, ...places]}
        // Shows all mounts unfiltered, also while the field has its initial value.
        areItemsFound
        isLoading={mounts.isPending}
        {...form.value('basePath')}
      />
      <ExpiryFields form={form} row={row} />
      {!row && (
        <div className="flex flex-col gap-3">
          <Switch
            label={t('fields.hasCustomKey')}
            hint={t('fields.hasCustomKeyHint')}
            {...form.toggle('hasCustomKey')}
          />
          {values.hasCustomKey && (
            <TextField
              label={t('fields.customKey')}
              hint={t('fields.customKeyHint')}
              error={hasWrongKey ? t('problems.customKey') : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={128}
              className="font-mono"
              {...form.text('customKey')}
            />
          )}
        </div>
      )}
      <Switch
        label={t('fields.isGuest')}
        hint={t('fields.isGuestHint')}
        {...form.toggle('isGuest')}
      />
    </>
  );
}

/** Fields for the expiry: a number of days from a list, never, or a custom number of days (SPEC 9). */
function ExpiryFields({ form, row }: KeyFieldsProps) {
  const { t } = useTranslation('api-keys');
  const language = useLanguage();
  const kept = row && {
    value: 'keep' as const,
    label: isForEver(row.expires_at)
      ? t('expiry.keepNever')
      : t('expiry.keep', { time: formatDateTime(row.expires_at, language) }),
  };
  const choices = EXPIRY_CHOICES.map((value) => ({ value, label: t(`expiry.${value}`) }));
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label={t('fields.expiry')}
        options={kept ? [kept, ...choices] : choices}
        {...form.value('expiry')}
      />
      {form.values.expiry === 'custom' && (
        <TextField
          label={t('fields.customDays')}
          className="max-w-48"
          inputMode="numeric"
          error={form.problems.has('customDays') ? t('problems.customDays') : undefined}
          {...form.text('customDays')}
        />
      )}
    </div>
  );
}

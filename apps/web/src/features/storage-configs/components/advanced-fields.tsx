import { TextField } from '@satchel/ui/forms/text-field';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { useTranslation } from 'react-i18next';
import { DurationField } from '#shared/forms/duration-field.tsx';
import type { StorageForm } from '../storage-options.ts';

const OWN_ADDRESSES = ['customHost'] as const;
const ADDRESSES = ['publicEndpoint', 'customHost'] as const;

/** Fields that few storages need. */
export function AdvancedFields({ form, isEmbedded }: { form: StorageForm; isEmbedded: boolean }) {
  const { t } = useTranslation('storage-configs');
  const { problems } = form;
  return (
    <Disclosure label={t('advanced')}>
      <div className="flex flex-col gap-4">
        <TextField
          label={t('fields.defaultFolder')}
          hint={t('fields.defaultFolderHint')}
          maxLength={512}
          spellCheck={false}
          {...form.text('defaultFolder')}
        />
        {(isEmbedded ? OWN_ADDRESSES : ADDRESSES).map((name) => (
          <TextField
            key={name}
            label={t(`fields.${name}`)}
            hint={t(`fields.${name}Hint`)}
            inputMode="url"
            spellCheck={false}
            error={problems.has(name) ? t('problems.endpoint') : undefined}
            {...form.text(name)}
          />
        ))}
        <DurationField
          label={t('fields.signature')}
          hint={t('fields.signatureHint')}
          error={problems.has('signatureSeconds') ? t('problems.signatureSeconds') : undefined}
          {...form.value('signatureSeconds')}
        />
      </div>
    </Disclosure>
  );
}

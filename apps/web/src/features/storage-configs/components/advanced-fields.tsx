import { TextField } from '@satchel/ui/forms/text-field';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { useTranslation } from 'react-i18next';
import { DurationField } from '#shared/forms/duration-field.tsx';
import type { StorageForm } from '../storage-options.ts';

export interface AdvancedFieldsProps {
  form: StorageForm;
  isEmbedded: boolean;
}

/** Fields that few storages need. */
export function AdvancedFields({ form, isEmbedded }: AdvancedFieldsProps) {
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
        {!isEmbedded && (
          <TextField
            label={t('fields.publicEndpoint')}
            hint={t('fields.publicEndpointHint')}
            inputMode="url"
            spellCheck={false}
            error={problems.has('publicEndpoint') ? t('problems.endpoint') : undefined}
            {...form.text('publicEndpoint')}
          />
        )}
        <TextField
          label={t('fields.customHost')}
          hint={t('fields.customHostHint')}
          inputMode="url"
          spellCheck={false}
          error={problems.has('customHost') ? t('problems.endpoint') : undefined}
          {...form.text('customHost')}
        />
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

import { TextField } from '@satchel/ui/forms/text-field';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { useTranslation } from 'react-i18next';
import { DurationField } from '#shared/forms/duration-field.tsx';
import type { StorageOptions, StorageProblem } from '../storage-options.ts';

export interface AdvancedFieldsProps {
  options: StorageOptions;
  problems: ReadonlySet<StorageProblem>;
  isEmbedded: boolean;
  onEdit: (changes: Partial<StorageOptions>) => void;
}

/** Fields that few storages need. */
export function AdvancedFields({ options, problems, isEmbedded, onEdit }: AdvancedFieldsProps) {
  const { t } = useTranslation('storage-configs');
  return (
    <Disclosure label={t('advanced')}>
      <div className="flex flex-col gap-4">
        <TextField
          label={t('fields.defaultFolder')}
          hint={t('fields.defaultFolderHint')}
          maxLength={512}
          spellCheck={false}
          value={options.defaultFolder}
          onChange={(event) => onEdit({ defaultFolder: event.target.value })}
        />
        {!isEmbedded && (
          <TextField
            label={t('fields.publicEndpoint')}
            hint={t('fields.publicEndpointHint')}
            inputMode="url"
            spellCheck={false}
            value={options.publicEndpoint}
            error={problems.has('publicEndpoint') ? t('problems.endpoint') : undefined}
            onChange={(event) => onEdit({ publicEndpoint: event.target.value })}
          />
        )}
        <TextField
          label={t('fields.customHost')}
          hint={t('fields.customHostHint')}
          inputMode="url"
          spellCheck={false}
          value={options.customHost}
          error={problems.has('customHost') ? t('problems.endpoint') : undefined}
          onChange={(event) => onEdit({ customHost: event.target.value })}
        />
        <DurationField
          label={t('fields.signature')}
          hint={t('fields.signatureHint')}
          value={options.signatureSeconds}
          error={problems.has('signatureSeconds') ? t('problems.signatureSeconds') : undefined}
          onChange={(signatureSeconds) => onEdit({ signatureSeconds })}
        />
      </div>
    </Disclosure>
  );
}

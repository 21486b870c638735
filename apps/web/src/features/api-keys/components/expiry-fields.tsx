import { RadioGroup } from '@satchel/ui/forms/radio-group';
import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { EXPIRY_CHOICES, isForEver, type KeyOptions, type KeyProblem } from '../key-options.ts';
import type { ApiKeyRow } from '../queries.ts';

export interface ExpiryFieldsProps {
  options: KeyOptions;
  problems: ReadonlySet<KeyProblem>;
  row: ApiKeyRow | undefined;
  onEdit: (changes: Partial<KeyOptions>) => void;
}

/** When the key ends: a choice of days from now, never, or as many days as one likes (SPEC 9). */
export function ExpiryFields({ options, problems, row, onEdit }: ExpiryFieldsProps) {
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
        value={options.expiry}
        onChange={(expiry) => onEdit({ expiry })}
        options={kept ? [kept, ...choices] : choices}
      />
      {options.expiry === 'custom' && (
        <TextField
          label={t('fields.customDays')}
          className="max-w-48"
          inputMode="numeric"
          value={options.customDays}
          error={problems.has('customDays') ? t('problems.customDays') : undefined}
          onChange={(event) => onEdit({ customDays: event.target.value })}
        />
      )}
    </div>
  );
}

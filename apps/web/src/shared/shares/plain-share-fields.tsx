import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import type { ShareFields } from './share-options.ts';

export interface PlainShareFieldsProps {
  fields: ShareFields;
  onChange: (changed: Partial<ShareFields>) => void;
}

/** Inputs of new and existing shares whose values are stored as typed. */
export function PlainShareFields({ fields, onChange }: PlainShareFieldsProps) {
  const { t } = useTranslation('shares');
  return (
    <TextField
      label={t('fields.remark')}
      placeholder={t('fields.remarkPlaceholder')}
      maxLength={2000}
      autoComplete="off"
      value={fields.remark}
      onChange={(event) => onChange({ remark: event.target.value })}
    />
  );
}

import { TextField } from '@satchel/ui/text-field';
import { useTranslation } from 'react-i18next';
import type { ShareFields } from './share-options.ts';

export interface PlainShareFieldsProps {
  fields: ShareFields;
  onChange: (changed: Partial<ShareFields>) => void;
}

/** What is stored as it is typed, in the form of a new share and of one that is there. */
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

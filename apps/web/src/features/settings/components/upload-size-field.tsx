import { Select } from '@satchel/ui/forms/select';
import { TextField } from '@satchel/ui/forms/text-field';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromMegabytes, SIZE_UNITS, type SizeUnit, toMegabytes } from '../upload-size.ts';

export interface UploadSizeFieldProps {
  /** Megabytes, or the mark for what is no number. */
  stored: string;
  invalid: string;
  refusal: string | undefined;
  onChange: (value: string) => void;
}

const UNIT_OPTIONS = SIZE_UNITS.map((unit) => ({ value: unit, label: unit }));

/** The largest upload, in the unit of the user's choice. */
export function UploadSizeField({ stored, invalid, refusal, onChange }: UploadSizeFieldProps) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState(() => fromMegabytes(Number(stored)));
  // Keeps typed text such as "0.5 GB", unless the value was changed from elsewhere.
  const isCurrent = String(toMegabytes(typed.amount, typed.unit) ?? invalid) === stored;
  const { amount, unit } = isCurrent ? typed : fromMegabytes(Number(stored));

  function type(next: { amount: string; unit: SizeUnit }) {
    setTyped(next);
    onChange(String(toMegabytes(next.amount, next.unit) ?? invalid));
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] gap-3">
      <TextField
        label={t('global.maxUploadSize')}
        inputMode="decimal"
        value={amount}
        onChange={(event) => type({ amount: event.target.value, unit })}
        error={stored === invalid ? t('global.sizeInvalid') : refusal}
        hint={t('global.maxUploadSizeHint')}
      />
      <Select
        label={t('global.unit')}
        isLabelHidden
        className="pt-[1.46875rem]"
        options={UNIT_OPTIONS}
        value={unit}
        onChange={(event) => type({ amount, unit: event.target.value as SizeUnit })}
      />
    </div>
  );
}

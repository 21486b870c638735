import { Select } from '@satchel/ui/forms/select';
import { TextField } from '@satchel/ui/forms/text-field';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DURATION_UNITS, type DurationUnit, fromSeconds, toSeconds } from './duration.ts';

export interface DurationFieldProps {
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  /** Seconds; null for an empty field, undefined while what is typed is no time. */
  value: number | null | undefined;
  onChange: (seconds: number | null | undefined) => void;
  error?: string | undefined;
}

/** A number with its unit, for a time that is stored in seconds. */
export function DurationField({
  label,
  hint,
  placeholder,
  value,
  onChange,
  error,
}: DurationFieldProps) {
  const { t } = useTranslation('panel');
  const [typed, setTyped] = useState(() => fromSeconds(value ?? null));
  // Keeps typed text such as "1.", unless the value was changed from elsewhere.
  const isCurrent = toSeconds(typed.amount, typed.unit) === value;
  const { amount, unit } = isCurrent ? typed : fromSeconds(value ?? null);

  function type(next: { amount: string; unit: DurationUnit }) {
    setTyped(next);
    onChange(toSeconds(next.amount, next.unit));
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] gap-3">
      <TextField
        label={label}
        hint={hint}
        error={error}
        inputMode="decimal"
        placeholder={placeholder}
        value={amount}
        onChange={(event) => type({ amount: event.target.value, unit })}
      />
      <Select
        label={t('duration.unit', { label })}
        isLabelHidden
        className="pt-[1.46875rem]"
        options={DURATION_UNITS.map((name) => ({ value: name, label: t(`duration.${name}`) }))}
        value={unit}
        onChange={(event) => type({ amount, unit: event.target.value as DurationUnit })}
      />
    </div>
  );
}

import { Select } from '@satchel/ui/forms/select';
import { TextField } from '@satchel/ui/forms/text-field';
import { type ReactNode, useState } from 'react';

export interface Amount<Unit extends string> {
  amount: string;
  unit: Unit;
}

export interface AmountFieldProps<Unit extends string, Value> {
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  error?: string | undefined;
  unitLabel: string;
  units: readonly { value: Unit; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Converts the typed amount to the value. */
  parse: (typed: Amount<Unit>) => Value;
  format: (value: Value) => Amount<Unit>;
}

/** Input for a number, with a menu for its unit. */
export function AmountField<Unit extends string, Value>({
  unitLabel,
  units,
  value,
  onChange,
  parse,
  format,
  ...field
}: AmountFieldProps<Unit, Value>) {
  const [typed, setTyped] = useState(() => format(value));
  // Keeps typed text such as "1.", unless the value was changed from outside.
  const { amount, unit } = parse(typed) === value ? typed : format(value);

  function type(next: Amount<Unit>) {
    setTyped(next);
    onChange(parse(next));
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] gap-3">
      <TextField
        {...field}
        inputMode="decimal"
        value={amount}
        onChange={(event) => type({ amount: event.target.value, unit })}
      />
      <Select
        label={unitLabel}
        isLabelHidden
        className="pt-[1.46875rem]"
        options={units}
        value={unit}
        onChange={(event) => type({ amount, unit: event.target.value as Unit })}
      />
    </div>
  );
}

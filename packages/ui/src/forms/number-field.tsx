import { NumberField as Primitive } from '@base-ui/react/number-field';
import clsx from 'clsx';
import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from './field.tsx';

export interface NumberFieldProps {
  label: string;
  isLabelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  /** `null` while the field is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  /** Behind the number, and read with it, such as "days". */
  unit?: string;
  placeholder?: string;
  decreaseLabel: string;
  increaseLabel: string;
  disabled?: boolean;
  className?: string;
}

const STEP_CLASS =
  'inline-flex h-full w-8 items-center justify-center text-ink-muted hover:bg-hover hover:text-ink ' +
  'disabled:opacity-40 pointer-coarse:w-11 [&_svg]:size-3.5';

function describedBy(ids: readonly (string | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined;
}

/** Arrows step, with Shift by ten; what is typed is brought into the range when the field is left. */
export function NumberField({
  label,
  isLabelHidden = false,
  hint,
  error,
  value,
  onChange,
  unit,
  placeholder,
  decreaseLabel,
  increaseLabel,
  className,
  ...range
}: NumberFieldProps) {
  return (
    <Field {...{ label, isLabelHidden, hint, error, className }}>
      {({ id, ...attributes }) => (
        <Primitive.Root
          id={id}
          value={value}
          onValueChange={(next) => onChange(next)}
          largeStep={10 * (range.step ?? 1)}
          {...range}
        >
          <Primitive.Group className="control touch-target flex h-9 items-stretch overflow-clip p-0 has-focus-visible:border-focus has-focus-visible:ring-3 has-focus-visible:ring-focus/25 has-aria-invalid:border-danger">
            <Primitive.Input
              {...attributes}
              aria-describedby={describedBy([unit && `${id}-unit`, attributes['aria-describedby']])}
              aria-roledescription={undefined}
              placeholder={placeholder}
              className="min-w-0 flex-1 bg-transparent px-2.5 tabular-nums outline-none placeholder:text-ink-faint disabled:text-ink-faint"
            />
            {unit && (
              <span
                id={`${id}-unit`}
                className="inline-flex items-center pr-2.5 text-sm text-ink-muted"
              >
                {unit}
              </span>
            )}
            <Primitive.Decrement
              aria-label={decreaseLabel}
              className={clsx(STEP_CLASS, 'border-l border-line')}
            >
              <Minus />
            </Primitive.Decrement>
            <Primitive.Increment
              aria-label={increaseLabel}
              className={clsx(STEP_CLASS, 'border-l border-line')}
            >
              <Plus />
            </Primitive.Increment>
          </Primitive.Group>
        </Primitive.Root>
      )}
    </Field>
  );
}

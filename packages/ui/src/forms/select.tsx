import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Field } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'id' | 'children'> {
  label: string;
  options: readonly SelectOption[];
  hint?: ReactNode;
  error?: string | undefined;
  isLabelHidden?: boolean;
}

/** The browser's own list box, which works best on phones and with screen readers. */
export function Select({
  label,
  options,
  hint,
  error,
  isLabelHidden,
  className,
  ...rest
}: SelectProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      isLabelHidden={isLabelHidden ?? false}
      className={className}
    >
      {(attributes) => (
        <span className="relative flex items-center">
          <select
            {...rest}
            {...attributes}
            className={clsx('control touch-target h-9 appearance-none pr-8 pl-2.5')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute right-2.5 size-4 text-ink-faint"
          />
        </span>
      )}
    </Field>
  );
}

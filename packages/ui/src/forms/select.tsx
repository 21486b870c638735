import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { Field, type FieldLabels } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

type ControlProps = Omit<ComponentPropsWithRef<'select'>, 'id' | 'children'>;

export interface SelectProps extends FieldLabels, ControlProps {
  options: readonly SelectOption[];
}

/** Native select element, which works best on phones and with screen readers. */
export function Select({ options, ...props }: SelectProps) {
  return (
    <Field<ControlProps> {...props}>
      {(control) => (
        <span className="relative flex items-center">
          <select {...control} className="control touch-target h-9 appearance-none pr-8 pl-2.5">
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute right-2.5 size-4 text-ink-faint" />
        </span>
      )}
    </Field>
  );
}

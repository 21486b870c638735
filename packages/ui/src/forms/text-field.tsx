import clsx from 'clsx';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Field, type FieldLabels } from './field.tsx';

type ControlProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'children' | 'prefix'>;

export interface TextFieldProps extends FieldLabels, ControlProps {
  /** Text inside the box before the input, such as the fixed part of a link. */
  prefix?: string;
  icon?: ReactNode;
}

export function TextField({ prefix, icon, ...props }: TextFieldProps) {
  return (
    <Field<ControlProps> {...props}>
      {(control) => (
        <span className="relative flex items-center">
          {icon && (
            <span aria-hidden="true" className="absolute left-2.5 text-ink-faint [&_svg]:size-4">
              {icon}
            </span>
          )}
          {prefix && (
            <span
              aria-hidden="true"
              className="touch-target inline-flex h-9 items-center self-stretch rounded-l-md border border-r-0 border-line-strong bg-sunken px-2.5 text-sm text-ink-muted"
            >
              {prefix}
            </span>
          )}
          <input
            type="text"
            {...control}
            className={clsx(
              'control touch-target h-9 min-w-0 px-2.5',
              icon && 'pl-8.5',
              prefix && 'rounded-l-none',
            )}
          />
        </span>
      )}
    </Field>
  );
}

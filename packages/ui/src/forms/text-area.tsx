import clsx from 'clsx';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Field } from './field.tsx';

export interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  isLabelHidden?: boolean;
}

export function TextArea({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  rows = 4,
  ...rest
}: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} isLabelHidden={isLabelHidden ?? false}>
      {(attributes) => (
        <textarea
          rows={rows}
          {...rest}
          {...attributes}
          className={clsx('control px-2.5 py-2', className)}
        />
      )}
    </Field>
  );
}

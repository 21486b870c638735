import clsx from 'clsx';
import type { ComponentPropsWithRef } from 'react';
import { Field, type FieldLabels } from './field.tsx';

type ControlProps = Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'children'>;

export interface TextAreaProps extends FieldLabels, ControlProps {}

export function TextArea({ className, rows = 4, ...props }: TextAreaProps) {
  return (
    <Field<ControlProps> {...props}>
      {(control) => (
        <textarea rows={rows} {...control} className={clsx('control px-2.5 py-2', className)} />
      )}
    </Field>
  );
}

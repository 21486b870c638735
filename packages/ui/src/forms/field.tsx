import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

/** Texts around a control. */
export interface FieldLabels {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  isLabelHidden?: boolean;
}

export interface FieldAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export type FieldProps<Control extends object> = FieldLabels &
  Control & {
    className?: string | undefined;
    /** Renders the control with its own props and the attributes that connect it with the texts. */
    children: (control: Control & FieldAttributes) => ReactNode;
  };

/** Connects a label, a hint and an error with one control. */
export function Field<Control extends object = object>({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  children,
  ...control
}: FieldProps<Control>) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ');
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1', className)}>
      <label
        htmlFor={id}
        className={clsx('text-[0.8125rem] font-medium text-ink', isLabelHidden && 'sr-only')}
      >
        {label}
      </label>
      {children({
        ...(control as unknown as Control),
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className="text-xs text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-xs text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  );
}

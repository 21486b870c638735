import clsx from 'clsx';
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { useWords } from '../layout/words.ts';

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
  /** Shows that a required field is empty, after its form was checked. */
  onInvalid: (event: SyntheticEvent<Validated>) => void;
  onInput: () => void;
}

/** Part of inputs, selects and text areas. */
type Validated = HTMLElement & { readonly validity?: ValidityState };

export type FieldProps<Control extends object> = FieldLabels &
  Control & {
    className?: string | undefined;
    /** Renders the control with its own props and the attributes that connect it with the texts. */
    children: (control: Control & FieldAttributes) => ReactNode;
  };

/**
 * Connects a label, a hint and an error with one control. A required one is marked, and says so when it is
 * empty and `showProblems` has checked its form.
 */
export function Field<Control extends object = object>({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  children,
  ...control
}: FieldProps<Control>) {
  const { fillIn } = useWords();
  const [isMissing, setIsMissing] = useState(false);
  const shownError = error ?? (isMissing ? fillIn : undefined);
  const isRequired = 'required' in control && control.required === true;
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [shownError ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ');
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1', className)}>
      <label
        htmlFor={id}
        className={clsx(
          'text-[0.8125rem] font-medium text-ink',
          isLabelHidden && 'sr-only',
          // The empty text after the slash keeps the mark out of the field's name.
          isRequired && "after:text-danger after:content-['_*'/'']",
        )}
      >
        {label}
      </label>
      {children({
        ...(control as unknown as Control),
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': shownError ? true : undefined,
        onInvalid: ({ currentTarget }) =>
          setIsMissing(currentTarget.validity?.valueMissing ?? false),
        onInput: () => setIsMissing(false),
      })}
      {shownError && (
        <p id={errorId} className="text-xs text-danger">
          {shownError}
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

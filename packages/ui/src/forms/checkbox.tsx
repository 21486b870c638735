import clsx from 'clsx';
import { type ComponentPropsWithRef, useEffect, useRef } from 'react';

export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'ref'> {
  label: string;
  isLabelHidden?: boolean;
  isIndeterminate?: boolean;
}

export function Checkbox({
  label,
  isLabelHidden,
  isIndeterminate = false,
  className,
  ...rest
}: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // `indeterminate` is a property without an HTML attribute.
    if (input.current) input.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return (
    <label
      className={clsx(
        'touch-target inline-flex min-h-6 min-w-6 cursor-pointer items-center gap-2 text-sm text-ink has-disabled:cursor-not-allowed has-disabled:opacity-60',
        isLabelHidden && 'justify-center',
        className,
      )}
    >
      <input ref={input} type="checkbox" {...rest} className="size-4 shrink-0 cursor-[inherit]" />
      <span className={clsx(isLabelHidden && 'sr-only')}>{label}</span>
    </label>
  );
}

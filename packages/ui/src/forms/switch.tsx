import clsx from 'clsx';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role' | 'id'> {
  label: string;
  isLabelHidden?: boolean;
  hint?: ReactNode;
}

export function Switch({ label, isLabelHidden = false, hint, className, ...rest }: SwitchProps) {
  const hintId = useId();
  return (
    <div className={clsx('flex flex-col gap-0.5', className)}>
      <label className="touch-target inline-flex min-h-6 cursor-pointer items-center gap-2.5 text-sm text-ink has-disabled:cursor-not-allowed has-disabled:opacity-60">
        <span className="relative inline-flex h-5 w-9 shrink-0">
          <input
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its checked state already
            role="switch"
            aria-describedby={hint ? hintId : undefined}
            {...rest}
            className="peer absolute inset-0 m-0 size-full cursor-[inherit] appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-accent checked:bg-accent"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-[3px] left-[3px] size-3.5 rounded-full bg-ink-faint transition-transform peer-checked:translate-x-4 peer-checked:bg-on-accent"
          />
        </span>
        <span className={clsx(isLabelHidden && 'sr-only')}>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="text-xs text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  );
}

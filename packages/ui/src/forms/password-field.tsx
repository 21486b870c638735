import clsx from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { Field } from './field.tsx';

export interface PasswordFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'type'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  showLabel: string;
  hideLabel: string;
}

export function PasswordField({
  label,
  hint,
  error,
  showLabel,
  hideLabel,
  className,
  ...rest
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(attributes) => (
        <span className="relative flex items-center">
          <input
            autoComplete="new-password"
            {...rest}
            {...attributes}
            type={isShown ? 'text' : 'password'}
            className={clsx('control touch-target h-9 pr-10 pl-2.5')}
          />
          <button
            type="button"
            aria-label={isShown ? hideLabel : showLabel}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
            className="absolute right-1 inline-flex size-7 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink pointer-coarse:right-0 pointer-coarse:size-11"
          >
            {isShown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
          </button>
        </span>
      )}
    </Field>
  );
}

import clsx from 'clsx';
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { Spinner } from '../feedback/spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium';

const VARIANT_CLASS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent shadow-sm',
  secondary: 'bg-raised text-ink border-line-strong/60 hover:bg-hover shadow-sm',
  quiet: 'bg-transparent text-ink-muted border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-strong border-transparent shadow-sm',
};

const SIZE_CLASS: Record<ButtonSize, string> = {
  small: 'h-8 px-2.5 text-[0.8125rem] gap-1.5',
  medium: 'h-9 px-3.5 text-sm gap-2',
};

/** Class names of a button, for links that look like one. */
export function buttonClassName(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'medium',
): string {
  return clsx(
    'touch-target inline-flex shrink-0 items-center justify-center rounded-md border font-medium',
    'whitespace-nowrap select-none transition-colors duration-100 no-underline',
    'disabled:cursor-not-allowed disabled:opacity-55 disabled:shadow-none',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:shadow-none',
    VARIANT_CLASS[variant],
    SIZE_CLASS[size],
  );
}

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  isBusy?: boolean;
}

/** Also keeps a form from being sent. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
}

/** A busy button ignores clicks. It is not `disabled`, because the browser would take the focus away from it. */
export function busyProps(
  isBusy: boolean,
  { onClick, disabled }: Pick<ComponentPropsWithRef<'button'>, 'onClick' | 'disabled'>,
): ComponentPropsWithRef<'button'> {
  if (!isBusy) return { onClick, disabled };
  return { onClick: refuse, 'aria-disabled': true, 'aria-busy': true };
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  isBusy = false,
  className,
  children,
  onClick,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...busyProps(isBusy, { onClick, disabled })}
      className={clsx(buttonClassName(variant, size), className)}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

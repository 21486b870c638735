import clsx from 'clsx';
import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useState } from 'react';
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
    '[&>svg:not([class*=size-])]:size-4',
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

/**
 * Attributes of a button that may be busy or disabled. A busy button ignores clicks, and so does one that becomes
 * disabled while it has the focus. Neither is `disabled`, because the browser would take the focus away from it.
 */
export function useInactivity(
  isBusy: boolean,
  {
    onClick,
    onFocus,
    onBlur,
    disabled,
  }: Pick<ComponentPropsWithRef<'button'>, 'onClick' | 'onFocus' | 'onBlur' | 'disabled'>,
): ComponentPropsWithRef<'button'> {
  const [isFocused, setIsFocused] = useState(false);
  const own: ComponentPropsWithRef<'button'> = {
    disabled: false,
    onFocus(event) {
      setIsFocused(true);
      onFocus?.(event);
    },
    onBlur(event) {
      setIsFocused(false);
      onBlur?.(event);
    },
  };
  if (isBusy) return { ...own, onClick: refuse, 'aria-disabled': true, 'aria-busy': true };
  if (disabled && isFocused) return { ...own, onClick: refuse, 'aria-disabled': true };
  return { ...own, onClick, disabled };
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  isBusy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  const inactivity = useInactivity(isBusy, rest);
  return (
    <button
      type="button"
      {...rest}
      {...inactivity}
      className={clsx(buttonClassName(variant, size), className)}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

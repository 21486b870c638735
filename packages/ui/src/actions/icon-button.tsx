import clsx from 'clsx';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { Tooltip, type TooltipSide } from '../overlays/tooltip.tsx';
import { useInactivity } from './button.tsx';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** Accessible name, also shown as a tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'small' | 'medium';
  variant?: 'quiet' | 'outlined';
  tooltipSide?: TooltipSide;
  isBusy?: boolean;
}

export function IconButton({
  label,
  icon,
  size = 'medium',
  variant = 'quiet',
  tooltipSide = 'bottom',
  isBusy = false,
  className,
  ...rest
}: IconButtonProps) {
  const inactivity = useInactivity(isBusy, rest);
  return (
    <Tooltip text={label} side={tooltipSide}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        {...inactivity}
        className={clsx(
          'touch-target inline-flex shrink-0 items-center justify-center rounded-md transition-colors duration-100',
          'text-ink-muted hover:bg-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-45',
          'aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
          'aria-pressed:bg-accent-soft aria-pressed:text-accent-strong',
          variant === 'outlined' && 'border border-line-strong/60 bg-raised shadow-sm',
          size === 'small' ? 'size-8 [&_svg]:size-4' : 'size-9 [&_svg]:size-[1.125rem]',
          className,
        )}
      >
        {isBusy ? <Spinner /> : icon}
      </button>
    </Tooltip>
  );
}

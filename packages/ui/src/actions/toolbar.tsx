import { Toolbar as Primitive } from '@base-ui/react/toolbar';
import clsx from 'clsx';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { Tooltip } from '../overlays/tooltip.tsx';

export interface ToolbarProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Toolbar with one tab stop; arrow keys move between its buttons. */
export function Toolbar({ label, className, children }: ToolbarProps) {
  return (
    <Primitive.Root
      aria-label={label}
      className={clsx('flex flex-wrap items-center gap-0.5', className)}
    >
      {children}
    </Primitive.Root>
  );
}

export function ToolbarSeparator() {
  return <Primitive.Separator className="mx-1.5 h-5 w-px bg-line" />;
}

export interface ToolbarButtonProps
  extends Omit<ComponentPropsWithoutRef<'button'>, 'children' | 'aria-label' | 'aria-pressed'> {
  label: string;
  icon: ReactNode;
  /** Shows the label next to the icon; otherwise the label is a tooltip. */
  isLabelShown?: boolean;
  /** For toggle buttons. */
  isPressed?: boolean;
}

export function ToolbarButton({
  label,
  icon,
  isLabelShown = false,
  isPressed,
  className,
  ...rest
}: ToolbarButtonProps) {
  const button = (
    <Primitive.Button
      {...rest}
      aria-label={isLabelShown ? undefined : label}
      aria-pressed={isPressed}
      className={clsx(
        'touch-target inline-flex h-8 min-w-8 items-center justify-center gap-1.5 rounded-sm px-2 text-label whitespace-nowrap text-ink-muted transition-colors',
        'hover:bg-hover hover:text-ink data-disabled:cursor-not-allowed data-disabled:opacity-45 aria-pressed:bg-accent-soft aria-pressed:text-accent-strong [&_svg]:size-4',
        className,
      )}
    >
      {icon}
      {isLabelShown && label}
    </Primitive.Button>
  );
  return isLabelShown ? button : <Tooltip text={label}>{button}</Tooltip>;
}

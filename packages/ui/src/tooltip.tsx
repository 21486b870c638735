import clsx from 'clsx';
import type { ReactNode } from 'react';

export type TooltipSide = 'top' | 'bottom' | 'bottom-end';

const SIDE_CLASS: Record<TooltipSide, string> = {
  top: 'bottom-full left-1/2 mb-1.5 -translate-x-1/2',
  bottom: 'top-full left-1/2 mt-1.5 -translate-x-1/2',
  'bottom-end': 'top-full right-0 mt-1.5',
};

export interface TooltipProps {
  text: string;
  side?: TooltipSide;
  children: ReactNode;
}

/**
 * A visible name for a control that has the same accessible name already, so it is hidden from
 * assistive technology. Plain CSS: it stays in the tree and needs no positioning code.
 */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  return (
    <span className="group/tooltip relative inline-flex">
      {children}
      <span
        aria-hidden="true"
        className={clsx(
          'pointer-events-none invisible absolute z-40 w-max max-w-56 rounded-sm bg-ink px-2 py-1 text-xs text-canvas opacity-0',
          'transition-opacity delay-300 duration-100 pointer-coarse:hidden',
          'group-hover/tooltip:visible group-hover/tooltip:opacity-100',
          'group-has-focus-visible/tooltip:visible group-has-focus-visible/tooltip:opacity-100',
          SIDE_CLASS[side],
        )}
      >
        {text}
      </span>
    </span>
  );
}

import { type ReactNode, useRef } from 'react';
import { useTooltip } from './use-tooltip.ts';

export type TooltipSide = 'top' | 'bottom' | 'bottom-end' | 'left' | 'right';

export interface TooltipProps {
  text: string;
  side?: TooltipSide;
  children: ReactNode;
}

/**
 * Visible label of a control. Hidden from assistive technology, because the control has the same accessible
 * name. This file only listens; the positioning code loads when the first tooltip opens.
 */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const { Popup, handlers, close } = useTooltip();
  return (
    <span ref={anchor} className="inline-flex" {...handlers}>
      {children}
      {Popup && (
        <Popup
          anchor={anchor}
          text={text}
          side={side === 'bottom-end' ? 'bottom' : side}
          align={side === 'bottom-end' ? 'end' : 'center'}
          onClose={close}
        />
      )}
    </span>
  );
}

import { type ReactNode, useRef } from 'react';
import { useTooltip } from './use-tooltip.ts';

export type TooltipSide = 'top' | 'bottom' | 'bottom-end' | 'left' | 'right';

export interface TooltipProps {
  text: string;
  side?: TooltipSide;
  children: ReactNode;
}

/**
 * A visible name for a control that has the same accessible name already, so it is hidden from assistive
 * technology. Only what listens is here; what positions is loaded when the first tooltip opens.
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

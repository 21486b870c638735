import { Tooltip } from '@base-ui/react/tooltip';
import type { RefObject } from 'react';

export interface TooltipPopupProps {
  anchor: RefObject<HTMLElement | null>;
  text: string;
  side: 'top' | 'bottom' | 'left' | 'right';
  align: 'center' | 'end';
  onClose: () => void;
}

/** Positioned part of a tooltip, rendered at the end of the body. */
export function TooltipPopup({ anchor, text, side, align, onClose }: TooltipPopupProps) {
  return (
    <Tooltip.Root
      open
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
    >
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-70"
        >
          <Tooltip.Popup
            aria-hidden="true"
            data-tooltip
            className="max-w-64 rounded-sm bg-ink px-2 py-1 text-caption text-canvas shadow-md wrap-anywhere transition-opacity duration-quick data-starting-style:opacity-0 data-instant:duration-0"
          >
            {text}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

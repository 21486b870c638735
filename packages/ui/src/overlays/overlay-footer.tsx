import { type ReactNode, useRef } from 'react';
import { useToastInset } from '../actions/use-toast-inset.ts';
import { FOCUSED_PART } from './first-control.ts';

export interface OverlayFooterProps {
  /** Whether the footer is at the bottom of the window now; by default it always is. */
  isAtBottom?: () => boolean;
  children: ReactNode;
}

/** Footer with the buttons of a sheet or a dialog. Toasts stay above it. */
export function OverlayFooter({ isAtBottom, children }: OverlayFooterProps) {
  const bar = useRef<HTMLDivElement>(null);
  useToastInset(bar, isAtBottom);
  return (
    <div
      ref={bar}
      {...FOCUSED_PART}
      // On a phone with large text a label may be longer than the window, so it breaks.
      className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-sm:[&_button]:h-auto max-sm:[&_button]:min-h-9 max-sm:[&_button]:max-w-full max-sm:[&_button]:whitespace-normal"
    >
      {children}
    </div>
  );
}

import { type ReactNode, useRef } from 'react';
import { isDocked, useToastInset } from './use-toast-inset.ts';

/**
 * Buttons at the end of a page. On phones they stick to the bottom of the screen, and toasts stay above them.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useToastInset(bar, isDocked);
  return (
    <div
      ref={bar}
      className="flex flex-wrap items-center justify-end gap-3 max-sm:sticky max-sm:bottom-(--tabs-height) max-sm:z-20 max-sm:-mx-gutter max-sm:border-t max-sm:border-line max-sm:bg-surface/95 max-sm:px-gutter max-sm:py-3 max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-sm:backdrop-blur-sm low:static"
    >
      {children}
    </div>
  );
}

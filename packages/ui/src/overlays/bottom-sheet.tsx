import { type ReactNode, useEffect, useRef } from 'react';
import { useToastInset } from '../actions/use-toast-inset.ts';
import { useMediaQuery } from '../layout/use-media-query.ts';

/** Overrides the place that is computed for a popup. */
export const AT_BOTTOM_CLASS =
  'fixed! inset-x-0! top-auto! bottom-0! w-full! max-w-none! transform-none!';
export const SHEET_CLASS =
  'rounded-t-xl border-t border-line bg-surface text-ink shadow-lg outline-none transition-transform ' +
  'duration-slow ease-enter data-starting-style:translate-y-full data-ending-style:translate-y-full';
export const SHEET_SCRIM_CLASS =
  'fixed inset-0 z-55 bg-scrim transition-opacity duration-slow data-starting-style:opacity-0 data-ending-style:opacity-0';

/** Whether popups are sheets at the bottom of the window, as on phones. */
export const useIsSheet = () => useMediaQuery('(width < 40rem)');

/** Content of a sheet at the bottom of the window. Toasts stay above it. */
export function SheetContent({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useCloseOnBack();
  useToastInset(content);
  return (
    <div
      ref={content}
      className="max-h-[80dvh] overflow-y-auto overscroll-contain p-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  );
}

/** Not among the types of TypeScript yet. */
interface CloseWatcher {
  onclose: () => void;
  destroy(): void;
}

declare global {
  interface Window {
    /** Missing outside Chromium. */
    readonly CloseWatcher?: new () => CloseWatcher;
  }
}

/**
 * Closes the overlay that is shown by the back gesture of Android, which would leave the page. It sends Escape,
 * so that each overlay decides as it does for that key. Elsewhere Escape itself is a request to close.
 */
export function useCloseOnBack(): void {
  useEffect(() => {
    const { CloseWatcher } = window;
    if (!CloseWatcher || !/Android/.test(navigator.userAgent)) return;
    let watcher: InstanceType<typeof CloseWatcher>;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.onclose = () => {
        // The overlay may stay, for example because of unsaved changes.
        watch();
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }),
        );
      };
    };
    watch();
    return () => watcher.destroy();
  }, []);
}

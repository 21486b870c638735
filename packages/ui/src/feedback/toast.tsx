import { type ComponentType, useEffect, useState } from 'react';
import type { ToastRegionProps } from './toast-region.tsx';
import { whenToastWaits } from './toast-store.ts';

/**
 * Delay before the region loads: after the page has loaded, but before most messages or a lost connection.
 */
const LOAD_AFTER_MS = 2_500;

export interface ToasterProps {
  regionLabel: string;
  dismissLabel: string;
}

/**
 * Container for the toasts of `showToast`, mounted once. The region loads after the page, or with the first
 * toast. Its distance to the bottom is `--toast-inset` plus a margin. A bar that sticks to the bottom sets
 * that variable on the root, so that no toast covers its buttons.
 */
export function Toaster(props: ToasterProps) {
  const [Region, setRegion] = useState<ComponentType<ToastRegionProps>>();
  useEffect(() => {
    const load = () =>
      void import('./toast-region.tsx').then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        // Offline and not loaded before: the next toast retries.
        () => undefined,
      );
    const timer = setTimeout(load, LOAD_AFTER_MS);
    const stop = whenToastWaits(load);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return Region && <Region {...props} />;
}

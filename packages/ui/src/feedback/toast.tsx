import { type ComponentType, useEffect, useState } from 'react';
import type { ToastRegionProps } from './toast-region.tsx';
import { whenToastWaits } from './toast-store.ts';

/** Late enough not to compete with the page, early enough for the first message, and for going offline. */
const LOAD_AFTER_MS = 2_500;

export interface ToasterProps {
  regionLabel: string;
  dismissLabel: string;
}

/**
 * Mounted once, for what `showToast` says. The region itself is loaded after the page is there, or with
 * the first toast. Its distance to the bottom is `--toast-inset` plus a little: a bar that sticks to the
 * bottom sets that on the root, so that no toast lies on its buttons.
 */
export function Toaster(props: ToasterProps) {
  const [Region, setRegion] = useState<ComponentType<ToastRegionProps>>();
  useEffect(() => {
    const load = () =>
      void import('./toast-region.tsx').then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        // Offline, and never loaded before: the next toast tries again.
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

import type { Connectivity } from '../ports.ts';

/** Globals of windows and workers used here, so that this compiles without the DOM's types. */
interface Surroundings {
  readonly navigator?: { readonly onLine?: boolean };
  addEventListener?(type: 'online', listener: () => void): void;
  removeEventListener?(type: 'online', listener: () => void): void;
}

const surroundings = globalThis as unknown as Surroundings;

/**
 * Whether the browser has a network, by `navigator.onLine`; the default of the option `connectivity`. If that
 * does not exist (Node), the network counts as present.
 *
 * @example
 * if (!browserConnectivity.isOnline()) showOfflineBadge();
 */
export const browserConnectivity: Connectivity = {
  isOnline: () => surroundings.navigator?.onLine !== false,
  onOnline(callback) {
    surroundings.addEventListener?.('online', callback);
    return () => surroundings.removeEventListener?.('online', callback);
  },
};

import type { Connectivity } from './ports.ts';

/**
 * The browser's word on whether there is a network, the default of the option
 * `connectivity`. Where nobody can tell (Node), there always is one.
 *
 * @example
 * if (!browserConnectivity.isOnline()) showOfflineBadge();
 */
export const browserConnectivity: Connectivity = {
  isOnline: () => globalThis.navigator?.onLine !== false,
  onOnline(callback) {
    globalThis.addEventListener?.('online', callback);
    return () => globalThis.removeEventListener?.('online', callback);
  },
};

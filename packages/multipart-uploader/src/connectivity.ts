import type { Connectivity } from './ports.ts';

/** Of windows and workers, as far as it is needed: TypeScript need not know the DOM to compile this. */
interface Surroundings {
  readonly navigator?: { readonly onLine?: boolean };
  addEventListener?(type: 'online', listener: () => void): void;
  removeEventListener?(type: 'online', listener: () => void): void;
}

const surroundings = globalThis as unknown as Surroundings;

/**
 * The browser's word on whether there is a network, the default of the option
 * `connectivity`. Where nobody can tell (Node), there always is one.
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

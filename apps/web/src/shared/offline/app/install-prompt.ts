import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

/** Storage key (CONTRACT F11). */
const DISMISSED_KEY = 'pwa-install-dismissed';
/** Time after which the install bar appears again (SPEC 9). */
const DISMISSED_MS = 7 * 24 * 60 * 60 * 1000;

/** Missing in TypeScript's library, because only some browsers support it. */
export interface InstallEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

declare global {
  interface Window {
    /** The browser's install prompt, which before-paint.js has captured. */
    satchelInstall?: InstallEvent | undefined;
  }
}

/** The browser's install prompt, if there is one. */
export const installOffer = {
  get: (): InstallEvent | undefined => window.satchelInstall,
  isDismissed(nowMs: number): boolean {
    const dismissedAtMs = Number(readStored(DISMISSED_KEY));
    return nowMs - dismissedAtMs <= DISMISSED_MS;
  },
  dismiss: (nowMs: number) => writeStored(DISMISSED_KEY, String(nowMs)),
  /** Shows the browser's own dialog; true if the user has installed the app. */
  async accept(nowMs: number): Promise<boolean> {
    const offer = window.satchelInstall;
    if (!offer) return false;
    // The browser allows only one call of `prompt`.
    window.satchelInstall = undefined;
    await offer.prompt();
    const isInstalled = (await offer.userChoice).outcome === 'accepted';
    if (!isInstalled) installOffer.dismiss(nowMs);
    return isInstalled;
  },
};

export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

import { createAtom } from '@tanstack/react-store';
import { installOffer, isInstalled } from './install-prompt.ts';

/** Poll interval of the status (SPEC 9). */
const POLL_MS = 5_000;

/** State of the app as an installable and updatable program (SPEC 4). */
export interface AppStatus {
  readonly isInstallable: boolean;
  readonly isInstalled: boolean;
  readonly hasUpdate: boolean;
  readonly worker: 'unknown' | 'installing' | 'waiting' | 'active' | 'redundant';
  readonly notifications: NotificationPermission;
}

let registration: ServiceWorkerRegistration | undefined;

export const appStatus = createAtom(read(), {
  compare: (before, after) => JSON.stringify(before) === JSON.stringify(after),
});

export function refreshAppStatus(): void {
  appStatus.set(read());
}

/**
 * Follows the browser's install prompt, the service worker and the permission. Returns a function that stops
 * it.
 */
export function followStatus(found: ServiceWorkerRegistration | undefined): () => void {
  registration = found;
  const timer = setInterval(refreshAppStatus, POLL_MS);
  const followWorker = () => {
    registration?.installing?.addEventListener('statechange', refreshAppStatus);
    refreshAppStatus();
  };
  window.addEventListener('satchel:installable', refreshAppStatus);
  window.addEventListener('appinstalled', refreshAppStatus);
  registration?.addEventListener('updatefound', followWorker);
  followWorker();
  return () => {
    clearInterval(timer);
    window.removeEventListener('satchel:installable', refreshAppStatus);
    window.removeEventListener('appinstalled', refreshAppStatus);
    registration?.removeEventListener('updatefound', followWorker);
  };
}

function read(): AppStatus {
  const isHere = isInstalled();
  return {
    isInstallable: !isHere && installOffer.get() !== undefined,
    isInstalled: isHere,
    // The very first worker activates immediately, so it is no update.
    hasUpdate: Boolean(registration?.waiting && registration.active),
    worker: workerState(),
    notifications: 'Notification' in window ? Notification.permission : 'denied',
  };
}

function workerState(): AppStatus['worker'] {
  if (!registration) return 'unknown';
  const { active, waiting, installing } = registration;
  if (waiting) return 'waiting';
  if (installing) return 'installing';
  return active ? 'active' : 'redundant';
}

/** Name of the background sync (SPEC 4). */
export const SYNC_TAG = 'sync-offline-queue';

/** Missing in TypeScript's library, because only some browsers support it. */
interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Asks the browser to wake the service worker when there is a network, if it supports that. */
export async function askForSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const { sync } = (registration ?? {}) as { readonly sync?: SyncManager };
  await sync?.register(SYNC_TAG).catch(() => undefined);
}

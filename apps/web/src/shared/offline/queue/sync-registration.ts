/** The name of the background synchronisation (SPEC 4). */
export const SYNC_TAG = 'sync-offline-queue';

/** Not in the compiler's library, because only some browsers have it. */
interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Has the browser wake the service worker when there is a network, where it can do that. */
export async function askForSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const { sync } = (registration ?? {}) as { readonly sync?: SyncManager };
  await sync?.register(SYNC_TAG).catch(() => undefined);
}

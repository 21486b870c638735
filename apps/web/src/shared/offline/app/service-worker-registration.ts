/** How often a tab that stays open asks for a newer version. */
const UPDATE_CHECK_MS = 60 * 60 * 1000;

/** Starts the service worker, where there may be one; resolves to undefined where not. */
export async function startServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!navigator.serviceWorker || import.meta.env.DEV) return undefined;
  const registration = await navigator.serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch(() => undefined);
  if (!registration) return undefined;
  const check = () => void registration.update().catch(() => undefined);
  setInterval(check, UPDATE_CHECK_MS);
  if (!navigator.serviceWorker.controller) void keepLoadedFiles(registration);
  return registration;
}

/** Caches files that this page has loaded before there was a worker. */
async function keepLoadedFiles({ installing, waiting, active }: ServiceWorkerRegistration) {
  const worker = installing ?? waiting ?? active;
  const urls = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => new URL(name).pathname.startsWith('/assets/'));
  worker?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: urls } });
}

/** Interval at which an open tab checks for a newer version. */
const UPDATE_CHECK_MS = 60 * 60 * 1000;

/** Registers the service worker; resolves to undefined if the browser does not support it. */
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

/** Caches files that this page loaded before the worker was active. */
async function keepLoadedFiles({ installing, waiting, active }: ServiceWorkerRegistration) {
  const worker = installing ?? waiting ?? active;
  const urls = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => new URL(name).pathname.startsWith('/assets/'));
  worker?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: urls } });
}

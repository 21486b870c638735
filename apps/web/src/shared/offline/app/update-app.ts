/** Timeout for the new worker to take control. After it the next start of the app updates. */
const TIMEOUT_MS = 10_000;

/** Activates the newer version of the app, if there is one, and reloads the page. */
export async function updateApp(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const waiting = registration?.waiting;
  if (waiting) {
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      setTimeout(resolve, TIMEOUT_MS);
    });
    waiting.postMessage({ type: 'SKIP_WAITING' });
    await taken;
  } else {
    await registration?.update().catch(() => undefined);
  }
  window.location.reload();
}

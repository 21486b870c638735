/** A worker that does not take over by then is left to the next start. */
const PATIENCE_MS = 10_000;

/** Goes on to the newer version of the app, if one is there, and loads the document anew. */
export async function updateApp(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const waiting = registration?.waiting;
  if (waiting) {
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      setTimeout(resolve, PATIENCE_MS);
    });
    waiting.postMessage({ type: 'SKIP_WAITING' });
    await taken;
  } else {
    await registration?.update().catch(() => undefined);
  }
  window.location.reload();
}

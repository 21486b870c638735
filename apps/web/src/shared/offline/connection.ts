import { createAtom } from '@tanstack/react-store';
import { backendOrigin } from '#shared/environment/backend.ts';

/** Pause between two questions whether the server is back, and the timeout of one (SPEC 9). */
const POLL_MS = 5_000;
const TIMEOUT_MS = 5_000;

let isReachable = true;
let timer: ReturnType<typeof setInterval> | undefined;

/** Whether there is a network, and a server behind it. */
export const isConnected = createAtom(navigator.onLine);

/** Notes that the server has answered a call. */
export function tellReached(): void {
  set(true);
}

/** Notes that a call found no server, which is then asked for until it is back. */
export function tellUnreachable(): void {
  set(false);
}

function set(reachable: boolean): void {
  isReachable = reachable;
  if (reachable) {
    clearInterval(timer);
    timer = undefined;
  } else timer ??= setInterval(() => void ask(), POLL_MS);
  publish();
}

function publish(): void {
  isConnected.set(navigator.onLine && isReachable);
}

async function ask(): Promise<void> {
  if (!navigator.onLine) return;
  const options = { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const reply = await fetch(`${backendOrigin()}/api/health`, options).catch(() => null);
  if (reply && reply.status < 500) set(true);
}

window.addEventListener('offline', publish);
window.addEventListener('online', () => {
  publish();
  void ask();
});

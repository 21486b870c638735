import { createAtom } from '@tanstack/react-store';
import { backendOrigin } from '#shared/environment/backend.ts';

/** Interval and timeout of the health checks while the server is unreachable (SPEC 9). */
const POLL_MS = 5_000;
const TIMEOUT_MS = 5_000;

let isReachable = true;
let timer: ReturnType<typeof setInterval> | undefined;

/** Whether the network and the server are reachable. */
export const isConnected = createAtom(navigator.onLine);

/** Marks the server as reachable, after it has answered a call. */
export function tellReached(): void {
  set(true);
}

/** Marks the server as unreachable, and starts to poll until it responds. */
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

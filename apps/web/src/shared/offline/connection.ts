import { backendOrigin } from '#shared/environment/backend.ts';

/** Pause between two questions whether the server is back, and the timeout of one (SPEC 9). */
const POLL_MS = 5_000;
const TIMEOUT_MS = 5_000;

let isReachable = true;
let wasOnline = navigator.onLine;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** Whether there is a network, and a server behind it. */
export const connection = {
  isOnline: () => navigator.onLine && isReachable,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** A call has been answered. */
  tellReached: () => set(true),
  /** A call has found no server; from here on it is asked for until it is back. */
  tellFailed: () => set(false),
};

function set(reachable: boolean): void {
  isReachable = reachable;
  if (reachable) {
    clearInterval(timer);
    timer = undefined;
  } else timer ??= setInterval(() => void ask(), POLL_MS);
  publish();
}

function publish(): void {
  const isOnline = connection.isOnline();
  if (isOnline === wasOnline) return;
  wasOnline = isOnline;
  for (const listener of listeners) listener();
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

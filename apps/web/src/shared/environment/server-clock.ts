/** Smaller differences are seconds that a reply was under way. */
const TOLERANCE_MS = 60_000;

let offsetMs = 0;

/**
 * Current time of the server in milliseconds, by the replies that have come so far. Ages and expiries that the
 * server has set are shown by it, because the clock of the browser may be days off.
 */
export const serverNow = (): number => Date.now() + offsetMs;

/**
 * A `fetch` that reads the time of the server from replies. Those that a cache may keep do not count, because they
 * may be old.
 */
export const fetchWithClock: typeof fetch = async (...request) => {
  const reply = await fetch(...request);
  const { headers } = reply;
  const offset = Date.parse(headers.get('date') ?? '') - Date.now();
  if (offset && headers.get('cache-control')?.includes('no-store')) {
    offsetMs = Math.abs(offset) < TOLERANCE_MS ? 0 : offset;
  }
  return reply;
};

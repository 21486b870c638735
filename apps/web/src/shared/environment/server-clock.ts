/** Smaller differences are seconds that a reply was under way. */
const TOLERANCE_MS = 60_000;

let offsetMs = 0;

/**
 * Current time of the server in milliseconds, by the replies that have come so far. Ages and expiries that the
 * server has set are shown by it, because the clock of the browser may be days off.
 */
export const serverNow = (): number => Date.now() + offsetMs;

/** A `fetch` that reads the time of the server from each reply. */
export const fetchWithClock: typeof fetch = async (...request) => {
  const reply = await fetch(...request);
  const offset = Date.parse(reply.headers.get('date') ?? '') - Date.now();
  if (offset) offsetMs = Math.abs(offset) < TOLERANCE_MS ? 0 : offset;
  return reply;
};

/** CONTRACT A2: a day, sliding. */
export const TOKEN_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** When a session that is used now is over: in a day, but never later than its longest time allows. */
export function endOf(begun: Date, used: Date, maxSessionMs: number): Date {
  const end = Math.min(used.getTime() + TOKEN_LIFETIME_MS, begun.getTime() + maxSessionMs);
  return new Date(end);
}

/** Options of the expiry in hours: 1 hour, 1 day, 7 days, 30 days, and 0 for never (SPEC 9). */
export const EXPIRY_HOURS = ['1', '24', '168', '720', '0'] as const;

export type ExpiryHours = (typeof EXPIRY_HOURS)[number];

const HOUR_MS = 3_600_000;

/** Expiry as a timestamp, counted from `nowMs`; null for never. */
export function expiresAtOf(hours: ExpiryHours, nowMs: number): string | null {
  return hours === '0' ? null : new Date(nowMs + Number(hours) * HOUR_MS).toISOString();
}

/** Value of a `datetime-local` input, which is local time without a zone. */
export function localDateTimeOf(timestamp: string | null): string {
  if (timestamp === null) return '';
  const date = new Date(timestamp);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export function timestampOf(localDateTime: string): string | null {
  return localDateTime === '' ? null : new Date(localDateTime).toISOString();
}

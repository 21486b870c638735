import { htmlLanguage, type Language } from '#shared/i18n/language.ts';

const DAY_MS = 86_400_000;
/** Days ahead that people call by their weekday. */
const WEEKDAY_DAYS = 6;

/** End of a share as people say it: a time today or tomorrow, a weekday, or a date. */
export interface Availability {
  readonly kind: 'over' | 'today' | 'tomorrow' | 'day';
  /** Time, weekday or date, in the language of the page. */
  readonly when: string;
}

/** Says in plain words how long a share is available. */
export function availabilityOf(expiresAt: string, nowMs: number, language: Language): Availability {
  const end = new Date(expiresAt);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(htmlLanguage(language), options).format(end);
  if (end.getTime() <= nowMs) return { kind: 'over', when: format({ dateStyle: 'long' }) };
  const days = Math.round((startOfDay(end) - startOfDay(new Date(nowMs))) / DAY_MS);
  if (days === 0) return { kind: 'today', when: format({ timeStyle: 'short' }) };
  if (days === 1) return { kind: 'tomorrow', when: format({ timeStyle: 'short' }) };
  if (days <= WEEKDAY_DAYS) return { kind: 'day', when: format({ weekday: 'long' }) };
  return { kind: 'day', when: format({ dateStyle: 'long' }) };
}

/** Midnight before a time, where the visitor is. */
function startOfDay(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}

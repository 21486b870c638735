import { htmlLanguage, type Language } from '#shared/i18n/language.ts';

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Cached per language, because the first costs a phone 50 ms and each row of a list needs two. */
const relativeTimeFormat = onceALanguage(
  (tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }),
);
const dateTimeFormat = onceALanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }),
);
const monthFormat = onceALanguage(
  (tag) => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric' }),
);

/** Formats a time relative to now: "in 2 days", "3 hours ago". */
export function formatRelativeTime(timestamp: string, nowMs: number, language: Language): string {
  const seconds = Math.round((Date.parse(timestamp) - nowMs) / 1000);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return relativeTimeFormat(language).format(Math.trunc(seconds / length), unit);
}

export function formatDateTime(timestamp: string, language: Language): string {
  return dateTimeFormat(language).format(new Date(timestamp));
}

/** Formats the month of an ISO time: "November 2026". */
export function formatMonth(timestamp: string, language: Language): string {
  // The middle of the month is in the same month in all time zones.
  return monthFormat(language).format(new Date(`${timestamp.slice(0, 7)}-15T12:00:00Z`));
}

/** Formats a duration: "1:05:09", "0:42". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

function onceALanguage<T>(make: (tag: string) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const known = made.get(language) ?? make(htmlLanguage(language));
    made.set(language, known);
    return known;
  };
}

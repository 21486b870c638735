import { htmlLanguage, type Language } from '#shared/i18n/language.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Names of the last days, with today last. Uses UTC, because the server counts UTC days. */
export function lastDays(count: number, nowMs: number, language: Language): string[] {
  const format = new Intl.DateTimeFormat(htmlLanguage(language), {
    weekday: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return Array.from({ length: count }, (_, index) =>
    format.format(new Date(nowMs - (count - 1 - index) * DAY_MS)),
  );
}

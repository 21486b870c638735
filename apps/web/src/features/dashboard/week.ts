import { htmlLanguage, type Language } from '#shared/i18n/language.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The names of the last days, oldest first, today last. The server counts days of UTC. */
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

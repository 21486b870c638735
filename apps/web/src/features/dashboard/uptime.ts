import { htmlLanguage, type Language } from '#shared/i18n/language.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats a duration in its two largest units, such as "3 days 4 hours". */
export function formatUptime(seconds: number, language: Language): string {
  const first = UNITS.findIndex(([, length]) => seconds >= length);
  const shown = UNITS.slice(first < 0 ? UNITS.length - 1 : first).slice(0, 2);
  let rest = seconds;
  const words = shown.map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    const format = { style: 'unit', unit, unitDisplay: 'long' } as const;
    return { count, text: new Intl.NumberFormat(htmlLanguage(language), format).format(count) };
  });
  return words
    .filter(({ count }, index) => count > 0 || index === 0)
    .map(({ text }) => text)
    .join(' ');
}

import { htmlLanguage, type Language } from '#shared/i18n/language.ts';

export function formatNumber(value: number, language: Language): string {
  // Skips Intl, which starts slowly, for numbers that have only digits in both languages.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return new Intl.NumberFormat(htmlLanguage(language)).format(value);
}

import { htmlLanguage, type Language } from '#shared/i18n/language.ts';

export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(htmlLanguage(language)).format(value);
}

import { useTranslation } from 'react-i18next';
import { type Language, languageFrom } from './language.ts';

export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languageFrom(i18n.language);
}

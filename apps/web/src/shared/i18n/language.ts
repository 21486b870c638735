import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

export type Language = 'en' | 'zh';

const STORAGE_KEY = 'language';

/** The language that the user chose, otherwise the browser's. */
export function readLanguage(): Language {
  return languageFrom(readStored(STORAGE_KEY) ?? navigator.language);
}

export function languageFrom(tag: string): Language {
  return tag.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

export function writeLanguage(language: Language): void {
  writeStored(STORAGE_KEY, language);
  document.documentElement.lang = htmlLanguage(language);
}

export function htmlLanguage(language: Language): string {
  return language === 'zh' ? 'zh-CN' : 'en';
}

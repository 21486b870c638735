import { showToast } from '@satchel/ui/feedback/toast-store';
import i18next from 'i18next';
import { changeLanguage } from '#shared/i18n/i18n.ts';
import type { Language } from '#shared/i18n/language.ts';

/** Changes the language, or shows an error if its translations fail to load. */
export async function switchLanguage(language: Language): Promise<void> {
  try {
    await changeLanguage(language);
  } catch {
    showToast('error', i18next.t('shell:language.failed'));
  }
}

import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, readLanguage, writeLanguage } from './language.ts';
import type { Namespace } from './namespaces.ts';

const catalogues = import.meta.glob<Record<string, unknown>>('../../locales/*/*.json', {
  import: 'default',
});

async function loadCatalogue(
  language: string,
  namespace: string,
): Promise<Record<string, unknown>> {
  const load = catalogues[`../../locales/${language}/${namespace}.json`];
  if (!load) throw new Error(`No catalogue ${language}/${namespace}`);
  return load();
}

const lazyCatalogues = { type: 'backend' as const, read: loadCatalogue };

export async function startI18n(): Promise<void> {
  await i18next
    .use(lazyCatalogues)
    .use(initReactI18next)
    .init({
      lng: readLanguage(),
      fallbackLng: false,
      ns: ['shell'],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

/**
 * For route loaders, so that texts load at the same time as the page's code, not after it.
 *
 * @throws where they cannot be loaded; the next call tries again
 */
export async function loadTexts(...namespaces: readonly Namespace[]): Promise<void> {
  await i18next.loadNamespaces([...namespaces]);
  await loadMissing(i18next.language, namespaces);
}

/** @throws where its texts cannot be loaded; the language stays as it was then */
export async function changeLanguage(language: Language): Promise<void> {
  await loadMissing(language, Object.keys(i18next.store.data[i18next.language] ?? {}));
  writeLanguage(language);
  await i18next.changeLanguage(language);
}

/** i18next takes what has failed once for loaded, shows its keys, and never asks again. */
async function loadMissing(language: string, namespaces: readonly string[]): Promise<void> {
  const missing = namespaces.filter((name) => !i18next.hasResourceBundle(language, name));
  await Promise.all(
    missing.map(async (name) => {
      i18next.addResourceBundle(language, name, await loadCatalogue(language, name));
    }),
  );
}

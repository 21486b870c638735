import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { untilLoaded } from '#shared/loading/until-loaded.ts';
import { type Language, readLanguage, writeLanguage } from './language.ts';
import type { Namespace } from './namespaces.ts';

type Catalogue = Record<string, unknown>;

const catalogues = import.meta.glob<Catalogue>('./*/*.json', {
  base: '../../locales',
  import: 'default',
});

async function loadCatalogue(language: string, namespace: string): Promise<Catalogue> {
  const load = catalogues[`./${language}/${namespace}.json`] as () => Promise<Catalogue>;
  return load();
}

const lazyCatalogues = {
  type: 'backend' as const,
  // Asks until it has them, because i18next would treat a failed namespace as loaded and show its keys.
  read: (language: string, namespace: string) =>
    untilLoaded(() => loadCatalogue(language, namespace)),
};

export async function startI18n(): Promise<void> {
  await i18next
    .use(lazyCatalogues)
    .use(initReactI18next)
    .init({
      lng: readLanguage(),
      fallbackLng: false,
      ns: 'shell',
      interpolation: { escapeValue: false },
    });
}

/**
 * Loads translations in a route's loader, so that they load in parallel with the page's code.
 *
 * @throws if they cannot be loaded; the next call retries
 */
export async function loadTexts(...namespaces: readonly Namespace[]): Promise<void> {
  // The first page's texts load while i18next still starts, and has no language yet.
  await loadMissing(i18next.language ?? readLanguage(), namespaces);
}

/** @throws if the translations cannot be loaded; the language then stays unchanged */
export async function changeLanguage(language: Language): Promise<void> {
  await loadMissing(language, Object.keys(i18next.store.data[i18next.language] ?? {}));
  writeLanguage(language);
  await i18next.changeLanguage(language);
}

/** Loads missing translations, or says that it cannot, where i18next would ask for ever. */
async function loadMissing(language: string, namespaces: readonly string[]): Promise<void> {
  const missing = namespaces.filter((name) => !i18next.hasResourceBundle(language, name));
  await Promise.all(
    missing.map(async (name) => {
      i18next.addResourceBundle(language, name, await loadCatalogue(language, name));
    }),
  );
}

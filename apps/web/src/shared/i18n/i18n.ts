import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, readLanguage, writeLanguage } from './language.ts';

type Catalogue = Record<string, unknown>;

const firstPages = import.meta.glob<Record<string, Catalogue>>('../../locales/*/first-page.ts', {
  import: 'catalogues',
});
const catalogues = import.meta.glob<Catalogue>(
  [
    '../../locales/*/*.json',
    '!**/shell.json',
    '!**/shares.json',
    '!**/markdown.json',
    '!**/text-shares.json',
  ],
  { import: 'default' },
);

const lazyCatalogues = {
  type: 'backend' as const,
  async read(language: string, namespace: string): Promise<Catalogue> {
    const first = await firstPages[`../../locales/${language}/first-page.ts`]?.();
    const known = first?.[namespace];
    if (known) return known;
    const load = catalogues[`../../locales/${language}/${namespace}.json`];
    if (!load) throw new Error(`No catalogue ${language}/${namespace}`);
    return load();
  },
};

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

/** For route loaders, so that texts load at the same time as the page's code, not after it. */
export function loadTexts(...namespaces: readonly string[]): Promise<void> {
  return i18next.loadNamespaces([...namespaces]);
}

export async function changeLanguage(language: Language): Promise<void> {
  writeLanguage(language);
  await i18next.changeLanguage(language);
}

import type { LanguageFn } from 'highlight.js';
import { type CodeLanguageName, languageOf } from '#shared/file-types/file-types.ts';

type LoadLanguage = () => Promise<{ default: LanguageFn }>;

/** Loaders of the languages. Each is a separate file, so that a page loads only the ones it shows. */
const LANGUAGES: Readonly<Record<CodeLanguageName | 'markdown', LoadLanguage>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  less: () => import('highlight.js/lib/languages/less'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  objectivec: () => import('highlight.js/lib/languages/objectivec'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scss: () => import('highlight.js/lib/languages/scss'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  vbnet: () => import('highlight.js/lib/languages/vbnet'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const LOADERS = new Map<string, LoadLanguage>(Object.entries(LANGUAGES));

/** Languages that occur inside others, such as CSS in HTML. */
const EMBEDDED = new Map<string, readonly string[]>([
  ['xml', ['css', 'javascript']],
  ['markdown', ['xml']],
  ['php', ['xml']],
]);

export interface KnownLanguage {
  readonly name: string;
  readonly load: LoadLanguage;
}

/** A language and those that it can embed; empty for an unknown one. */
export function languagesFor(written: string): readonly KnownLanguage[] {
  const name = languageOf(written);
  return [name, ...(EMBEDDED.get(name) ?? [])].flatMap((language) => {
    const load = LOADERS.get(language);
    return load ? [{ name: language, load }] : [];
  });
}

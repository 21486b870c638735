import hljs from 'highlight.js/lib/core';
import { languagesFor } from './code-languages.ts';

/**
 * Highlights code as HTML, with spans for colours and everything else escaped; null for an unknown language.
 * Pages call it in a worker, because some code takes nearly forever.
 */
export async function highlight(code: string, language: string): Promise<string | null> {
  const languages = languagesFor(language);
  const [own] = languages;
  if (!own) return null;
  await Promise.all(
    languages.map(async ({ name, load }) => {
      if (!hljs.getLanguage(name)) hljs.registerLanguage(name, (await load()).default);
    }),
  );
  return hljs.highlight(code, { language: own.name, ignoreIllegals: true }).value;
}

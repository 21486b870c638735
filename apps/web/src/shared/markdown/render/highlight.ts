import hljs from 'highlight.js/lib/core';
import { languagesFor } from './code-languages.ts';

/**
 * Code as HTML, with its colours as spans and everything else escaped; null for an unknown language. May
 * take for ever on some code, so pages call it in a worker.
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

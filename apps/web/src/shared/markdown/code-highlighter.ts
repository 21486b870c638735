import './code-highlighter.css';
import hljs from 'highlight.js/lib/core';
import { languagesFor } from './code-languages.ts';

/** Longer code is not coloured, because the page would freeze while it is. */
const MAX_LENGTH = 200_000;

/** Colours code in place. Without a known language the text stays as it is. */
export async function highlightCode(element: HTMLElement, language: string): Promise<void> {
  const code = element.textContent;
  const languages = languagesFor(language);
  const [own] = languages;
  if (!own || code.length > MAX_LENGTH) return;
  await Promise.all(
    languages.map(async ({ name, load }) => {
      if (!hljs.getLanguage(name)) hljs.registerLanguage(name, (await load()).default);
    }),
  );
  // The text may have changed while its language was loading.
  if (element.textContent !== code) return;
  // highlight.js escapes the code itself and adds nothing but spans.
  element.innerHTML = hljs.highlight(code, { language: own.name, ignoreIllegals: true }).value;
}

import './code-highlighter.css';
import hljs from 'highlight.js/lib/common';

/** Beyond this a page would freeze for longer than colours are worth. */
const MAX_LENGTH = 200_000;

/** Colours code in place. Without a known language the text stays as it is. */
export function highlightCode(element: HTMLElement, language: string): void {
  const code = element.textContent;
  if (code.length > MAX_LENGTH || !hljs.getLanguage(language)) return;
  // highlight.js escapes the code itself and adds nothing but spans.
  element.innerHTML = hljs.highlight(code, { language, ignoreIllegals: true }).value;
}

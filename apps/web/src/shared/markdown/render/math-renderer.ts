import 'katex/dist/katex.min.css';
import katex from 'katex';

export function renderMath(element: HTMLElement): void {
  // `trust` stays off, so \\href and \\includegraphics do nothing. The limits stop macros that expand for
  // ever.
  katex.render(element.textContent, element, {
    displayMode: element.classList.contains('math-display'),
    throwOnError: false,
    trust: false,
    strict: 'ignore',
    maxExpand: 500,
    maxSize: 40,
  });
}

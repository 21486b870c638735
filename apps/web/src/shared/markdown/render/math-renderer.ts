import 'katex/dist/katex.min.css';
import katex from 'katex';

export function renderMath(element: HTMLElement): void {
  // `trust` stays off, so that \href and \includegraphics have no effect. The limits stop macros that expand
  // infinitely.
  katex.render(element.textContent, element, {
    displayMode: element.classList.contains('math-display'),
    throwOnError: false,
    trust: false,
    strict: 'ignore',
    maxExpand: 500,
    maxSize: 40,
  });
}

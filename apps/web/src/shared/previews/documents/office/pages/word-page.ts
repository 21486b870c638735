import { type HElement, renderAsync } from 'docx-preview';
import { documentPage } from './document-page.ts';

const STYLE = `
  .docx-wrapper { background: transparent !important; padding: 0 !important; }
  .docx-wrapper > section.docx { margin-bottom: 16px; box-shadow: 0 1px 6px rgb(0 0 0 / 0.3); }
`;

/** Makes a page of a text document. */
export async function wordPage(bytes: Uint8Array): Promise<string> {
  // A document that is not shown: elements made in it load nothing and run nothing.
  const inert = document.implementation.createHTMLDocument();
  const pages = inert.createElement('div');
  const styles = inert.createElement('div');
  pages.className = 'paper';
  await renderAsync(bytes, pages, styles, {
    // Frames of sandboxed pages cannot read blobs of this page.
    useBase64URL: true,
    // Parts in HTML or other formats, which would need frames.
    renderAltChunks: false,
    ignoreLastRenderedPageBreak: false,
    h: (part) => make(inert, part),
  });
  return documentPage(styles.innerHTML + pages.outerHTML, STYLE);
}

/** Makes an element as the library does, but in another document. */
function make(inert: Document, part: HElement | Node | string): Node {
  if (typeof part === 'string') return inert.createTextNode(part);
  if (part instanceof Node) return part;
  const { ns, tagName, className, style, children = [], ...properties } = part;
  if (tagName === '#comment') return inert.createComment('');
  if (tagName === '#fragment') {
    const fragment = inert.createDocumentFragment();
    fragment.append(...children.map((child) => make(inert, child)));
    return fragment;
  }
  const element = ns ? inert.createElementNS(ns, tagName) : inert.createElement(tagName);
  if (className) element.setAttribute('class', className);
  if (typeof style === 'string') element.setAttribute('style', style);
  else if (style && 'style' in element) Object.assign(element.style as object, style);
  for (const [name, value] of Object.entries(properties)) {
    if (value !== undefined) Reflect.set(element, name, value);
  }
  element.append(...children.map((child) => make(inert, child)));
  return element;
}

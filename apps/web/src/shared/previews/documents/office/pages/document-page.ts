/**
 * Policy of a page that is made of a document: pictures and fonts come from the page itself, and nothing runs or
 * is loaded (SECURITY 4). The frame's sandbox forbids scripts as well.
 */
const POLICY =
  "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; form-action 'none'";

/** Elements that no document needs. */
const REMOVED = 'script, iframe, frame, object, embed, form, input, meta, base, link, audio, video';

/** Sizes and colours of the paper come from the document, which is made for white paper in both themes. */
const STYLE = `
  :root { color-scheme: light dark; background: transparent; }
  body { margin: 0; padding: 16px; width: max-content; min-width: 100%; box-sizing: border-box; }
  .paper { color-scheme: light; }
`;

/**
 * Makes a page of untrusted HTML. Parses it where nothing is loaded, guards its links and removes what is not for
 * reading.
 */
export function documentPage(html: string, style: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(REMOVED)) element.remove();
  for (const link of page.querySelectorAll('a')) guardLink(link);
  const { documentElement, head, body } = page;
  // Styles of the document, which the parser has put before the body.
  body.prepend(...head.childNodes);
  const policy = page.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = POLICY;
  const charset = page.createElement('meta');
  charset.setAttribute('charset', 'utf-8');
  const styles = page.createElement('style');
  styles.textContent = STYLE + style;
  head.replaceChildren(charset, policy);
  // After the document's own styles.
  body.append(styles);
  return `<!doctype html>${documentElement.outerHTML}`;
}

/** Links to other sites open a new tab; links within the document stay; others lose their target. */
function guardLink(link: HTMLAnchorElement): void {
  const target = link.getAttribute('href') ?? '';
  if (/^#./.test(target)) return;
  if (!/^(https?:\/\/|mailto:)/i.test(target)) {
    link.removeAttribute('href');
    return;
  }
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
}

/** Preview of a link in chats and search engines. */
export interface LinkCard {
  readonly title: string;
  readonly description: string;
  /** List that browsers without JavaScript show instead of the app; absent for a page that needs it. */
  readonly plain?: PlainPage;
}

/** Page as a plain list of links. */
export interface PlainPage {
  readonly heading: string;
  /** Paragraphs above the list. */
  readonly texts: readonly string[];
  readonly links: readonly { readonly href: string; readonly text: string }[];
}

/** Returns the card of a page in the visitor's language; undefined for a page without one. */
export type DescribeLink = (pathname: string, language: string) => Promise<LinkCard | undefined>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const NOSCRIPT = /<noscript>.*?<\/noscript>/s;

/**
 * Inserts the card into the head of the page, and the plain list for browsers without JavaScript. Escapes
 * titles and texts of users.
 */
export function withLinkCard(html: string, { title, description, plain }: LinkCard): string {
  const tags = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
  ].map(([name, text = '']) => `<meta property="${name}" content="${escapeHtml(text)}" />`);
  const page = html.replace('</head>', () => `${tags.join('\n')}\n</head>`);
  return plain ? page.replace(NOSCRIPT, () => `<noscript>${plainHtml(plain)}</noscript>`) : page;
}

function plainHtml({ heading, texts, links }: PlainPage): string {
  const items = links.map(
    ({ href, text }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`,
  );
  return [
    `<main><h1>${escapeHtml(heading)}</h1>`,
    ...texts.map((text) => `<p>${escapeHtml(text)}</p>`),
    `<ul>${items.join('')}</ul></main>`,
  ].join('\n');
}

/** Also shows characters that would reverse a name, so that `gnp.exe` never looks like `exe.png`. */
function escapeHtml(text: string): string {
  const visible = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
  return visible.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

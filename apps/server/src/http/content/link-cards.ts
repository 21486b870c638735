/** Preview of a link in chats and search engines. */
export interface LinkCard {
  readonly title: string;
  readonly description: string;
  /** Page that is shown until the app is there, and without JavaScript; absent for one that needs it. */
  readonly plain?: PlainPage;
}

export interface PlainLink {
  readonly href: string;
  readonly text: string;
}

/** Page of a link before the app is there. */
export interface PlainPage {
  readonly heading: string;
  /** Paragraphs below the heading. */
  readonly texts?: readonly string[];
  /** The main button. */
  readonly action?: PlainLink;
  /** List of files. */
  readonly links?: readonly PlainLink[];
  /** True for a page that is shown only without JavaScript, because it lacks what the link is about. */
  readonly isFallback?: boolean;
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
 * Inserts the card into the head of the page, and the plain page into its body, where the app replaces it.
 * Escapes titles and texts of users.
 */
export function withLinkCard(html: string, { title, description, plain }: LinkCard): string {
  const tags = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
  ].map(([name, text = '']) => `<meta property="${name}" content="${escapeHtml(text)}" />`);
  const page = html.replace('</head>', () => `${tags.join('\n')}\n</head>`);
  return plain ? page.replace(NOSCRIPT, () => plainHtml(plain)) : page;
}

/** Its look is that of `#plain` in the app's style sheet. */
function plainHtml({ heading, texts = [], action, links = [], isFallback }: PlainPage): string {
  const html = [
    `<main id="plain"><section><h1>${escapeHtml(heading)}</h1>`,
    ...texts.map((text) => `<p>${escapeHtml(text)}</p>`),
    `${action ? linkHtml(action) : ''}</section>`,
    `<ul>${links.map((link) => `<li>${linkHtml(link)}</li>`).join('')}</ul></main>`,
  ].join('\n');
  return isFallback ? `<noscript>${html}</noscript>` : html;
}

function linkHtml({ href, text }: PlainLink): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}

/** Also shows characters that would reverse a name, so that `gnp.exe` never looks like `exe.png`. */
function escapeHtml(text: string): string {
  const visible = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
  return visible.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

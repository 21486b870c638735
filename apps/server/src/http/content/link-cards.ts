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
  /** Size or kind of the file, below its name. */
  readonly note?: string;
}

/** Picture in the gallery of the page. */
export interface PlainPicture {
  readonly href: string;
  /** Path in the bundle, shown if there is no thumbnail. */
  readonly path: string;
  /** Address of the thumbnail; undefined for a picture below the first ones. */
  readonly src: string | undefined;
}

/** Page of a link before the app is there. */
export interface PlainPage {
  readonly heading: string;
  /** Sender and size, below the heading. */
  readonly lines?: readonly string[];
  /** Message of the sender. */
  readonly message?: string | undefined;
  /** Until when the link works. */
  readonly until?: string | undefined;
  /** The main button. */
  readonly action?: PlainLink;
  /** List of files. */
  readonly links?: readonly PlainLink[];
  /** Gallery of pictures, below the list. */
  readonly pictures?: readonly PlainPicture[];
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
function plainHtml({ isFallback, ...page }: PlainPage): string {
  const { heading, lines = [], message, until, action, links = [], pictures = [] } = page;
  const html = [
    `<main id="plain"><section><hgroup><h1>${escapeHtml(heading)}</h1>`,
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    `</hgroup>${message ? `<blockquote>${escapeHtml(message)}</blockquote>` : ''}`,
    `${until ? `<p>${escapeHtml(until)}</p>` : ''}${action ? linkHtml(action) : ''}</section>`,
    `<div><ul>${links.map((link) => `<li>${linkHtml(link)}</li>`).join('')}</ul>`,
    `<ol>${pictures.map((picture) => `<li>${pictureHtml(picture)}</li>`).join('')}</ol></div></main>`,
  ].join('\n');
  return isFallback ? `<noscript>${html}</noscript>` : html;
}

function linkHtml({ href, text, note }: PlainLink): string {
  const label = escapeHtml(text);
  const content = note ? `<span>${label}</span> <small>${escapeHtml(note)}</small>` : label;
  return `<a href="${escapeHtml(href)}">${content}</a>`;
}

/** The app finds the image by its path, and keeps it. */
function pictureHtml({ href, path, src }: PlainPicture): string {
  const name = escapeHtml(path);
  const image = src && `<img src="${escapeHtml(src)}" alt="${name}" loading="lazy" />`;
  return `<a href="${escapeHtml(href)}">${image ?? name}</a>`;
}

/** Also shows characters that would reverse a name, so that `gnp.exe` never looks like `exe.png`. */
function escapeHtml(text: string): string {
  const visible = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
  return visible.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

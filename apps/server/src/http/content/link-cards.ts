/** Preview of a link in chats and search engines. */
export interface LinkCard {
  readonly title: string;
  readonly description: string;
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

/** Inserts the card into the head of the page. Escapes titles and texts of users. */
export function withLinkCard(html: string, { title, description }: LinkCard): string {
  const tags = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
  ].map(([name, text = '']) => `<meta property="${name}" content="${escapeHtml(text)}" />`);
  return html.replace('</head>', () => `${tags.join('\n')}\n</head>`);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Preview of a link in chats and search engines. */
export interface LinkCard {
  readonly title: string;
  readonly description: string;
}

/** The card of a page, for who asks in a language; undefined for a page without one. */
export type DescribeLink = (pathname: string, language: string) => Promise<LinkCard | undefined>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The page with a card in its head. What people wrote is text there, whatever it looks like. */
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

import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

const NEVER_TEXT = ['script', 'style', 'title', 'noscript', 'template'] as const;

/** Converts HTML of a clipboard to Markdown. The HTML is parsed in a document of its own, where nothing runs. */
export function htmlToMarkdown(html: string): string {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  turndown.use(gfm);
  turndown.remove([...NEVER_TEXT]);
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return turndown.turndown(body).trim();
}

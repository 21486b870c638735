import { markdown } from './markdown-parser.ts';
import { sanitizeMarkdown } from './sanitize-markdown.ts';

/** Renders GFM with footnotes and maths to nodes that are safe to insert (SECURITY 4). */
export function renderMarkdown(source: string): DocumentFragment {
  return sanitizeMarkdown(markdown.render(source));
}

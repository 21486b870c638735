import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { headingIds } from './heading-ids.ts';
import { mathSyntax } from './math-syntax.ts';
import { sanitizeMarkdown } from './sanitize-markdown.ts';
import { tableAlignment } from './table-alignment.ts';
import { taskLists } from './task-lists.ts';

// HTML passes the parser, as in GFM; the sanitiser then removes what is not allowed.
const markdown = new MarkdownIt({ html: true, linkify: true, breaks: true })
  .use(footnotes)
  .use(taskLists)
  .use(headingIds)
  .use(mathSyntax)
  .use(tableAlignment);

/** Renders GFM with footnotes and maths to nodes that are safe to insert (SECURITY 4). */
export function renderMarkdown(source: string): DocumentFragment {
  return sanitizeMarkdown(markdown.render(source));
}

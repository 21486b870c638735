import MarkdownIt, { type Env } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { headingIds } from './heading-ids.ts';
import { mathSyntax } from './math-syntax.ts';
import { tableAlignment } from './table-alignment.ts';
import { taskLists } from './task-lists.ts';

/**
 * Renders GFM with footnotes and maths to HTML. The result must be sanitised, because HTML in the text passes
 * the parser, as in GFM. Works in a worker, too.
 */
export const markdown = new MarkdownIt({ html: true, linkify: true, breaks: true })
  .use(footnotes)
  .use(taskLists)
  .use(headingIds)
  .use(mathSyntax)
  .use(tableAlignment);

/** Length of one piece of HTML, in characters. */
const PIECE_LENGTH = 50_000;
/** Length of one parsed section, in characters. */
const SECTION_LENGTH = 50_000;
/**
 * Maximum length of a section. Longer ones end within a block, so that a list of 100,000 lines becomes
 * several.
 */
const LONGEST_SECTION = 200_000;
/** Link references and footnotes apply to the whole text, so a text with them is parsed as one section. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Renders a long text in pieces of whole blocks. */
export function* renderPieces(source: string): Generator<string> {
  const environment: Env = {};
  for (const section of DEFINITION.test(source) ? [source] : sectionsOf(source)) {
    yield* renderSection(section, environment);
  }
}

/** Splits a text at empty lines, but never within a code fence. */
function* sectionsOf(source: string): Generator<string> {
  let start = 0;
  let end = 0;
  let fence = '';
  while (end < source.length) {
    const lineStart = end;
    const newline = source.indexOf('\n', lineStart);
    end = newline < 0 ? source.length : newline + 1;
    const line = source.slice(lineStart, end);
    const mark = FENCE.exec(line)?.[1];
    if (mark && fence === '') fence = mark;
    else if (mark?.startsWith(fence)) fence = '';
    if (fence !== '') continue;
    const length = end - start;
    if (length < SECTION_LENGTH || (length < LONGEST_SECTION && line.trim() !== '')) continue;
    yield source.slice(start, end);
    start = end;
  }
  if (start < source.length) yield source.slice(start);
}

function* renderSection(source: string, environment: Env): Generator<string> {
  const tokens = markdown.parse(source, environment);
  let start = 0;
  let html = '';
  for (const [index, token] of tokens.entries()) {
    const isEndOfBlock = token.level === 0 && token.nesting <= 0;
    if (!isEndOfBlock) continue;
    html += markdown.renderer.render(tokens.slice(start, index + 1), markdown.options, environment);
    start = index + 1;
    if (html.length < PIECE_LENGTH) continue;
    yield html;
    html = '';
  }
  html += markdown.renderer.render(tokens.slice(start), markdown.options, environment);
  if (html !== '') yield html;
}

import MarkdownIt, { type Env, type Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { headingIds } from './syntax/heading-ids.ts';
import { mathSyntax } from './syntax/math-syntax.ts';
import { tableAlignment } from './syntax/table-alignment.ts';
import { taskLists } from './syntax/task-lists.ts';

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
/** Cell in the line below the head of a table. */
const DELIMITER = /^:?-+:?$/;
/** Maximum number of tokens in the rows of one table, three for each cell. Longer tables become several. */
const TABLE_TOKENS = 6_000;

/** Renders a long text in pieces of whole blocks. */
export function* renderPieces(source: string): Generator<string> {
  const environment: Env = {};
  for (const section of DEFINITION.test(source) ? [source] : sectionsOf(source)) {
    yield* renderSection(section, environment);
  }
}

/** Splits a text at empty lines, but never within a code fence. A table that is split has its head in each part. */
function* sectionsOf(source: string): Generator<string> {
  let start = 0;
  let end = 0;
  let fence = '';
  let head = '';
  let lineBefore = '';
  let headBefore = '';
  while (end < source.length) {
    const lineStart = end;
    const newline = source.indexOf('\n', lineStart);
    end = newline < 0 ? source.length : newline + 1;
    const line = source.slice(lineStart, end);
    const mark = FENCE.exec(line)?.[1];
    if (mark && fence === '') fence = mark;
    else if (mark?.startsWith(fence)) fence = '';
    if (fence !== '') continue;
    const isEmpty = line.trim() === '';
    if (isEmpty) head = '';
    else if (lineBefore.includes('|') && isDelimiterRow(line)) head = lineBefore + line;
    lineBefore = line;
    const length = end - start;
    if (length < SECTION_LENGTH || (length < LONGEST_SECTION && !isEmpty)) continue;
    yield headBefore + source.slice(start, end);
    start = end;
    headBefore = head;
  }
  if (start < source.length) yield headBefore + source.slice(start);
}

function isDelimiterRow(line: string): boolean {
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|');
  return cells.every((cell) => DELIMITER.test(cell.trim()));
}

function* renderSection(source: string, environment: Env): Generator<string> {
  const tokens = markdown.parse(source, environment);
  let html = '';
  for (const part of partsOf(tokens)) {
    html += markdown.renderer.render(part, markdown.options, environment);
    if (html.length < PIECE_LENGTH) continue;
    yield html;
    html = '';
  }
  if (html !== '') yield html;
}

/** Splits tokens into whole blocks. Long tables become several, because a browser lays out a table as a whole. */
function* partsOf(tokens: readonly Token[]): Generator<Token[]> {
  let start = 0;
  for (const [index, { level, nesting }] of tokens.entries()) {
    if (level !== 0 || nesting > 0) continue;
    yield* tablesOf(tokens.slice(start, index + 1));
    start = index + 1;
  }
  yield tokens.slice(start);
}

/** Splits the rows of a table into tables with the same head. Other blocks stay as they are. */
function* tablesOf(block: Token[]): Generator<Token[]> {
  const body = block.findIndex(({ type }) => type === 'tbody_open') + 1;
  const [head, end] = [block.slice(0, body), block.slice(-2)];
  let start = body;
  for (let index = body; block[0]?.type === 'table_open' && index < block.length - 2; index += 1) {
    if (block[index]?.type !== 'tr_close' || index - start < TABLE_TOKENS) continue;
    yield [...head, ...block.slice(start, index + 1), ...end];
    start = index + 1;
  }
  if (start === body || start < block.length - 2) yield [...head, ...block.slice(start)];
}

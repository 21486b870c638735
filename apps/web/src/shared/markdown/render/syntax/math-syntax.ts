import type { MarkdownIt } from 'markdown-it';

const DOLLAR = 0x24;
const BACKSLASH = 0x5c;

/**
 * Parses `$x$` and `$$ … $$` to marked elements with the source as text, which KaTeX renders later. As in
 * Pandoc, no space may follow the opening dollar or precede the closing one, and no digit may follow it, so
 * that prices are not maths.
 */
export function mathSyntax(markdown: MarkdownIt): void {
  markdown.inline.ruler.after('escape', 'math', (state, isSilent) => {
    if (state.src.charCodeAt(state.pos) !== DOLLAR) return false;
    const isDisplay = state.src.charCodeAt(state.pos + 1) === DOLLAR;
    const start = state.pos + (isDisplay ? 2 : 1);
    const end = findClosing(state.src, start, state.posMax, isDisplay ? '$$' : '$');
    if (end < 0) return false;
    const tex = state.src.slice(start, end);
    const after = state.src[end + 1] ?? '';
    if (!tex.trim() || (!isDisplay && (/^\s|\s$/.test(tex) || /\d/.test(after)))) return false;
    if (!isSilent) {
      const token = state.push('math_inline', 'span', 0);
      token.content = tex;
      token.info = isDisplay ? 'math-display' : 'math-inline';
    }
    state.pos = end + (isDisplay ? 2 : 1);
    return true;
  });

  markdown.block.ruler.before(
    'fence',
    'math_block',
    (state, startLine, endLine, isSilent) => {
      const lineOf = (line: number) =>
        state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
      if (lineOf(startLine).trim() !== '$$') return false;
      if (isSilent) return true;
      let line = startLine + 1;
      while (line < endLine && lineOf(line).trim() !== '$$') line += 1;
      const token = state.push('math_block', 'div', 0);
      token.block = true;
      token.content = state.getLines(startLine + 1, line, 0, false).trim();
      token.map = [startLine, line];
      state.line = Math.min(line + 1, endLine);
      return true;
    },
    { alt: ['paragraph', 'blockquote', 'list'] },
  );

  const { escapeHtml } = markdown.utils;
  markdown.renderer.rules.math_inline = (tokens, index) =>
    `<span class="${tokens[index]?.info ?? ''}">${escapeHtml(tokens[index]?.content ?? '')}</span>`;
  markdown.renderer.rules.math_block = (tokens, index) =>
    `<div class="math-display">${escapeHtml(tokens[index]?.content ?? '')}</div>\n`;
}

function findClosing(source: string, start: number, limit: number, fence: string): number {
  let position = start;
  while (position < limit) {
    const found = source.indexOf(fence, position);
    if (found < 0 || found + fence.length > limit) return -1;
    if (source.charCodeAt(found - 1) !== BACKSLASH) return found;
    position = found + 1;
  }
  return -1;
}

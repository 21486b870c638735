import type { MarkdownIt } from 'markdown-it';

/** Writes a column's alignment as an attribute, because the sanitiser removes styles. */
export function tableAlignment(markdown: MarkdownIt): void {
  markdown.core.ruler.push('table-alignment', (state) => {
    for (const token of state.tokens) {
      if (token.type !== 'th_open' && token.type !== 'td_open') continue;
      const style = token.attrGet('style');
      const side = /^text-align:(left|center|right)$/.exec(typeof style === 'string' ? style : '');
      if (side?.[1]) token.attrs = [['align', side[1]]];
    }
  });
}

import type { MarkdownIt } from 'markdown-it';

const MARKER = /^\[([ xX])\][ \u00a0]/;

/** GFM task list items: `- [x] done`. */
export function taskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'task-lists', (state) => {
    for (const [index, token] of state.tokens.entries()) {
      const item = state.tokens[index - 2];
      const isItemText =
        token.type === 'inline' &&
        state.tokens[index - 1]?.type === 'paragraph_open' &&
        item?.type === 'list_item_open';
      const text = token.children?.[0];
      const marker = isItemText && text?.type === 'text' ? MARKER.exec(text.content) : null;
      if (!marker || !text || !item) continue;
      text.content = text.content.slice(marker[0].length);
      const box = new state.Token('html_inline', '', 0);
      const isDone = marker[1] !== ' ';
      box.content = `<input type="checkbox" disabled${isDone ? ' checked' : ''}> `;
      token.children?.unshift(box);
      item.attrJoin('class', 'task-list-item');
    }
  });
}

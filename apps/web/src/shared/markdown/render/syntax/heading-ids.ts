import type { MarkdownIt } from 'markdown-it';

/** Used ids by markdown-it environment. All sections of a text share one. */
const usedIds = new WeakMap<object, Map<string, number>>();

/** Adds ids to headings like GitHub, so that tables of contents in READMEs work. */
export function headingIds(markdown: MarkdownIt): void {
  markdown.core.ruler.push('heading-ids', (state) => {
    const used = usedIds.get(state.env) ?? new Map<string, number>();
    usedIds.set(state.env, used);
    for (const [index, token] of state.tokens.entries()) {
      if (token.type !== 'heading_open') continue;
      const id = slugOf(state.tokens[index + 1]?.content ?? '');
      const count = used.get(id) ?? 0;
      used.set(id, count + 1);
      if (id) token.attrSet('id', count === 0 ? id : `${id}-${count}`);
    }
  });
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

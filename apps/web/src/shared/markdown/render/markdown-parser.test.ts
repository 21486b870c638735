import { expect, it } from 'vitest';
import { markdown, renderPieces } from './markdown-parser.ts';

it('renders a long text in pieces that together are the whole', () => {
  const block =
    '# Title\n\n- one\n- two\n\n> quoted\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\na\n```\n\nWords[^1] and [later][link].\n\n---\n\n';
  const source = `${block.repeat(600)}\n[link]: https://example.org\n\n[^1]: Said at the end.\n`;
  const pieces = [...renderPieces(source)];
  expect(pieces.length).toBeGreaterThan(5);
  expect(pieces.join('')).toBe(markdown.render(source));
});

it('parses a text without references section by section, with the same outcome', () => {
  const fence = `\`\`\`text\n${'# not a heading\n\n'.repeat(8_000)}\`\`\`\n\n`;
  const source = `# Same\n\n${'Words of a paragraph.\n\n'.repeat(5_000)}${fence}# Same\n\nThe end.\n`;
  expect([...renderPieces(source)].join('')).toBe(markdown.render(source));
});

it('ends a section within a list that would keep the parser for too long', () => {
  const pieces = [...renderPieces('- a *line* of many\n'.repeat(50_000))];
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.join('').match(/<li>a <em>line<\/em> of many<\/li>/g)).toHaveLength(50_000);
});

it('splits a long table into tables with the same head, also where a section ends within it', () => {
  const row = '| one | two |\n';
  for (const border of ['| - | - |\n', ':-|-:\n']) {
    const source = `| a | b |\n${border}${row.repeat(40_000)}\nThe end, no | table.\n`;
    const html = [...renderPieces(source)].join('');
    expect(html.match(/<td[^>]*>one<\/td>/g)).toHaveLength(40_000);
    expect(html.match(/<p>/g)).toEqual(['<p>']);
    const heads = html.match(/<thead>/g)?.length ?? 0;
    expect(heads).toBeGreaterThan(20);
    expect(html.match(/<\/tbody>\n<\/table>/g)).toHaveLength(heads);
  }
});

it('a line of dashes below a text is no head of a table', () => {
  const text = `Title\n---\n${'- a line of many\n'.repeat(30_000)}`;
  expect([...renderPieces(text)].join('')).not.toContain('<table>');
});

it('reads a line of a million spaces below a cell once, not once for each space', () => {
  const text = `a | b\n-${' '.repeat(1_000_000)}x\n`;
  expect([...renderPieces(text)].join('')).not.toContain('<table>');
});

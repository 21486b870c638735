import { describe, expect, it } from 'vitest';
import { filesOf, markdownOf, richHtmlOf } from './rich-paste.ts';

function clipboardOf(texts: Readonly<Record<string, string>>, files: readonly File[] = []) {
  return {
    types: Object.keys(texts),
    files,
    getData: (type: string) => texts[type] ?? '',
  } as unknown as DataTransfer;
}

describe('what is pasted into the editor', () => {
  it('keeps links, headings, emphasis, lists and tables', async () => {
    const html =
      '<h2>Trip</h2><p>See <a href="https://example.com/a">the <b>map</b></a>.</p>' +
      '<ul><li>one</li><li><i>two</i></li></ul>' +
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>';
    expect(richHtmlOf(clipboardOf({ 'text/html': html, 'text/plain': 'Trip' }))).toBe(html);
    const markdown = await markdownOf(html, 'Trip');
    expect(markdown).toContain('## Trip');
    expect(markdown).toContain('[the **map**](https://example.com/a)');
    expect(markdown).toMatch(/^- +one$/m);
    expect(markdown).toContain('*two*');
    expect(markdown).toMatch(/\| A +\| B +\|\n\| -+ \| -+ \|\n\| 1 +\| 2 +\|/);
  });

  it('runs and keeps nothing of scripts', async () => {
    const html =
      '<b>x</b><script>globalThis.hasRun = true</script><img src="x" onerror="hasRun=true">';
    expect(await markdownOf(html, 'x')).not.toContain('hasRun');
    expect(globalThis).not.toHaveProperty('hasRun');
  });

  it.each([
    ['text alone', { 'text/plain': 'a' }],
    ['text with fonts', { 'text/plain': 'a', 'text/html': '<span style="color:red">a</span>' }],
    ['code', { 'text/plain': 'a', 'text/html': '<b>a</b>', 'vscode-editor-data': '{}' }],
  ])('takes %s as it is', (_name, texts) => {
    expect(richHtmlOf(clipboardOf(texts))).toBeUndefined();
  });

  it('takes files, but no picture of copied text', () => {
    const picture = new File(['x'], 'image.png');
    expect(filesOf(clipboardOf({ Files: '' }, [picture]))).toEqual([picture]);
    expect(filesOf(clipboardOf({ Files: '', 'text/plain': 'cells' }, [picture]))).toEqual([]);
  });
});

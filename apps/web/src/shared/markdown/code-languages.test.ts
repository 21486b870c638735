import { describe, expect, it } from 'vitest';
import { highlightCode } from './code-highlighter.ts';
import { languagesFor } from './code-languages.ts';

describe('highlighted code', () => {
  it.each([
    ['TS', ['typescript']],
    ['html', ['xml', 'css', 'javascript']],
    ['py', ['python']],
    ['klingon', []],
    ['constructor', []],
  ])('knows %s', (written, names) => {
    expect(languagesFor(written).map(({ name }) => name)).toEqual(names);
  });

  it('colours code and keeps what it says, markup in it included (SECURITY 4)', async () => {
    const element = document.createElement('code');
    element.textContent = 'const a = "<img src=x onerror=alert(1)>";';
    await highlightCode(element, 'js');
    expect(element.querySelector('.hljs-keyword')?.textContent).toBe('const');
    expect(element.querySelector('img')).toBeNull();
    expect(element.textContent).toBe('const a = "<img src=x onerror=alert(1)>";');
  });

  it('leaves code of an unknown language as it is', async () => {
    const element = document.createElement('code');
    element.textContent = 'x < y';
    await highlightCode(element, 'klingon');
    expect(element.innerHTML).toBe('x &lt; y');
  });
});

import { describe, expect, it } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { languagesFor } from './code-languages.ts';
import { highlight } from './highlight.ts';

describe('highlighted code', () => {
  itMaps('knows %s', (written: string) => languagesFor(written).map(({ name }) => name), [
    ['TS', ['typescript']],
    ['html', ['xml', 'css', 'javascript']],
    ['py', ['python']],
    ['klingon', []],
    ['constructor', []],
  ]);

  it('colours code and keeps what it says, markup in it included (SECURITY 4)', async () => {
    const element = document.createElement('code');
    const code = 'const a = "<img src=x onerror=alert(1)>";';
    element.innerHTML = (await highlight(code, 'js')) ?? '';
    expect(element.querySelector('.hljs-keyword')?.textContent).toBe('const');
    expect(element.querySelector('img')).toBeNull();
    expect(element.textContent).toBe(code);
  });

  it('gives nothing for an unknown language', async () => {
    expect(await highlight('x < y', 'klingon')).toBeNull();
  });
});

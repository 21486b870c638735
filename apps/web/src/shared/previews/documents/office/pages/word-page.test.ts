import { describe, expect, it, vi } from 'vitest';
import { paragraph, sampleWord } from '../sample-documents.ts';
import { documentPage } from './document-page.ts';
import { wordPage } from './word-page.ts';

// jsdom has no streams, with which the test packs documents.
await vi.hoisted(async () => Object.assign(globalThis, await import('node:stream/web')));

const parsed = (page: string) => new DOMParser().parseFromString(page, 'text/html');

describe('the page of a text document', () => {
  it('has its text and its safe links', async () => {
    const link = (id: string, text: string) =>
      `<w:p><w:hyperlink r:id="${id}"><w:r><w:t>${text}</w:t></w:r></w:hyperlink></w:p>`;
    const document = await sampleWord(
      [paragraph('Dear reader'), link('r1', 'good'), link('r2', 'bad')].join(''),
      [
        ['hyperlink', 'https://example.org/', true],
        ['hyperlink', 'javascript:alert(1)', true],
      ],
    );
    const page = parsed(await wordPage(document));
    expect(page.body.textContent).toContain('Dear reader');
    const [good, bad] = page.querySelectorAll('a');
    expect(good?.outerHTML).toMatch(/href="https:\/\/example.org\/".* rel="noopener noreferrer"/);
    expect(bad?.textContent).toBe('bad');
    expect(bad?.hasAttribute('href')).toBe(false);
  });

  it('loads and runs nothing (SECURITY 4)', async () => {
    const page = parsed(
      documentPage(
        '<style>p { color: red }</style><script>alert(1)</script><base href="https://example.org">' +
          '<iframe src="https://example.org"></iframe><form><p>words</p></form>' +
          '<a href="#part">part</a><a href="/admin">app</a>',
        '',
      ),
    );
    expect(page.querySelectorAll('script, base, iframe, form')).toHaveLength(0);
    const policy = page.head.querySelector('meta[http-equiv]')?.getAttribute('content');
    expect(policy).toContain("default-src 'none'; img-src data:;");
    const [part, app] = page.querySelectorAll('a');
    expect(part?.getAttribute('href')).toBe('#part');
    expect(app?.hasAttribute('href')).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

const ATTACKS: readonly [name: string, source: string][] = [
  ['javascript: link', '[x](javascript:alert(1))'],
  ['javascript: in HTML', '<a href="javascript:alert(1)">x</a>'],
  ['javascript: with a tab', '<a href="java&#9;script:alert(1)">x</a>'],
  ['javascript: with a newline', '<a href="java\nscript:alert(1)">x</a>'],
  ['javascript: in capitals and entities', '<a href="&#74;AVASCRIPT&colon;alert(1)">x</a>'],
  ['javascript: autolink', '<javascript:alert(1)>'],
  ['javascript: reference', '[x][y]\n\n[y]: javascript:alert(1)'],
  ['vbscript: link', '<a href="vbscript:msgbox(1)">x</a>'],
  ['data: link', '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)'],
  ['data: link in HTML', '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
  ['data: SVG image', '<img src="data:image/svg+xml,<svg onload=alert(1)>">'],
  ['script', '<script>alert(1)</script>'],
  ['script in a nested tag', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
  ['svg onload', '<svg onload=alert(1)>'],
  ['svg script', '<svg><script>alert(1)</script></svg>'],
  ['svg animate', '<svg><a><animate attributeName=href values=javascript:alert(1) /></a></svg>'],
  ['svg use', '<svg><use href="data:image/svg+xml;base64,PHN2Zy8+#x"/></svg>'],
  ['img onerror', '<img src=x onerror=alert(1)>'],
  ['img javascript: source', '<img src="javascript:alert(1)">'],
  ['image alt breaking out', '![" onerror="alert(1)](x.png)'],
  ['link title breaking out', '[x](https://a.test "\\" onmouseover=\\"alert(1)")'],
  ['iframe', '<iframe src="javascript:alert(1)"></iframe>'],
  ['iframe srcdoc', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
  ['object', '<object data="javascript:alert(1)"></object>'],
  ['embed', '<embed src="javascript:alert(1)">'],
  ['base', '<base href="https://evil.test/">'],
  ['meta refresh', '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">'],
  ['link stylesheet', '<link rel=stylesheet href="https://evil.test/x.css">'],
  ['style tag', '<style>*{background:url(https://evil.test)}</style>'],
  ['style attribute', '<p style="position:fixed;inset:0">x</p>'],
  ['form', '<form action="https://evil.test"><input name=password type=password></form>'],
  ['formaction', '<button formaction="javascript:alert(1)">x</button>'],
  ['details ontoggle', '<details open ontoggle=alert(1)>x</details>'],
  ['autofocus onfocus', '<p tabindex=0 autofocus onfocus=alert(1)>x</p>'],
  [
    'MathML mutation',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  ],
  [
    'form mutation',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  ],
  ['noscript mutation', '<noscript><p title="</noscript><img src=x onerror=alert(1)>">'],
  ['svg style mutation', '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">'],
  ['template', '<template><img src=x onerror=alert(1)></template>'],
  ['xlink', '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>'],
  ['code fence language', '```"><img src=x onerror=alert(1)>\nx\n```'],
  ['maths', '$<img src=x onerror=alert(1)>$ and $$\\href{javascript:alert(1)}{x}$$'],
  ['footnote', 'x[^<img src=x onerror=alert(1)>]\n\n[^<img src=x onerror=alert(1)>]: y'],
  ['heading id', '# <img src=x onerror=alert(1)>'],
];

const FORBIDDEN_TAGS =
  'script,style,iframe,object,embed,form,button,svg,math,base,meta,link,template,textarea,select,noscript,input:not([type=checkbox][disabled])';

function problemsOf(root: ParentNode): string[] {
  const tags = [...root.querySelectorAll(FORBIDDEN_TAGS)].map((node) => node.outerHTML);
  const attributes = [...root.querySelectorAll('*')].flatMap((node) =>
    [...node.attributes]
      .filter(
        ({ name, value }) =>
          /^on|^style$|^srcdoc$|^formaction$|^autofocus$/i.test(name) ||
          /^\s*(javascript|vbscript|data:(?!image\/(png|jpeg|gif|webp|avif);)|file):?/i.test(
            value.replace(/\s/g, ''),
          ),
      )
      .map(({ name, value }) => `${node.tagName} ${name}=${value}`),
  );
  return [...tags, ...attributes];
}

describe('SECURITY 4: Markdown from strangers', () => {
  it.each(ATTACKS)('neutralises %s', (_, source) => {
    const fragment = renderMarkdown(source);
    expect(problemsOf(fragment)).toEqual([]);
    // Safe markup stays safe after it is serialised and parsed again (mutation XSS).
    const container = document.createElement('div');
    container.append(fragment);
    const again = document.createElement('div');
    again.innerHTML = container.innerHTML;
    expect(problemsOf(again)).toEqual([]);
  });

  it('lets no class borrow the look of the app', () => {
    const fragment = renderMarkdown('<p class="fixed inset-0 z-50 language-js">x</p>');
    expect(fragment.querySelector('p')?.className).toBe('language-js');
  });

  it('lets no id stand for a global of the page', () => {
    const fragment = renderMarkdown('<p id="cookie">x</p>');
    expect(fragment.querySelector('p')?.id).toBe('user-content-cookie');
  });

  it('opens links elsewhere, with no way back to this page', () => {
    const link = renderMarkdown('[x](https://example.org/a)').querySelector('a');
    expect(link?.getAttribute('rel')).toContain('noopener');
    expect(link?.getAttribute('target')).toBe('_blank');
  });
});

describe('Markdown', () => {
  function htmlOf(source: string): string {
    const container = document.createElement('div');
    container.append(renderMarkdown(source));
    return container.innerHTML;
  }

  it.each([
    ['tables', '|a|\n|-|\n|b|', '<td>b</td>'],
    ['strikethrough', '~~a~~', '<s>a</s>'],
    ['bare links', 'see https://example.org', 'href="https://example.org"'],
    ['task lists', '- [x] a', '<input'],
    ['code languages', '```ts\nx\n```', 'class="language-ts"'],
    ['inline maths', 'a $x^2$ b', '<span class="math-inline">x^2</span>'],
    ['display maths', '$$\nx\n$$', '<div class="math-display">x</div>'],
    ['links within the page', '[a](#b)\n\n# b', 'href="#user-content-b"'],
    ['pasted pictures', '![a](data:image/png;base64,AA==)', 'src="data:image/png;base64,AA=="'],
    ['relative links', '[a](b/c.md)', 'href="b/c.md"'],
  ])('has %s (GFM)', (_, source, expected) => {
    expect(htmlOf(source)).toContain(expected);
  });

  it('takes prices for prices and not for maths', () => {
    expect(htmlOf('from $5 to $10')).not.toContain('math');
  });
});

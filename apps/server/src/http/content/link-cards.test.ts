import { describe, expect, it } from 'vitest';
import { withLinkCard } from './link-cards.ts';

const PAGE =
  '<html><head></head><body><div id="app"><noscript>Needs JavaScript.</noscript></div></body></html>';
const card = { title: 'A "title"', description: '<b>' };

describe('the card of a link', () => {
  it('is in the head, and leaves the page as it is', () => {
    const html = withLinkCard(PAGE, card);
    expect(html).toContain('<meta property="og:title" content="A &quot;title&quot;" />');
    expect(html).toContain('<meta property="og:description" content="&lt;b&gt;" />');
    expect(html).toContain('<noscript>Needs JavaScript.</noscript>');
  });

  it('has a plain page instead of the note on JavaScript, in which no markup of users works', () => {
    const html = withLinkCard(PAGE, {
      ...card,
      plain: {
        heading: '<script>alert(1)</script>',
        lines: ['From </main><img src=x>'],
        message: '$& </main><img src=x>',
        until: '</main>',
        action: { href: '/all', text: 'All' },
        links: [{ href: '/api/bundle-file/a/%22b%22?x=1&y=2', text: 'b </main>', note: '1 KB' }],
        pictures: [{ href: '/c?x=1&y=2', path: '"><script>alert(1)</script>', src: '/c?x=1&y="' }],
      },
    });
    expect(html).not.toContain('Needs JavaScript.');
    expect(html.match(/<\/main>/g)).toHaveLength(1);
    expect(html).not.toContain('<script>');
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(html).toContain(
      '<li><a href="/c?x=1&amp;y=2"><img src="/c?x=1&amp;y=&quot;" alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" loading="lazy" /></a></li>',
    );
    expect(html).toContain('<a href="/all">All</a>');
    expect(html).toContain(
      '<a href="/api/bundle-file/a/%22b%22?x=1&amp;y=2"><span>b &lt;/main&gt;</span> <small>1 KB</small></a>',
    );
    expect(html).toContain('$&amp; &lt;/main&gt;');
  });

  it('has a fallback for browsers without JavaScript only', () => {
    const links = [{ href: '/api/raw/a', text: 'A text' }];
    const html = withLinkCard(PAGE, {
      ...card,
      plain: { heading: 'A text', links, isFallback: true },
    });
    expect(html).toMatch(/<noscript><main .*<a href="\/api\/raw\/a">A text<\/a>.*<\/noscript>/s);
  });

  it('never shows a name the other way round (SECURITY 4)', () => {
    const text = '\u202egnp.exe';
    const links = [{ href: '/api/bundle-file/a/%E2%80%AEgnp.exe', text }];
    const html = withLinkCard(PAGE, {
      ...{ title: text, description: text },
      plain: { heading: text, lines: [text], message: text, links },
    });
    expect(html).not.toContain('\u202e');
    expect(html).toContain('<a href="/api/bundle-file/a/%E2%80%AEgnp.exe">\ufffdgnp.exe</a>');
  });
});

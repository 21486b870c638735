import { beforeEach, describe, expect, it } from 'vitest';
import { insertCustomContent } from './custom-content.ts';

describe('custom content (SPEC 1)', () => {
  beforeEach(() => {
    document.head.replaceChildren();
    document.body.innerHTML = '<div id="app"></div>';
  });

  it('stands at the end of head and body, and leaves nothing when it goes', () => {
    const remove = insertCustomContent({
      head: '<meta name="owner" content="us"><style>p { color: red }</style>',
      body: 'Text and <b>more</b>',
    });
    expect(document.head.innerHTML).toContain('<meta name="owner" content="us"><style>');
    expect(document.body.innerHTML).toBe('<div id="app"></div>Text and <b>more</b>');
    remove();
    expect(document.head.innerHTML).toBe('');
    expect(document.body.innerHTML).toBe('<div id="app"></div>');
  });

  it('comes back as the same elements, so that no script runs twice', () => {
    const content = { head: '<script>1</script>', body: '' };
    insertCustomContent(content)();
    const first = insertCustomContent(content);
    const script = document.head.querySelector('script');
    first();
    insertCustomContent({ ...content });
    expect(document.head.querySelector('script')).toBe(script);
  });

  it('is made anew when it is other content', () => {
    insertCustomContent({ head: '<meta name="a">', body: '' })();
    insertCustomContent({ head: '<meta name="b">', body: '' });
    expect(document.head.innerHTML).toBe('<meta name="b">');
  });
});

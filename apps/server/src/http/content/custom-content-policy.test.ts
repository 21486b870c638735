import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NO_CUSTOM_CONTENT, policyOfCustomContent } from './custom-content-policy.ts';

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

describe('what custom HTML needs (SECURITY 4)', () => {
  it('is the hash of each script in it, and the origin of each that it names', () => {
    const policy = policyOfCustomContent(
      '<script>count();</script><div><script src="https://stats.example/a.js?x=1" defer></script></div>',
    );
    expect(policy.scripts).toEqual([hash('count();'), 'https://stats.example']);
  });

  it('is the origin of style sheets and frames', () => {
    const policy = policyOfCustomContent(
      '<link rel="stylesheet" href="https://fonts.example/css"><iframe src="//chat.example/w"></iframe>',
    );
    expect(policy.styles).toEqual(['https://fonts.example']);
    expect(policy.frames).toEqual(['https://chat.example']);
  });

  it('is nothing for what this site has itself, and for what is no address', () => {
    const html =
      '<script src="/own.js"></script><link href="theme.css"><script src="javascript:x"></script>';
    expect(policyOfCustomContent(html)).toEqual(NO_CUSTOM_CONTENT);
    expect(policyOfCustomContent('')).toEqual(NO_CUSTOM_CONTENT);
  });

  it.each([
    '<script src="https://a.example; script-src *"></script>',
    '<script src="https://a.example\'; x"></script>',
    '<script src="https://a.example\r\nx: y"></script>',
  ])('never breaks out of its directive: %j', (html) => {
    for (const source of policyOfCustomContent(html).scripts) {
      expect(source).toMatch(/^[\w:./-]*$/);
    }
  });

  it('takes a script as browsers do, with line ends of any system', () => {
    expect(policyOfCustomContent('<SCRIPT>a;\r\nb;</SCRIPT>').scripts).toEqual([hash('a;\nb;')]);
  });

  it('is found in broken HTML, too', () => {
    expect(policyOfCustomContent('<p><b><script>1</p>').scripts).toEqual([hash('1</p>')]);
  });
});

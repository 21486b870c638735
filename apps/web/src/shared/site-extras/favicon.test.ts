import { beforeEach, describe, expect, it } from 'vitest';
import { isIconAddress } from '#shared/site/icon-address.ts';
import { showFavicon } from './favicon.ts';

describe('the icon of the site (SPEC 3)', () => {
  beforeEach(() => {
    document.head.innerHTML = '<link rel="icon" href="/favicon.svg" type="image/svg+xml">';
  });

  it.each(['/icon.png', 'https://example.com/icon.ico', 'data:image/png;base64,AAAA'])(
    'may come from %s',
    (address) => {
      expect(isIconAddress(address)).toBe(true);
      showFavicon(address);
      expect(document.querySelector('link')?.getAttribute('href')).toBe(address);
      expect(document.querySelector('link')?.hasAttribute('type')).toBe(false);
    },
  );

  it.each([
    '',
    '//evil.example/i.png',
    '/\\evil.example',
    'http://example.com/i.png',
    'javascript:alert(1)',
    'data:text/html,x',
    'icon.png',
  ])('is the own one where the address is %j', (address) => {
    showFavicon('/icon.png');
    showFavicon(address);
    expect(document.querySelector('link')?.getAttribute('href')).toBe('/favicon.svg');
    expect(document.querySelector('link')?.getAttribute('type')).toBe('image/svg+xml');
  });
});

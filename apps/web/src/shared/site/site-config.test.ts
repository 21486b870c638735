import { beforeEach, describe, expect, it } from 'vitest';
import { readSiteConfig } from './site-config.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const STORED = {
  title: 'Ours',
  footerMarkdown: 'Foot',
  faviconUrl: '/icon.png',
  accentColour: '#1d6b8f',
  announcement: 'News',
  customHead: '<meta name="a">',
  customBody: '<p>b</p>',
};

const store = (value: unknown) =>
  localStorage.setItem('satchel.site-config', JSON.stringify(value));

describe('the stored site config', () => {
  beforeEach(() => localStorage.clear());

  it('is shown for 24 hours, and not a moment longer (SPEC 9)', () => {
    store({ ...STORED, storedAtMs: 1000 });
    expect(readSiteConfig(1000 + DAY_MS)).toEqual(STORED);
    expect(readSiteConfig(1001 + DAY_MS)).toBeUndefined();
  });

  it('has defaults for what an older version of the app did not store', () => {
    store({ title: 'Ours', footerMarkdown: '', storedAtMs: 1000 });
    expect(readSiteConfig(1000)).toMatchObject({ title: 'Ours', faviconUrl: '', customHead: '' });
  });

  it.each([null, 'text', {}, { storedAtMs: 'soon' }, []])('is none where %j is stored', (value) => {
    store(value);
    expect(readSiteConfig(0)).toBeUndefined();
  });
});

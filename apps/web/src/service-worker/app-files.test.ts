// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { isHashed } from './app-files.ts';
import { NO_PAGES } from './pages.ts';

const urlOf = (path: string) => new URL(path, 'http://localhost');

describe('what the service worker answers for', () => {
  itMaps('%s is a file of every version: %s', (path: string) => isHashed(urlOf(path)), [
    ['/assets/index-Ab3_-x9.js', true],
    ['/assets/figtree-latin-wght-normal-D_ZTVpCC.woff2', true],
    ['/assets/pdf/cmaps/Adobe-Japan1-0.bcmap', false],
    ['/api/file-view/assets/a-1234567.js', false],
    ['/s3/bucket/assets/a-1234567.js', false],
  ]);

  it.each([
    ['/', true],
    ['/paste/slug', true],
    ['/mount-explorer/folder/note.md', true],
    ['/admin/text-management', true],
    ['/api/file-download/slug', false],
    ['/dav/folder', false],
    ['/s3/bucket/key', false],
    ['/favicon.svg', false],
  ])('%s is a page: %s', (path, isPage) => {
    expect(!NO_PAGES.some((pattern) => pattern.test(urlOf(path).pathname))).toBe(isPage);
  });
});

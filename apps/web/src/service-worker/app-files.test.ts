// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { createAppFiles, isHashed, ONLY_APP_FILES } from './app-files.ts';
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

describe('the page of a log-in or a public network in place of a file', () => {
  const page = () => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } });
  const script = () => new Response('', { headers: { 'content-type': 'text/javascript' } });
  const request = new Request('http://localhost/assets/index-Ab3_-x9.js');

  it('is neither stored nor used', async () => {
    const { cacheWillUpdate, cachedResponseWillBeUsed } = ONLY_APP_FILES;
    const stored = (response: Response) => cacheWillUpdate({ request, response });
    const used = (cachedResponse: Response) =>
      cachedResponseWillBeUsed({ request, cachedResponse });
    for (const use of [stored, used]) {
      expect(await use(page())).toBeNull();
      expect(await use(script())).toBeInstanceOf(Response);
    }
  });

  it('lets the installation of a version fail, and one that is stored is replaced', async () => {
    const entries = new Map([['/assets/index-Ab3_-x9.js', page()]]);
    const cache = {
      match: async (path: string) => entries.get(path)?.clone(),
      put: async (path: string, reply: Response) => void entries.set(path, reply),
      add: async (added: Request) =>
        void entries.set(new URL(added.url).pathname, await fetch(added)),
    };
    vi.stubGlobal('caches', { open: async () => cache });
    const files = createAppFiles([{ url: 'assets/index-Ab3_-x9.js', revision: '' }]);
    vi.stubGlobal('fetch', async () => page());
    await expect(files.install()).rejects.toThrow('no file of the app');
    vi.stubGlobal('fetch', async () => script());
    await files.install();
    expect(entries.get('/assets/index-Ab3_-x9.js')?.headers.get('content-type')).toBe(
      'text/javascript',
    );
    vi.unstubAllGlobals();
  });
});

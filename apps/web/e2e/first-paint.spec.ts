import { expect } from '@playwright/test';
import type { AdminApi } from './fixtures/api.ts';
import { png } from './fixtures/files.ts';
import { test } from './fixtures/test.ts';

const LINKS = [
  {
    kind: 'text',
    shared: '.markdown p',
    share: async (admin: AdminApi) =>
      `/paste/${await admin.shareText('Words of a *text*', { kind: 'markdown' })}`,
  },
  {
    kind: 'file',
    shared: 'img[alt="picture.png"]',
    share: async (admin: AdminApi) => `/file/${await admin.shareFile('picture.png', png(64))}`,
  },
];

for (const { kind, shared, share } of LINKS) {
  test(`the page of a ${kind} is never drawn without it @once`, async ({ page, admin }) => {
    // Checks each frame just before it is painted.
    await page.addInitScript((content) => {
      const look = () => {
        const hasPage = document.querySelector('main :is(h1, .markdown)') !== null;
        const isBare = hasPage && document.querySelector(content) === null;
        if (isBare) document.documentElement.dataset.wasBare = '';
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, shared);
    await page.goto(await share(admin));
    await expect(page.locator(shared)).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-was-bare');
  });
}

test.describe('in the panel', () => {
  test.use({ isLoggedIn: true });

  for (const path of ['/admin', '/upload', '/mount-explorer']) {
    test(`${path} asks for nothing twice @once`, async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
      });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // The network is never idle, because the explorer follows its folder.
      let before = -1;
      await expect(() => {
        const isQuiet = asked.length === before;
        before = asked.length;
        expect(isQuiet).toBe(true);
      }).toPass({ intervals: [1000] });
      expect(asked.length).toBeGreaterThan(1);
      expect(asked).toEqual([...new Set(asked)]);
    });
  }
});

import { expect, type Page } from '@playwright/test';
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
  test(`the page of a ${kind} is never drawn without it`, async ({ page, admin }) => {
    // Looks at each frame just before it is drawn.
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

  for (const [path, questions] of [
    ['/admin', ['/api/admin/dashboard/stats']],
    [
      '/upload',
      [
        '/api/admin/settings?group=1&metadata=false',
        '/api/s3-configs',
        '/api/system/max-upload-size',
      ],
    ],
  ] as const) {
    test(`what ${path} shows first is asked for once, and before it is drawn`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const always = ['/api/admin/settings?group=4&metadata=false', '/api/test/admin-token'];
      // A question is listed when it has been answered.
      await expect.poll(() => askedBeforePaint(page)).toEqual([...always, ...questions].toSorted());
    });
  }
});

function askedBeforePaint(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.includes('/api/') && startTime <= paint)
      .map(({ name }) => name.slice(location.origin.length))
      .toSorted();
  });
}

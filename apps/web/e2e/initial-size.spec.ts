import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from './fixtures/test.ts';

/** The budget of the first page. scripts/check-initial-size.ts counts the same by the build's files. */
const BUDGET_BYTES = 170_000;

// The budget is for gzip, although browsers usually get Brotli, which is smaller.
test.use({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } });

test(
  'home shows itself with at most 170 kB of JavaScript',
  { tag: '@once' },
  async ({ page, t }, testInfo) => {
    const encodings = new Set<string | undefined>();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      encodings.add(response.headers()['content-encoding']);
    });
    await page.goto('/');
    await expect(
      page
        .getByRole('textbox', { name: t('markdown:editor.label') })
        .and(page.locator('[contenteditable]')),
    ).toBeVisible();
    const scripts = await page.evaluate(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      return performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .map(({ name, encodedBodySize, startTime }) => ({
          name: new URL(name).pathname,
          bytes: encodedBodySize,
          isLater: startTime > paint,
        }));
    });
    const editor = scripts.find(({ name }) => name.includes('code-mirror-editor'));
    expect(editor?.isLater, 'the editor loads after the page is shown').toBe(true);
    const sum = (isLater: boolean) =>
      scripts
        .filter((script) => script.isLater === isLater)
        .reduce((total, { bytes }) => total + bytes, 0);
    const description = `${sum(false)} bytes before the first paint, ${sum(true)} after; ${[...encodings]}`;
    testInfo.annotations.push({ type: 'initial JavaScript of /', description });
    expect(sum(false), description).toBeGreaterThan(20_000);
    expect(sum(false), description).toBeLessThanOrEqual(BUDGET_BYTES);
  },
);

test('no page of visitors waits for code of which it shows nothing', { tag: '@once' }, async () => {
  const check = join(import.meta.dirname, '../scripts/check-initial-size.ts');
  // It ends with 1 where one does, and says which.
  const { stdout } = await promisify(execFile)(process.execPath, [check]);
  expect(stdout).toContain('initial JavaScript of /');
});

test('visitors do not wait for what opens only when something is pressed', {
  tag: '@once',
}, async ({ page, t, admin }) => {
  const popups: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/popups-')) popups.push(pathname);
  });
  const text = await admin.shareText('Some *words*', { kind: 'markdown' });
  const file = await admin.shareFile('notes.txt', Buffer.from('notes'));
  for (const path of [`/paste/${text}`, `/file/${file}`, '/upload', '/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(popups, path).toEqual([]);
    // Once the page has been quiet for a moment, the messages come, which are among them.
    await expect(page.getByRole('region', { name: t('shell:toasts.region') })).toBeAttached();
    expect(popups, path).not.toEqual([]);
    popups.length = 0;
  }
});

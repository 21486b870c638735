import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { test } from './fixtures/test.ts';

/** Size budget of the first page. scripts/check-initial-size.ts checks the same by the build's files. */
const BUDGET_BYTES = 190_000;

// Requests gzip, because the budget is for gzip, although browsers usually get the smaller Brotli.
test.use({ extraHTTPHeaders: { 'accept-encoding': 'gzip' } });

test(
  'home shows itself with at most 190 kB of JavaScript',
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

test('the build stays within the same budget', { tag: '@once' }, async () => {
  const check = join(import.meta.dirname, '../scripts/check-initial-size.ts');
  // The script exits with 1 above the budget.
  const { stdout } = await promisify(execFile)(process.execPath, [check]);
  expect(stdout).toContain('initial JavaScript of /');
});

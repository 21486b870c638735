import { expect } from '@playwright/test';
import { expectAccessible } from './fixtures/accessible.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

test('the dashboard tells what there is, what is new and how the server is (SPEC 2)', async ({
  page,
  t,
  admin,
}) => {
  await admin.shareText('counted');
  await admin.shareFile('counted.txt', 'bytes');
  await page.goto('/admin');
  const week = page.getByRole('table', { name: t('dashboard:week') });
  await expect(week.getByRole('row')).toHaveCount(8);
  const today = week.getByRole('row').last();
  await expect(today.getByRole('cell').first(), 'texts of today').not.toHaveText('0');
  await expect(today.getByRole('cell').last(), 'files of today').not.toHaveText('0');
  await expect(page.getByRole('region', { name: t('dashboard:storages') })).toContainText(
    ` · ${t('dashboard:builtIn')}`,
  );
  const server = page.getByRole('region', { name: t('dashboard:server') });
  await expect(server.getByText(t('dashboard:ready'), { exact: true })).toBeVisible();
  const drawing = page.locator('figure svg').first();
  await expect(drawing, 'the drawing is there').toBeVisible();
  const cut = await drawing.evaluate((svg) => {
    const { left, right } = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
    return boxes.filter((box) => box.left < left || box.right > right + 1).length;
  });
  expect(cut, 'no name is cut off').toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: t('dashboard:clear') }).click();
  await expect(page.getByText(/cleared|已清除/)).toBeVisible();

  const refusal = { success: false, code: 503, error: 'server.unavailable', message: 'no' };
  const details = { problems: ['disk_full'] };
  await page.route('**/api/health?*', (route) =>
    route.fulfill({ status: 503, json: { ...refusal, data: null, details, requestId: 'x' } }),
  );
  await page.reload();
  await expect(server.getByText(t('dashboard:problems.disk_full'))).toBeVisible();
});

test('the first steps of the dashboard push nothing down that is already there (SPEC 2)', async ({
  page,
  t,
}) => {
  await page.route('**/api/mount/**', async (route) => {
    await page.waitForTimeout(1500);
    await route.continue();
  });
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (globalThis as unknown as { shifts: number }).shifts += (
          entry as PerformanceEntry & { value: number }
        ).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/admin');
  await expect(page.getByText(t('dashboard:firstSteps.title'))).toBeVisible();
  await expect(page.getByRole('table', { name: t('dashboard:week') })).toBeVisible();
  await expect(page.getByRole('region', { name: t('dashboard:server') })).toBeVisible();
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts);
  // Browsers call up to 0.1 good.
  expect(shifts).toBeLessThan(0.05);
});

import { expect, type Page } from '@playwright/test';
import { createShare, linkIn, write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true, permissions: ['clipboard-read', 'clipboard-write'] });

test('the result copies the link and the raw link, and shows a QR code (SPEC 2)', async ({
  page,
  t,
  openVisitor,
}) => {
  const text = '# Raw\n\nas it was *typed*';
  await page.goto('/');
  await write(page, t, text);
  const result = await createShare(page, t);
  const link = await linkIn(result);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect(result.getByRole('img', { name: t('shares:result.qr') })).toBeVisible();

  await result.getByRole('button', { name: t('shares:result.copyLink'), exact: true }).click();
  await expect(
    result.getByRole('button', { name: t('shell:actions.copied'), exact: true }),
  ).toBeVisible();
  expect(await clipboard()).toBe(link);

  await result.getByRole('button', { name: t('shares:result.copyRaw'), exact: true }).click();
  await expect.poll(clipboard).toContain('/api/raw/');
  const reader = await openVisitor();
  const raw = await reader.request.get(await clipboard());
  expect(await raw.text()).toBe(text);

  const opened = page.waitForEvent('popup');
  await result.getByRole('link', { name: t('shares:result.open'), exact: true }).click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Raw', exact: true })).toBeVisible();
});

/**
 * Stops the page's clock, so that only `runFor` moves it. The time is slightly in the future, because the
 * clock runs until the browser gets the command, and it cannot be set back.
 */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 3000));
}

test('the result counts 15 seconds down and hides (SPEC 4) @once', async ({ page, t }) => {
  await page.clock.install();
  await page.goto('/');
  await write(page, t, 'soon hidden');
  const result = await createShare(page, t);
  await stopTime(page);
  // Moves pointer and focus away, because both would keep the result open.
  await page.mouse.move(0, 0);
  const shown = await result.getByText(/\d+/).first().textContent();
  const first = Number(/\d+/.exec(shown ?? '')?.[0]);
  expect(first).toBeLessThanOrEqual(15);
  expect(first).toBeGreaterThan(5);
  for (let seconds = first; seconds > 0; seconds -= 1) {
    await expect(result.getByText(t('shares:result.hides', { seconds }))).toBeVisible();
    await page.clock.runFor(1000);
  }
  await page.clock.runFor(500);
  await expect(result).toBeHidden();
});

test('the result stays while it is kept open, and closes when told (SPEC 4) @once', async ({
  page,
  t,
}) => {
  await page.clock.install();
  await page.goto('/');
  await write(page, t, 'kept');
  const result = await createShare(page, t);
  await result.getByRole('button', { name: t('shares:result.keep') }).click();
  await page.mouse.move(0, 0);
  await stopTime(page);
  for (let second = 0; second < 20; second += 1) await page.clock.runFor(1000);
  await expect(result).toBeVisible();
  await result.getByRole('button', { name: t('shell:actions.close') }).click();
  await page.clock.runFor(500);
  await expect(result).toBeHidden();
});

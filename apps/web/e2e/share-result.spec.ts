import { expect, type Page } from '@playwright/test';
import { createShare, editorOf, linkIn, write } from './fixtures/steps.ts';
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
  await expect(result.getByRole('img', { name: t('share-result:qr') })).toBeVisible();

  await result.getByRole('button', { name: t('share-result:copyLink'), exact: true }).click();
  await expect(
    result.getByRole('button', { name: t('shell:actions.copied'), exact: true }),
  ).toBeVisible();
  expect(await clipboard()).toBe(link);

  await result.getByRole('button', { name: t('share-result:copyRaw'), exact: true }).click();
  await expect.poll(clipboard).toContain('/api/raw/');
  const reader = await openVisitor();
  const raw = await reader.request.get(await clipboard());
  expect(await raw.text()).toBe(text);

  const opened = page.waitForEvent('popup');
  await result.getByRole('link', { name: t('share-result:open'), exact: true }).click();
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
  const hides = new RegExp(t('share-result:hides', { seconds: '(\\d+)' }));
  const shown = await result.getByText(hides).textContent();
  const first = Number(hides.exec(shown ?? '')?.[1]);
  expect(first).toBeLessThanOrEqual(15);
  expect(first).toBeGreaterThan(5);
  for (let seconds = first; seconds > 0; seconds -= 1) {
    await expect(result.getByText(t('share-result:hides', { seconds }))).toBeVisible();
    await page.clock.runFor(1000);
  }
  await page.clock.runFor(500);
  await expect(result).toBeHidden();
});

test('the result stays once it was touched; its options change in place, and another text follows (SPEC 4) @once', async ({
  page,
  t,
  openVisitor,
}) => {
  await page.clock.install();
  await page.goto('/');
  await write(page, t, 'kept');
  const result = await createShare(page, t);
  await result.getByRole('img', { name: t('share-result:qr') }).hover();
  await page.mouse.move(0, 0);
  await stopTime(page);
  for (let second = 0; second < 20; second += 1) await page.clock.runFor(1000);
  await expect(result).toBeVisible();
  await page.clock.resume();

  await expect(result.getByText(t('shares:summary.expiry.0'))).toBeVisible();
  await result.getByRole('button', { name: t('share-result:change') }).click();
  const slug = `renamed-${Date.now() % 1_000_000}`;
  await result.getByLabel(t('shares:fields.slug')).fill(slug);
  await result.getByLabel(t('shares:fields.maxViews')).fill('3');
  await result.getByRole('button', { name: t('shell:actions.save') }).click();
  await expect(result.getByText(t('shares:summary.maxViews', { count: 3 }))).toBeVisible();
  const link = await linkIn(result);
  expect(link).toContain(slug);
  const reader = await openVisitor();
  await reader.goto(link);
  await expect(reader.getByRole('button', { name: t('share-views:limited.open') })).toBeVisible();

  await result.getByRole('button', { name: t('share-result:another') }).click();
  await expect(result).toBeHidden();
  await expect(editorOf(page, t)).toBeFocused();
});

test('a file from Home shows its link there (SPEC 3)', async ({
  page,
  t,
  openVisitor,
  isPhone,
}) => {
  await page.goto('/');
  await write(page, t, '');
  const invitation = isPhone ? 'placeholderTouch' : 'placeholderAnything';
  await expect(page.getByText(t(`markdown:editor.${invitation}`))).toBeVisible();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['For you'], 'letter.pdf', { type: 'application/pdf' }));
    const options = { clipboardData, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new ClipboardEvent('paste', options));
  });
  await expect(page.getByText('letter.pdf', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t('text-shares:new.submit') })).toBeInViewport({
    ratio: 1,
  });
  const result = await createShare(page, t);
  await expect(page).toHaveURL('/');
  const link = await linkIn(result);
  expect(link).toMatch(/\/file\/\w+$/);
  await expect(result.getByRole('img', { name: t('share-result:qr') })).toBeInViewport({
    ratio: 1,
  });
  await expect(
    page.getByText('letter.pdf', { exact: true }),
    'the box is empty again',
  ).toBeHidden();
  const visitor = await openVisitor();
  await visitor.goto(link);
  await expect(visitor.getByText('letter.pdf').first()).toBeVisible();
});

import { expect, type Page } from '@playwright/test';
import { logout } from '@satchel/api-client/contract/sessions';
import { logInByApi } from './fixtures/api.ts';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { readBrowserStores, waitForWorker } from './fixtures/offline.ts';
import { countTexts, expectQueued, queueText, withoutBackgroundSync } from './fixtures/queue.ts';
import { createButton, logIn, logInWithKey, openOptions, write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true, serviceWorkers: 'allow' });
test.describe.configure({ timeout: 120_000 });

const uniqueWord = () => `w${Math.random().toString(36).slice(2, 9)}`;
const barOf = (page: Page, t: Words) => page.getByRole('region', { name: t('offline:bar.label') });
const isPaste = (url: URL) => url.pathname === '/api/paste';

test.describe('what waits is sent once by pages', () => {
  test.beforeEach(({ context }) => withoutBackgroundSync(context));

  test('also when the tab is closed and opened again', { tag: '@once' }, async ({
    page,
    context,
    t,
    admin,
  }) => {
    const word = uniqueWord();
    await queueText(page, context, t, word);
    await page.close();
    await context.setOffline(false);
    expect(await countTexts(admin, word)).toBe(0);
    const again = await context.newPage();
    await again.goto('/');
    await expect(again.getByText(t('offline:toasts.applied', { count: 1 }))).toBeVisible();
    expect(await countTexts(admin, word)).toBe(1);
  });

  test('also when two tabs are open', { tag: '@once' }, async ({ page, context, t, admin }) => {
    const word = uniqueWord();
    const other = await context.newPage();
    await other.goto('/upload');
    await queueText(page, context, t, word);
    await expectQueued(other, t, 1);
    const sent: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST' && isPaste(new URL(request.url()))) sent.push(request.url());
    });
    await context.setOffline(false);
    await expect(barOf(page, t)).toBeHidden();
    await expect(barOf(other, t)).toBeHidden();
    expect(await countTexts(admin, word)).toBe(1);
    expect(sent).toHaveLength(1);
  });

  test('also when the server is at fault at first, or its reply is lost', { tag: '@once' }, async ({
    page,
    context,
    t,
    admin,
  }) => {
    const word = uniqueWord();
    await queueText(page, context, t, word);
    const keys: (string | undefined)[] = [];
    await page.route(isPaste, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length === 1) return route.fulfill({ status: 500, json: { success: false } });
      if (keys.length > 2) return route.continue();
      // It arrives, and its reply does not.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await context.setOffline(false);
    await expect(page.getByText(t('offline:toasts.failed'))).toBeVisible();
    await expect(barOf(page, t)).toBeHidden({ timeout: 30_000 });
    expect(keys.length).toBeGreaterThanOrEqual(3);
    expect(new Set(keys).size, 'each time under the same key').toBe(1);
    expect(await countTexts(admin, word)).toBe(1);
  });

  test('after a log-in where the session has ended meanwhile', async ({
    page,
    context,
    t,
    admin,
    server,
  }) => {
    const word = uniqueWord();
    await queueText(page, context, t, word);
    const token = await page.evaluate(() => localStorage.getItem('admin_token'));
    expect(await readBrowserStores(page)).toContain(word);
    await fetch(`${server.origin}${logout.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    await context.setOffline(false);
    await expect(page.getByText(t('shell:session.adminExpired'))).toBeVisible();
    const stores = await readBrowserStores(page);
    expect(stores, 'what waits is kept').toContain(word);
    expect(stores, 'the credential is not').not.toContain(token);

    // Another user's session does not send it.
    const { key } = await makeKey(admin, PERMISSIONS.text);
    await logInWithKey(page, t, key);
    await expect(page).toHaveURL(/text-management/);
    expect(await countTexts(admin, word)).toBe(0);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/admin');
    await logIn(page, t);
    await expect(page.getByText(t('offline:toasts.applied', { count: 1 }))).toBeVisible();
    expect(await countTexts(admin, word)).toBe(1);
  });

  test('once it is mended, where the server refuses it with 409', async ({
    page,
    context,
    t,
    admin,
  }) => {
    const word = uniqueWord();
    await page.goto('/');
    await waitForWorker(page);
    await openOptions(page, t);
    await context.setOffline(true);
    await write(page, t, word);
    await page.getByLabel(t('shares:fields.slug')).fill(word);
    await createButton(page, t).click();
    await expectQueued(page, t, 1);
    await admin.shareText('quicker', { slug: word });
    await context.setOffline(false);

    await expect(barOf(page, t)).toContainText(t('offline:bar.refused', { count: 1 }));
    expect(await countTexts(admin, word), 'only the one of the other').toBe(1);
    await barOf(page, t)
      .getByRole('button', { name: t('offline:bar.view') })
      .click();
    const dialog = page.getByRole('dialog', { name: t('offline:queue.title') });
    await dialog.getByRole('button', { name: t('offline:queue.mend') }).click();
    await dialog.getByLabel(t('offline:queue.slug')).fill(`${word}-2`);
    await dialog.getByRole('button', { name: t('offline:queue.save') }).click();
    await expect(dialog).toContainText(t('offline:queue.empty'));
    await page.goto(`/paste/${word}-2`);
    await expect(page.getByRole('main').getByText(word).first()).toBeVisible();
  });

  test('what waits is seen, edited and cancelled', async ({ page, context, t, admin }) => {
    const [first, second] = [uniqueWord(), uniqueWord()];
    await queueText(page, context, t, first);
    await write(page, t, second);
    await createButton(page, t).click();
    await expectQueued(page, t, 2);
    await barOf(page, t)
      .getByRole('button', { name: t('offline:bar.view') })
      .click();
    const dialog = page.getByRole('dialog', { name: t('offline:queue.title') });
    const entries = dialog.getByRole('listitem');
    await expect(entries).toHaveCount(2);
    await entries
      .filter({ hasText: first })
      .getByRole('button', { name: t('offline:queue.cancel') })
      .click();
    await expect(entries).toHaveCount(1);
    await entries.getByRole('button', { name: t('offline:queue.edit') }).click();
    await dialog.getByLabel(t('offline:queue.content')).fill(`${second} edited`);
    await dialog.getByRole('button', { name: t('offline:queue.save') }).click();
    await expect(entries).toContainText(`${second} edited`);
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await expect(barOf(page, t)).toBeHidden();
    expect(await countTexts(admin, first)).toBe(0);
    expect(await countTexts(admin, `${second} edited`)).toBe(1);
  });
});

test('the service worker sends what waits while no tab of the app is open (SPEC 4)', {
  tag: '@once',
}, async ({ page, context, t, server }) => {
  const word = uniqueWord();
  await queueText(page, context, t, word);
  await page.goto('about:blank').catch(() => undefined);
  await context.setOffline(false);
  // A page of the origin that has nothing of the app in it.
  await page.goto('/favicon.svg');
  const session = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations;
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: server.origin,
    registrationId: await registration,
    tag: 'sync-offline-queue',
    lastChance: false,
  });
  const api = await logInByApi(server.origin);
  await expect.poll(() => countTexts(api, word)).toBe(1);
});

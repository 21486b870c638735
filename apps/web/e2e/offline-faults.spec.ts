import { expect, type Locator, type Page } from '@playwright/test';
import { logout } from '@satchel/api-client/contract/sessions';
import { getTextShare, updateTextShare } from '@satchel/api-client/contract/text-shares';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { readBrowserStores, waitForParts, waitForWorker } from './fixtures/offline.ts';
import { countTexts, expectQueued, queueText, withoutBackgroundSync } from './fixtures/queue.ts';
import {
  createButton,
  editorOf,
  linkIn,
  logIn,
  logInWithKey,
  openOptions,
  resultOf,
  write,
} from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true, serviceWorkers: 'allow' });
test.describe.configure({ timeout: 120_000 });

const uniqueWord = () => `w${Math.random().toString(36).slice(2, 9)}`;
const barOf = (page: Page, t: Words) => page.getByRole('region', { name: t('offline:bar.label') });
/** Opens the list of queued changes from the offline bar. */
async function openQueue(page: Page, t: Words): Promise<Locator> {
  await barOf(page, t)
    .getByRole('button', { name: t('offline:bar.view') })
    .click();
  return page.getByRole('dialog', { name: t('offline:queue.title') });
}

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
    await again.getByRole('button', { name: t('offline:toasts.showLink') }).click();
    await again.goto(await linkIn(resultOf(again, t)));
    await expect(again.getByText(word).first()).toBeVisible();
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
      // The request arrives, but its response is lost.
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

  test('after a log-in where the session has ended meanwhile', { tag: '@once' }, async ({
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

    // The session of another user must not send it.
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

  test('once it is mended, where the server refuses it with 409', { tag: '@once' }, async ({
    page,
    context,
    t,
    admin,
  }) => {
    const word = uniqueWord();
    await page.goto('/');
    await waitForWorker(page);
    await openOptions(page, t);
    await editorOf(page, t).waitFor();
    await context.setOffline(true);
    await write(page, t, word);
    await page.getByLabel(t('shares:fields.slug')).fill(word);
    await createButton(page, t).click();
    await expectQueued(page, t, 1);
    await admin.shareText('quicker', { slug: word });
    await context.setOffline(false);

    await expect(barOf(page, t)).toContainText(t('offline:bar.refused', { count: 1 }));
    expect(await countTexts(admin, word), 'only the one of the other').toBe(1);
    const dialog = await openQueue(page, t);
    await dialog.getByRole('button', { name: t('offline:queue.mend') }).click();
    await dialog.getByLabel(t('offline:queue.slug')).fill(`${word}-2`);
    await dialog.getByRole('button', { name: t('offline:queue.save') }).click();
    await expect(dialog).toContainText(t('offline:queue.empty'));
    await page.goto(`/paste/${word}-2`);
    await expect(page.getByRole('main').getByText(word).first()).toBeVisible();
  });

  test('an edit of a text that somebody else has changed meanwhile asks what holds', {
    tag: '@once',
  }, async ({ page, context, t, admin }) => {
    const slug = await admin.shareText('as it was');
    const own = await admin.call(getTextShare, { params: { id: slug } });
    await page.goto(`/paste/${slug}`);
    await waitForWorker(page);
    await page.getByRole('button', { name: t('shell:actions.edit'), exact: true }).click();
    const editor = page.getByRole('textbox', { name: t('markdown:editor.label') });
    await editor.click();
    await waitForParts(page);
    await context.setOffline(true);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('mine, from the train');
    await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
    await expectQueued(page, t, 1);
    await admin.call(updateTextShare, { params: { id: own.id }, body: { content: 'theirs' } });
    await context.setOffline(false);

    const contentNow = async () =>
      (await admin.call(getTextShare, { params: { id: own.id } })).content;
    await expect(barOf(page, t)).toContainText(t('offline:bar.refused', { count: 1 }));
    expect(await contentNow()).toBe('theirs');
    const dialog = await openQueue(page, t);
    await expect(dialog.getByRole('link', { name: t('offline:queue.openOther') })).toHaveAttribute(
      'href',
      `/admin/text-management?edit=${own.id}`,
    );
    await dialog.getByRole('button', { name: t('offline:queue.overwrite'), exact: true }).click();
    await expect(dialog).toContainText(t('offline:queue.empty'));
    await expect.poll(contentNow).toBe('mine, from the train');
  });

  test('a log-out says how much of it would be lost', { tag: '@once' }, async ({
    page,
    context,
    t,
    admin,
  }) => {
    const word = uniqueWord();
    await page.goto('/');
    await waitForWorker(page);
    const search = page.getByRole('dialog').getByRole('combobox');
    // Leaves the editor, in which the keys make a link.
    await page.getByRole('textbox', { name: t('markdown:editor.label') }).blur();
    // Opens it once online, because its code is cached after the first use.
    await page.keyboard.press('ControlOrMeta+k');
    await search.press('Escape');
    await queueText(page, context, t, word);
    await page.keyboard.press('ControlOrMeta+k');
    await search.fill(t('shell:session.logout'));
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', {
      name: t('tasks:logOut.changesTitle', { count: 1 }),
    });
    await question.getByRole('button', { name: t('tasks:logOut.cancel') }).click();
    await context.setOffline(false);
    await expect(barOf(page, t)).toBeHidden();
    expect(await countTexts(admin, word)).toBe(1);
  });

  test('what waits is seen, edited and cancelled @once', async ({ page, context, t, admin }) => {
    const [first, second] = [uniqueWord(), uniqueWord()];
    await queueText(page, context, t, first);
    await write(page, t, second);
    await createButton(page, t).click();
    await expectQueued(page, t, 2);
    const dialog = await openQueue(page, t);
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

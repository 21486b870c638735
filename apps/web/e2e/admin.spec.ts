import { expect, type Locator } from '@playwright/test';
import { png } from './fixtures/files.ts';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { choose, rowOf, rowsOf, undoButton, uniqueWord } from './fixtures/lists.ts';
import { logInWithKey } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true, permissions: ['clipboard-read', 'clipboard-write'] });

/** Finds the title's input, but not a button of the editor with the same name in Chinese. */
const titleIn = (form: Locator, t: Words) =>
  form.getByRole('textbox', { name: t('shares:fields.remark'), exact: true });

const clipboard = () => navigator.clipboard.readText();

test('a text share is edited in a sheet of its own address, copied and shown as a QR code (SPEC 2)', async ({
  page,
  t,
  admin,
}) => {
  const title = uniqueWord();
  const slug = await admin.shareText('first version', { remark: title, password: 'secret' });
  await page.goto(`/admin/text-management?q=${title}`);
  await expect(rowOf(page, title)).toContainText(t('share-views:details.protected'));

  await choose(page, t, title, t('share-lists:copyLink'));
  await expect(page.getByText(t('share-lists:linksCopied', { count: 1 }))).toBeVisible();
  expect(await page.evaluate(clipboard)).toMatch(new RegExp(`/paste/${slug}$`));

  await choose(page, t, title, t('share-lists:showQr'));
  const code = page.getByRole('dialog', { name: t('share-lists:qrTitle') });
  await expect(code.getByRole('img', { name: t('share-result:qr') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(code).toBeHidden();

  await choose(page, t, title, t('share-lists:edit'));
  const form = page.getByRole('dialog', { name: t('text-shares:edit.title') });
  await expect(titleIn(form, t)).toHaveValue(title);
  await page.reload();
  await titleIn(form, t).fill(`${title}2`);
  await form.getByLabel(t('share-lists:form.note')).fill('only mine');
  await form.getByRole('checkbox', { name: t('share-lists:form.removePassword') }).check();
  await form.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, `${title}2`)).toContainText('only mine');
  await expect(rowOf(page, `${title}2`)).not.toContainText(t('share-views:details.protected'));
  const publicReply = await page.request.get(`/api/paste/${slug}`);
  expect(await publicReply.text()).not.toContain('only mine');
});

test('Back closes the sheet, and asks where there are unsaved edits @once', async ({
  page,
  t,
  admin,
}) => {
  const title = uniqueWord();
  await admin.shareText('text', { remark: title });
  await page.goto(`/admin/text-management?q=${title}`);
  await choose(page, t, title, t('share-lists:edit'));
  const form = page.getByRole('dialog', { name: t('text-shares:edit.title') });
  await expect(titleIn(form, t)).toBeVisible();
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(rowOf(page, title)).toBeVisible();

  await choose(page, t, title, t('share-lists:edit'));
  await titleIn(form, t).fill('half a sentence');
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: t('shell:unsaved.title') });
  await question.getByRole('button', { name: t('shell:unsaved.keep') }).click();
  await expect(titleIn(form, t)).toHaveValue('half a sentence');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: t('shell:unsaved.discard') }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, title)).toBeVisible();
});

test('Save stays in sight at a height of 900 pixels, and views are counted on', {
  tag: '@once',
}, async ({ page, t, admin }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const title = uniqueWord();
  const slug = await admin.shareText('text', { remark: title, maxViews: 5 });
  await page.request.get(`/api/paste/${slug}`);
  await page.goto(`/admin/text-management?q=${title}`);
  await choose(page, t, title, t('share-lists:edit'));
  const form = page.getByRole('dialog', { name: t('text-shares:edit.title') });
  const save = form.getByRole('button', { name: t('shell:actions.save'), exact: true });
  await expect(save).toBeInViewport({ ratio: 1 });
  await titleIn(form, t).fill(`${title} mended`);
  await save.click();
  await expect(rowOf(page, `${title} mended`)).toContainText('1 / 5');

  await choose(page, t, `${title} mended`, t('share-lists:edit'));
  await form
    .getByRole('checkbox', { name: t('share-lists:form.resetViews', { count: 1 }) })
    .check();
  await save.click();
  await expect(rowOf(page, `${title} mended`)).toContainText('0 / 5');
});

test('a deletion can be undone until its toast goes @once', async ({ page, t, admin }) => {
  const word = uniqueWord();
  const slug = await admin.shareText('text', { remark: `${word} kept` });
  await admin.shareText('text', { remark: `${word} gone`, slug: `${word}-gone` });
  await page.goto(`/admin/text-management?q=${word}`);
  await choose(page, t, `${word} kept`, t('data-lists:delete'));
  await expect(rowOf(page, `${word} kept`)).toHaveCount(0);
  expect((await page.request.get(`/api/paste/${slug}?peek=1`)).status()).toBe(200);
  await undoButton(page, t).click();
  await expect(rowOf(page, `${word} kept`)).toBeVisible();
  const dismiss = page.getByRole('button', { name: t('shell:toasts.dismiss') });
  await expect(dismiss).toHaveCount(0);

  await choose(page, t, `${word} gone`, t('data-lists:delete'));
  await dismiss.click();
  await expect
    .poll(async () => (await page.request.get(`/api/paste/${word}-gone?peek=1`)).status())
    .toBe(404);
  await expect(rowsOf(page)).toHaveCount(1);
});

test('rows come back where the server refuses to delete them', { tag: '@once' }, async ({
  page,
  t,
  admin,
}) => {
  const title = uniqueWord();
  await admin.shareText('text', { remark: title });
  await page.goto(`/admin/text-management?q=${title}`);
  await page.route('**/batch-delete', (route) => route.fulfill({ status: 400, json: {} }));
  await choose(page, t, title, t('data-lists:delete'));
  await expect(rowOf(page, title)).toHaveCount(0);
  await page.getByRole('button', { name: t('shell:toasts.dismiss') }).click();
  await expect(rowOf(page, title)).toBeVisible();
});

test('a tab that is closed while a deletion can be undone deletes', { tag: '@once' }, async ({
  page,
  t,
  admin,
}) => {
  const title = uniqueWord();
  const slug = await admin.shareText('text', { remark: title });
  await page.goto(`/admin/text-management?q=${title}`);
  await choose(page, t, title, t('data-lists:delete'));
  await expect(undoButton(page, t)).toBeVisible();
  const { request } = page;
  await page.close({ runBeforeUnload: true });
  await expect
    .poll(async () => (await request.get(`/api/paste/${slug}?peek=1`)).status())
    .toBe(404);
});

test('a deletion is made when another page is opened', { tag: '@once' }, async ({
  page,
  t,
  admin,
}) => {
  const title = uniqueWord();
  const slug = await admin.shareText('text', { remark: title });
  await page.goto(`/admin/text-management?q=${title}`);
  await choose(page, t, title, t('data-lists:delete'));
  await expect(undoButton(page, t)).toBeVisible();
  await page.getByRole('link', { name: t('panel:sections.file-management'), exact: true }).click();
  await expect
    .poll(async () => (await page.request.get(`/api/paste/${slug}?peek=1`)).status())
    .toBe(404);
  await expect(undoButton(page, t), 'what cannot be undone is not offered').toHaveCount(0);
});

test('two tabs show what either has changed', { tag: '@once' }, async ({
  page,
  context,
  t,
  admin,
}) => {
  const title = uniqueWord();
  await admin.shareText('text', { remark: title });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/admin/text-management?q=${title}`);
    await expect(rowOf(tab, title)).toBeVisible();
  }
  await choose(page, t, title, t('data-lists:delete'));
  await page.getByRole('button', { name: t('shell:toasts.dismiss') }).click();
  await expect(page.getByText(t('data-lists:noMatch', { words: title }))).toBeVisible();
  // The other tab has an outdated list. Its edit is refused with a message, and a refresh updates the list.
  await choose(other, t, title, t('share-lists:edit'));
  await expect(other.getByText(t('text-shares:edit.loadFailed'))).toBeVisible();
  await other.keyboard.press('Escape');
  await other.getByRole('button', { name: t('data-lists:refresh') }).click();
  await expect(other.getByText(t('data-lists:noMatch', { words: title }))).toBeVisible();
});

test('file shares are searched, edited, copied with their names and deleted (SPEC 2)', {
  tag: '@once',
}, async ({ page, t, admin }) => {
  const word = uniqueWord();
  await admin.shareFile(`${word}.png`, png(), { remark: 'a square' });
  await admin.shareFile(`${word}.txt`, 'letters');
  await page.goto('/admin/file-management');
  await page.getByRole('searchbox', { name: t('data-lists:search') }).fill(word);
  await expect(rowsOf(page)).toHaveCount(2);
  await choose(page, t, `${word}.png`, t('share-lists:edit'));
  const form = page.getByRole('dialog', { name: t('file-shares:edit.title') });
  await expect(form).toContainText(`${word}.png`);
  await form.getByLabel(t('shares:fields.maxViews')).fill('5');
  await titleIn(form, t).fill('a brown square');
  await form.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, `${word}.png`)).toContainText('a brown square');

  for (const name of [`${word}.txt`, `${word}.png`]) {
    await page.getByRole('checkbox', { name: t('data-lists:select', { name }) }).check();
  }
  await page.getByRole('button', { name: t('share-lists:copyLinks'), exact: true }).click();
  await expect(page.getByText(t('share-lists:linksCopied', { count: 2 }))).toBeVisible();
  expect(await page.evaluate(clipboard)).toMatch(
    new RegExp(`^${word}\\.txt http\\S+/file/\\S+\\n${word}\\.png http\\S+$`),
  );
  await page
    .getByRole('checkbox', { name: t('data-lists:select', { name: `${word}.png` }) })
    .uncheck();
  await page.getByRole('button', { name: t('data-lists:deleteSelected'), exact: true }).click();
  await expect(rowOf(page, `${word}.txt`)).toHaveCount(0);
  await expect(rowOf(page, `${word}.png`)).toBeVisible();
});

test('expired texts are cleared at once (SPEC 7)', { tag: '@once' }, async ({ page, t, admin }) => {
  const title = uniqueWord();
  const expiresAt = new Date(Date.now() + 1500).toISOString();
  const slug = await admin.shareText('brief', { remark: title, expiresAt });
  await expect
    .poll(async () => (await page.request.get(`/api/paste/${slug}?peek=1`)).status())
    .toBe(410);
  await page.goto(`/admin/text-management?q=${title}&state=expired`);
  await expect(rowOf(page, title)).toContainText(t('share-views:details.expired'));
  await page.getByRole('button', { name: t('share-lists:clearExpired') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('share-lists:clearExpired') })
    .click();
  await expect(rowOf(page, title)).toHaveCount(0);
});

test.describe('with a key', () => {
  test.use({ isLoggedIn: false });

  for (const [kind, permission, path] of [
    ['text', PERMISSIONS.text, '/admin/text-management'],
    ['file', PERMISSIONS.file, '/admin/file-management'],
  ] as const) {
    test(`for ${kind} only, its holder manages what it made, and sees no more`, {
      tag: '@once',
    }, async ({ page, t, admin }) => {
      const word = uniqueWord();
      await admin.shareText('text', { remark: `${word}.txt` });
      await admin.shareFile(`${word}.txt`, 'letters');
      const { key } = await makeKey(admin, permission);
      const headers = { authorization: `ApiKey ${key}` };
      const title = `${word}own.txt`;
      if (kind === 'text') {
        const data = { content: 'x', remark: title };
        expect((await page.request.post('/api/paste', { headers, data })).ok()).toBe(true);
      } else {
        const upload = page.request.put(`/api/upload-direct/${title}`, { headers, data: 'x' });
        expect((await upload).ok()).toBe(true);
      }
      await logInWithKey(page, t, key);
      await expect(
        page.getByRole('heading', { level: 1, name: t(`${kind}-shares:manage.title`) }),
      ).toBeVisible();
      await page.goto(`${path}?q=${word}`);
      await expect(rowOf(page, title)).toBeVisible();
      await expect(rowsOf(page)).toHaveCount(1);
      await expect(
        page.getByRole('button', { name: t('share-lists:clearExpired') }),
        'which is for administrators',
      ).toHaveCount(0);
      await choose(page, t, title, t('share-lists:edit'));
      const form = page.getByRole('dialog');
      await form.getByLabel(t('share-lists:form.note')).fill('mine');
      await form.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
      await expect(rowOf(page, title)).toContainText('mine');
      await choose(page, t, title, t('data-lists:delete'));
      await page
        .getByRole('button', { name: t('shell:toasts.dismiss') })
        .last()
        .click();
      await expect(page.getByText(t('data-lists:noMatch', { words: word }))).toBeVisible();
    });
  }
});

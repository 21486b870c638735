import { expect, type Page } from '@playwright/test';
import { png } from './fixtures/files.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true, permissions: ['clipboard-read', 'clipboard-write'] });

/** A word that no other test puts into its shares, as they are in one list. */
const uniqueWord = () => `word${Math.random().toString(36).slice(2, 10)}`;

const rowOf = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });

async function search(page: Page, t: Words, word: string): Promise<void> {
  await page.getByRole('searchbox', { name: t('share-lists:search') }).fill(word);
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
}

async function choose(
  page: Page,
  t: Words,
  title: string,
  action: 'copyLink' | 'showQr' | 'edit' | 'delete',
): Promise<void> {
  await rowOf(page, title)
    .getByRole('button', { name: t('share-lists:actions', { name: title }) })
    .click();
  await page.getByRole('menuitem', { name: t(`share-lists:${action}`), exact: true }).click();
}

test('text shares are searched, paged, selected and deleted after a question (SPEC 2, 5, 9)', async ({
  page,
  t,
  admin,
}) => {
  const word = uniqueWord();
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  for (const number of numbers)
    await admin.shareText(`text ${number}`, { remark: `${word} ${number}` });
  await page.goto('/admin/text-management');
  await search(page, t, word);
  const range = (from: number, to: number, total: number) =>
    page.getByText(t('share-lists:pages.range', { from, to, total }), { exact: true });
  await expect(range(1, 10, 12)).toBeVisible();
  await page.getByRole('button', { name: t('share-lists:pages.next'), exact: true }).click();
  await expect(range(11, 12, 12)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.reload();
  await expect(range(11, 12, 12), 'page and search stand in the address').toBeVisible();

  await page.getByRole('checkbox', { name: t('share-lists:selectAll') }).check();
  await expect(page.getByText(t('share-lists:selected', { count: 2 }))).toBeVisible();
  await page.getByRole('button', { name: t('share-lists:deleteSelected') }).click();
  const question = page.getByRole('alertdialog', {
    name: t('share-lists:deleteTitle', { count: 2 }),
  });
  const cancel = question.getByRole('button', { name: t('shell:actions.cancel') });
  await expect(cancel, 'Enter does nothing that cannot be undone').toBeFocused();
  await question.getByRole('button', { name: t('shell:actions.delete'), exact: true }).click();
  await expect(page.getByText(t('share-lists:deleted', { count: 2 }))).toBeVisible();
  await expect(range(1, 10, 10)).toBeVisible();

  await page.getByRole('searchbox').fill(`${word}none`);
  await expect(page.getByText(t('share-lists:noMatch', { search: `${word}none` }))).toBeVisible();
});

test('a text share is edited, copied, shown as a QR code and deleted in its row (SPEC 2)', async ({
  page,
  t,
  admin,
}) => {
  const title = uniqueWord();
  const slug = await admin.shareText('first version', { remark: title, password: 'secret' });
  await page.goto(`/admin/text-management?q=${title}`);
  await expect(rowOf(page, title)).toContainText(t('share-views:details.protected'));

  await choose(page, t, title, 'copyLink');
  await expect(page.getByText(t('share-lists:linkCopied'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`/paste/${slug}$`),
  );

  await choose(page, t, title, 'showQr');
  const code = page.getByRole('dialog', { name: t('share-lists:qrTitle') });
  await expect(code.getByRole('img', { name: t('shares:result.qr') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(code).toBeHidden();

  await choose(page, t, title, 'edit');
  const form = page.getByRole('dialog', { name: t('text-shares:edit.title') });
  await form.getByLabel(t('shares:fields.remark')).fill(`${title}2`);
  await form.getByRole('checkbox', { name: t('share-lists:form.removePassword') }).check();
  await form.getByRole('button', { name: t('text-shares:edit.save'), exact: true }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, `${title}2`)).toBeVisible();
  await expect(rowOf(page, `${title}2`)).not.toContainText(t('share-views:details.protected'));

  await choose(page, t, `${title}2`, 'delete');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: t('shell:actions.cancel') }).click();
  await expect(rowOf(page, `${title}2`)).toBeVisible();
  await choose(page, t, `${title}2`, 'delete');
  await question.getByRole('button', { name: t('shell:actions.delete'), exact: true }).click();
  await expect(rowOf(page, `${title}2`)).toHaveCount(0);
});

test('file shares are searched, edited and deleted (SPEC 2)', async ({ page, t, admin }) => {
  const word = uniqueWord();
  await admin.shareFile(`${word}.png`, png(), { remark: 'a square' });
  await admin.shareFile(`${word}.txt`, 'letters');
  await page.goto('/admin/file-management');
  await search(page, t, word);
  await expect(page.getByRole('row')).toHaveCount(3);
  await choose(page, t, `${word}.png`, 'edit');
  const form = page.getByRole('dialog', { name: t('file-shares:manage.editTitle') });
  await expect(form).toContainText(`${word}.png`);
  await form.getByLabel(t('shares:fields.maxViews')).fill('5');
  await form.getByLabel(t('shares:fields.remark')).fill('a brown square');
  await form.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, `${word}.png`)).toContainText('a brown square');

  await page
    .getByRole('checkbox', { name: t('share-lists:select', { name: `${word}.txt` }) })
    .check();
  await page.getByRole('button', { name: t('share-lists:deleteSelected') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('shell:actions.delete'), exact: true })
    .click();
  await expect(page.getByText(t('share-lists:deleted', { count: 1 }))).toBeVisible();
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
  await page.goto(`/admin/text-management?q=${title}`);
  await expect(rowOf(page, title)).toContainText(t('share-views:details.expired'));
  await page.getByRole('button', { name: t('share-lists:clearExpired') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('share-lists:clearExpired') })
    .click();
  await expect(rowOf(page, title)).toHaveCount(0);
});

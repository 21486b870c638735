import { expect, type Locator, type Page } from '@playwright/test';
import { png } from './fixtures/files.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

const questionOf = (page: Page, t: Words) =>
  page.getByRole('alertdialog', { name: t('shell:unsaved.title') });

test('a dialog with unsaved edits asks before they are gone (SPEC 2)', async ({
  page,
  t,
  admin,
}) => {
  const slug = await admin.shareFile('note.png', png(), {});
  const open = async () => {
    await page
      .getByRole('button', { name: t('share-lists:actions', { name: 'note.png' }) })
      .first()
      .click();
    await page.getByRole('menuitem', { name: t('share-lists:edit'), exact: true }).click();
  };
  await page.goto(`/admin/file-management?q=${slug}`);
  await open();
  const form = page.getByRole('dialog', { name: t('file-shares:manage.editTitle') });
  await expect(form.getByLabel(t('shares:fields.remark'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form, 'nothing was changed, so nothing is asked').toBeHidden();

  await open();
  await form.getByLabel(t('shares:fields.remark')).fill('half a sentence');
  await page.keyboard.press('Escape');
  const question = questionOf(page, t);
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: t('shell:unsaved.keep') }).click();
  await expect(form.getByLabel(t('shares:fields.remark'))).toHaveValue('half a sentence');

  await form.getByRole('button', { name: t('shell:actions.cancel'), exact: true }).click();
  await question.getByRole('button', { name: t('shell:unsaved.discard') }).click();
  await expect(form).toBeHidden();
  await open();
  await expect(form.getByLabel(t('shares:fields.remark'))).toHaveValue('');
});

test('a text that is being edited is not left without a question (SPEC 2)', async ({
  page,
  t,
  admin,
}) => {
  const slug = await admin.shareText('as it was');
  await page.goto(`/paste/${slug}`);
  await page.getByRole('button', { name: t('text-shares:view.edit'), exact: true }).click();
  await page.getByRole('textbox', { name: t('markdown:editor.label') }).click();
  await page.keyboard.type('more than ');
  await page.getByRole('link', { name: 'Satchel' }).first().click();
  const question = questionOf(page, t);
  await question.getByRole('button', { name: t('shell:unsaved.keep') }).click();
  await expect(page).toHaveURL(`/paste/${slug}`);

  let isAsked = false;
  // Playwright answers it by itself when it reloads.
  page.on('dialog', (dialog) => {
    isAsked = dialog.type() === 'beforeunload';
  });
  await page.reload();
  expect(isAsked, 'the browser asks before the tab goes').toBe(true);

  await page.getByRole('button', { name: t('text-shares:view.edit'), exact: true }).click();
  await page.getByRole('textbox', { name: t('markdown:editor.label') }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('better than ');
  await page.getByRole('button', { name: t('text-shares:edit.save'), exact: true }).click();
  await expect(page.getByText(t('text-shares:edit.saved'))).toBeVisible();
  await expect(page.getByText('better than as it was')).toBeVisible();
});

test('a file that is dropped beside the drop zone does not leave the app (SPEC 2)', async ({
  page,
  t,
}) => {
  await page.goto('/upload');
  await expect(page.getByText(t('file-shares:upload.drop'))).toBeVisible();
  const isKept = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'note.txt'));
    const options = { dataTransfer, bubbles: true, cancelable: true };
    // What is not prevented is done: the browser opens the file.
    return ['dragover', 'drop'].map(
      (type) => !document.body.dispatchEvent(new DragEvent(type, options)),
    );
  });
  expect(isKept).toEqual([true, true]);
  await expect(page.getByText('note.txt')).toHaveCount(0);
});

test('text that is pasted into a field of the upload page stays text (SPEC 2)', async ({
  page,
  t,
}) => {
  await page.goto('/upload');
  const field = page.getByLabel(t('shares:fields.remark'));
  /** What spreadsheets put on the clipboard: the words, and a picture of them. */
  const isTaken = (locator: Locator) =>
    locator.evaluate((target) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['x'], 'picture.png', { type: 'image/png' }));
      clipboardData.setData('text/plain', 'words');
      const options = { clipboardData, bubbles: true, cancelable: true };
      return !target.dispatchEvent(new ClipboardEvent('paste', options));
    });
  expect(await isTaken(field), 'the browser inserts it').toBe(false);
  await expect(page.getByText('picture.png')).toHaveCount(0);
  expect(await isTaken(page.locator('body'))).toBe(true);
  await expect(page.getByText('picture.png', { exact: true })).toBeVisible();
});

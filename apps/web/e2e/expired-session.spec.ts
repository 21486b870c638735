import { expect, type Locator, type Page } from '@playwright/test';
import { logout } from '@satchel/api-client/contract/sessions';
import { fillBundle, openBundle } from './fixtures/bundles.ts';
import { makeMount } from './fixtures/mounts.ts';
import { editorOf, logIn } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

/** Revokes the session of a page, which learns of it by its next request. */
async function expireSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('admin_token'));
  await page.request.post(logout.path, { headers: { authorization: `Bearer ${token}` } });
}

/** Clicks a button, unless its dialog has closed: the page may learn of the end by a request of its own. */
async function submit(button: Locator): Promise<void> {
  await button.click({ timeout: 5000 }).catch(() => undefined);
}

async function logInAgain(page: Page, t: Words, link = t('shares:login.action')): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: link }).click();
  await logIn(page, t);
}

test('the page of a file offers its owner to log in, and what was typed is there afterwards (SPEC 4) @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = await admin.shareFile('notes.txt', 'words');
  await page.goto(`/file/${slug}`);
  const edit = page.getByRole('button', { name: t('shell:actions.edit'), exact: true });
  await edit.click();
  const title = page.getByLabel(t('shares:fields.remark'));
  const proxy = page.getByRole('switch', { name: t('file-shares:upload.proxy') });
  const wasProxied = await proxy.isChecked();
  await title.fill('A better title');
  await proxy.click();
  await expireSession(page);
  await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await logInAgain(page, t);
  await expect(page).toHaveURL(`/file/${slug}`);
  await edit.click();
  await expect(title).toHaveValue('A better title');
  await expect(proxy).toBeChecked({ checked: !wasProxied });
});

test('the pages of a text and of a link for many files offer their owner to log in (SPEC 4) @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const bundle = await openBundle(admin, server.origin);
  await fillBundle(bundle);
  const text = await admin.shareText('a text');
  for (const [path, owned] of [
    [`/share/${bundle.slug}`, page.getByRole('link', { name: t('share-views:recipient.manage') })],
    [`/paste/${text}`, page.getByRole('button', { name: t('shell:actions.edit'), exact: true })],
  ] as const) {
    await page.goto(path);
    await expect(owned).toBeVisible();
    await page.evaluate(() => {
      const before = localStorage.getItem('admin_token');
      localStorage.removeItem('admin_token');
      // Another tab has seen that the session has ended.
      dispatchEvent(new StorageEvent('storage', { key: 'admin_token', oldValue: before }));
    });
    await expect(owned).toBeHidden();
    await logInAgain(page, t);
    await expect(page).toHaveURL(path);
    await expect(owned).toBeVisible();
  }
});

test('a dialog of the explorer is open again after the login, with what was typed (SPEC 4)', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('one.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  await page.getByRole('button', { name: t('explorer:new.menu'), exact: true }).click();
  await page.getByRole('menuitem', { name: t('explorer:actions.newFolder') }).click();
  const folder = page.getByRole('dialog', { name: t('explorer:new.folderTitle') });
  await folder.getByLabel(t('explorer:columns.name')).fill('my papers');
  await expireSession(page);
  await submit(folder.getByRole('button', { name: t('explorer:new.submit') }));
  await logInAgain(page, t, t('explorer:closed.logIn'));
  await expect(folder.getByLabel(t('explorer:columns.name'))).toHaveValue('my papers');
  await folder.getByRole('button', { name: t('explorer:new.submit') }).click();
  await expect(folder).toBeHidden();
  await expect.poll(() => mount.names()).toContain('my papers/');

  await page.getByRole('button', { name: t('explorer:list.menuOf', { name: 'one.txt' }) }).click();
  await page.getByRole('menuitem', { name: t('explorer:actions.share') }).click();
  const sheet = page.getByRole('dialog', { name: t('explorer:share.title') });
  await sheet.getByLabel(t('shares:fields.remark')).fill('For you');
  await sheet.getByLabel(t('shares:fields.password'), { exact: true }).fill('secret words');
  await expireSession(page);
  await submit(sheet.getByRole('button', { name: t('explorer:share.submit') }));
  await logInAgain(page, t, t('explorer:closed.logIn'));
  await expect(sheet.getByLabel(t('shares:fields.remark'))).toHaveValue('For you');
  const password = sheet.getByLabel(t('shares:fields.password'), { exact: true });
  await expect(password).toHaveValue('secret words');
});

test('an edit that is discarded in one tab leaves the draft of another one (SPEC 2) @once', async ({
  page,
  context,
  t,
  admin,
}) => {
  const slug = await admin.shareText('as it was');
  const edit = async (tab: Page, words: string) => {
    await tab.goto(`/paste/${slug}`);
    await tab.getByRole('button', { name: t('shell:actions.edit'), exact: true }).click();
    await tab.getByRole('textbox', { name: t('markdown:editor.label') }).click();
    await tab.keyboard.press('ControlOrMeta+a');
    await tab.keyboard.type(words);
    await expect(tab.getByText(t('markdown:editor.draftSaved'))).toBeVisible();
  };
  await edit(page, 'of the first tab');
  const other = await context.newPage();
  await edit(other, 'of the other tab');
  await page.getByRole('button', { name: t('shell:actions.cancel'), exact: true }).click();
  await page.getByRole('button', { name: t('shell:unsaved.discard') }).click();
  await other.close({ runBeforeUnload: false });
  await page.getByRole('button', { name: t('shell:actions.edit'), exact: true }).click();
  await expect(editorOf(page, t)).toHaveText('of the other tab');
});

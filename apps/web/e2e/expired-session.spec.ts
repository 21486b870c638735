import { expect, type Page } from '@playwright/test';
import { logout } from '@satchel/api-client/contract/sessions';
import { fillBundle, openBundle } from './fixtures/bundles.ts';
import { logIn } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

/** Revokes the session of a page, which learns of it by its next request. */
async function expireSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('admin_token'));
  await page.request.post(logout.path, { headers: { authorization: `Bearer ${token}` } });
}

async function logInAgain(page: Page, t: Words): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: t('shares:login.action') }).click();
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

import { expect } from '@playwright/test';
import { createBundle } from '@satchel/api-client/contract/bundles';
import { createUploadRequest } from '@satchel/api-client/contract/upload-requests';
import { expectAccessible } from './fixtures/accessible.ts';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { makeMount } from './fixtures/mounts.ts';
import { logInWithKey } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test.describe('the administrator', () => {
  test.use({ isLoggedIn: true });

  test('finds what the explorer can do in the palette, and its keys in the list', {
    tag: '@desktop',
  }, async ({ page, t, admin, server }) => {
    const mount = await makeMount(admin, server.origin);
    await mount.put('report.txt', 'words');
    await page.goto(`/mount-explorer${mount.path}`);
    const row = page.getByTitle('report.txt', { exact: true });
    await row.click();
    await page.keyboard.press('ControlOrMeta+k');
    const here = page.getByRole('group', { name: t('palette:groups.here') });
    await expect(here.getByRole('option', { name: t('explorer:actions.rename') })).toBeVisible();
    await page
      .getByRole('combobox', { name: t('palette:label') })
      .fill(t('explorer:actions.newFolder'));
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('dialog', { name: t('explorer:new.folderTitle') }),
      'a command of the page runs',
    ).toBeVisible();
    await page.keyboard.press('Escape');

    await row.click();
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: t('palette:shortcuts.title') });
    await expect(shortcuts.getByText(t('explorer:actions.rename'), { exact: true })).toBeVisible();
    await expect(shortcuts.getByText('F2', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  test('goes to pages, shares and files of mounts, and does things, from the command palette (SPEC 2)', async ({
    page,
    t,
    admin,
    server,
    isPhone,
  }) => {
    const remark = `found ${Math.random().toString(36).slice(2, 8)}`;
    const slug = await admin.shareText('words', { remark });
    await page.goto('/admin/account');
    const box = page.getByRole('combobox', { name: t('palette:label') });
    const open = async () => {
      if (isPhone) await page.getByRole('button', { name: t('panel:commands') }).click();
      else await page.keyboard.press('ControlOrMeta+k');
      await expect(box).toBeVisible();
    };
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await open();
    await expect(box).toBeFocused();
    await expectAccessible(page);
    await box.fill(t('panel:sections.settings/site'));
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('heading', { level: 1, name: t('panel:sections.settings/site') }),
    ).toBeVisible();

    await open();
    await box.fill(remark);
    await page.getByRole('option', { name: remark }).click();
    await expect(page).toHaveURL(`/paste/${slug}`);

    const title = `links ${remark.slice(6)}`;
    await admin.call(createBundle, { body: { title } });
    await admin.call(createUploadRequest, { body: { title } });
    for (const group of ['bundles', 'requests'] as const) {
      if (isPhone) await page.goto('/admin/account');
      await open();
      await box.fill(title);
      await page
        .getByRole('group', { name: t(`palette:groups.${group}`) })
        .getByRole('option', { name: title })
        .click();
      await expect(
        page.getByRole('link', { name: title }).or(page.getByRole('heading', { name: title })),
      ).toBeVisible();
    }

    const mount = await makeMount(admin, server.origin);
    const name = `report ${mount.path.slice(-6)}.txt`;
    await mount.put(`deep/${name}`, 'What was found');
    // On a phone the button is only in the panel.
    if (isPhone) await page.goto('/admin/account');
    await open();
    await box.fill(name.slice(7, -4));
    // Mounts of other tests may show the same bucket.
    await page.getByRole('option', { name: `${name} ${mount.path}/` }).click();
    await expect(page, 'a file of a mount opens where it is').toHaveURL(
      new RegExp(`${mount.path}/deep\\?preview=`),
    );
    await expect(page.getByText('What was found')).toBeVisible();

    await page.goto('/admin/account');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await open();
    await box.fill(t('palette:theme.dark'));
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await open();
    await box.fill(t('palette:add.key'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: t('api-keys:new.title') })).toBeVisible();
  });
});

test('the palette offers a key nothing that it may not use (SPEC 6)', { tag: '@desktop' }, async ({
  page,
  t,
  admin,
}) => {
  await logInWithKey(page, t, (await makeKey(admin, PERMISSIONS.text)).key);
  await expect(page).toHaveURL('/admin/text-management');
  const options = page.getByRole('option');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(options.first()).toBeVisible();
  await expect(options.filter({ hasText: t('panel:sections.text-management') })).toHaveCount(1);
  for (const page_ of [
    'file-management',
    'key-management',
    'settings/site',
    'dashboard',
  ] as const) {
    await expect(options.filter({ hasText: t(`panel:sections.${page_}`) })).toHaveCount(0);
  }
  await expect(options.filter({ hasText: t('palette:add.key') })).toHaveCount(0);
});

test('a question mark shows the shortcuts, unless somebody types it', { tag: '@desktop' }, async ({
  page,
  t,
}) => {
  await page.goto('/admin');
  const name = page.getByLabel(t('sessions:username'));
  await name.fill('');
  await name.press('?');
  await expect(name).toHaveValue('?');
  await page.getByRole('heading', { name: t('sessions:title'), exact: true }).click();
  const shortcuts = page.getByRole('dialog', { name: t('palette:shortcuts.title') });
  await page.locator('body').press('?');
  await expect(shortcuts).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
});

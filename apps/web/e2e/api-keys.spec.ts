import { expect, type Locator, type Page } from '@playwright/test';
import { deleteApiKey, listApiKeys } from '@satchel/api-client/contract/api-keys';
import { createMount, deleteMount } from '@satchel/api-client/contract/mounts';
import { listStorageConfigs } from '@satchel/api-client/contract/storage-configs';
import { expectAccessible } from './fixtures/accessible.ts';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

const uniqueName = () => `key ${Math.random().toString(36).slice(2, 10)}`;

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name }).first();

async function openNewKey(page: Page, t: Words): Promise<Locator> {
  await page.goto('/admin/key-management');
  await page
    .getByRole('button', { name: t('api-keys:create') })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: t('api-keys:new.title') });
  await expect(sheet).toBeVisible();
  return sheet;
}

test('a key is made, shown once, and works with the rights that were chosen (SPEC 2, 3, 6)', async ({
  page,
  t,
  admin,
  openVisitor,
}) => {
  const name = uniqueName();
  const [storage] = await admin.call(listStorageConfigs, {});
  const path = `/m${Math.random().toString(36).slice(2, 8)}`;
  const mount = await admin.call(createMount, {
    body: { name, storage_type: 'S3', storage_config_id: storage?.id ?? '', mount_path: path },
  });
  const sheet = await openNewKey(page, t);
  await expect(page).toHaveURL(/edit=new/);
  await sheet.getByLabel(t('api-keys:fields.name'), { exact: true }).fill(name);
  await sheet.getByText(t('api-keys:presets.details')).first().click();
  await sheet.getByRole('checkbox', { name: t('api-keys:permissions.text') }).check();
  await sheet
    .getByRole('group', { name: t('api-keys:groups.webdav') })
    .getByRole('checkbox', { name: t('api-keys:groups.webdav') })
    .check();
  const place = sheet.getByRole('combobox', { name: t('api-keys:fields.basePath') });
  await place.click();
  await page.getByRole('option', { name: path }).click();
  await expect(place).toHaveValue(path);
  await sheet.getByRole('radio', { name: t('api-keys:expiry.custom') }).click();
  await sheet.getByLabel(t('api-keys:fields.customDays')).fill('3');
  await sheet.getByRole('button', { name: t('api-keys:new.submit') }).click();

  const created = page.getByRole('dialog', { name: t('api-keys:created.title', { name }) });
  const key = (
    (await created.getByRole('region', { name: t('api-keys:created.key') }).textContent()) ?? ''
  ).trim();
  expect(key).toMatch(/^sk_/);
  await created.getByText(t('api-keys:created.use')).click();
  await expect(created.getByText(t('api-keys:snippets.shareText'))).toBeVisible();
  await expect(created.getByText(t('api-keys:snippets.rclone'))).toBeVisible();
  await expect(created.getByText(t('api-keys:snippets.shareFile'))).toHaveCount(0);
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('panel:secret.stay') })
    .click();
  await expect(created, 'Escape does not lose the key').toBeVisible();
  await created.getByRole('button', { name: t('panel:secret.done') }).click();
  await expect(created).toBeHidden();
  await expect(page.getByText(key)).toHaveCount(0);
  const row = rowOf(page, name);
  await expect(row).toContainText(t('api-keys:permissions.text'));

  const reply = await page.request.post('/api/paste', {
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'text/plain' },
    data: 'by key',
  });
  expect(reply.status()).toBe(201);
  const stranger = await openVisitor();
  const rights = await stranger.request.get('/api/test/api-key', {
    headers: { authorization: `ApiKey ${key}` },
  });
  expect((await rights.json()).data).toMatchObject({
    basic_path: path,
    permissions: {
      text: true,
      file: false,
      webdav_read: true,
      webdav_manage: true,
      mount_view: false,
    },
  });
  await admin.call(deleteMount, { params: { id: mount.id } });
});

test('a custom key is checked while it is typed (SPEC 5)', { tag: '@once' }, async ({
  page,
  t,
}) => {
  const name = uniqueName();
  const sheet = await openNewKey(page, t);
  const submit = sheet.getByRole('button', { name: t('api-keys:new.submit') });
  await submit.click();
  await expect(sheet.getByLabel(t('api-keys:fields.name'), { exact: true })).toBeFocused();
  await sheet.getByLabel(t('api-keys:fields.name'), { exact: true }).fill(name);
  await sheet.getByRole('switch', { name: t('api-keys:fields.hasCustomKey') }).check();
  const custom = sheet.getByLabel(t('api-keys:fields.customKey'), { exact: true });
  await custom.fill('too short');
  await expect(sheet.getByText(t('api-keys:problems.customKey'))).toBeVisible();
  await submit.click();
  await expect(sheet.getByText(t('api-keys:noPermissionHint'))).toBeFocused();
  await sheet.getByRole('radio', { name: t('api-keys:presets.send') }).click();
  await submit.click();
  await expect(custom, 'a wrong key is refused').toBeFocused();
  const own = `my-own-${Math.random().toString(36).slice(2)}-key`;
  await custom.fill(own);
  await sheet.getByRole('switch', { name: t('api-keys:fields.isGuest') }).check();
  await submit.click();
  const created = page.getByRole('dialog', { name: t('api-keys:created.title', { name }) });
  await expect(created.getByRole('region', { name: t('api-keys:created.key') })).toHaveText(own);
  await created.getByRole('button', { name: t('panel:secret.done') }).click();
  await expect(rowOf(page, name)).toContainText(t('api-keys:guest'));
});

test('an edited key asks before Escape loses the edits, is saved, and is deleted after a question', {
  tag: '@once',
}, async ({ page, t, admin }) => {
  const { key, name } = await makeKey(admin, PERMISSIONS.text);
  await page.goto(`/admin/key-management?q=${encodeURIComponent(name)}`);
  await openRow(page, t, name, t('shell:actions.edit'));
  const sheet = page.getByRole('dialog', { name: t('api-keys:edit.title', { name }) });
  const field = sheet.getByLabel(t('api-keys:fields.name'), { exact: true });
  await field.fill(`${name} changed`);
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: t('shell:unsaved.title') });
  await question.getByRole('button', { name: t('shell:unsaved.keep') }).click();
  await expect(field).toHaveValue(`${name} changed`);
  await page.goBack();
  await question.getByRole('button', { name: t('shell:unsaved.keep') }).click();
  await expect(field, 'Back asks, too').toHaveValue(`${name} changed`);
  await sheet.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByText(t('api-keys:saved'))).toBeVisible();

  await openRow(page, t, `${name} changed`, t('data-lists:delete'));
  const deletion = page.getByRole('alertdialog');
  await expect(deletion).toContainText(`${name} changed`);
  await deletion.getByRole('button', { name: t('shell:actions.delete'), exact: true }).click();
  await expect(page.getByText(t('api-keys:delete.done', { count: 1 }))).toBeVisible();
  const reply = await page.request.get('/api/test/api-key', {
    headers: { authorization: `ApiKey ${key}` },
  });
  expect(reply.status()).toBe(401);
});

test('a key that somebody deletes while it is edited says so, and what was typed stays @once', async ({
  page,
  t,
  admin,
}) => {
  const { id, name } = await makeKey(admin, PERMISSIONS.text);
  await page.goto(`/admin/key-management?q=${encodeURIComponent(name)}`);
  await openRow(page, t, name, t('shell:actions.edit'));
  const sheet = page.getByRole('dialog', { name: t('api-keys:edit.title', { name }) });
  const field = sheet.getByLabel(t('api-keys:fields.name'), { exact: true });
  await field.fill(`${name} changed`);
  await admin.call(deleteApiKey, { params: { id } });
  await sheet.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(rowOf(page, name), 'the list is read again').toHaveCount(0);
  await expect(sheet.getByRole('alert')).toContainText('does not exist');
  await expect(field).toHaveValue(`${name} changed`);
});

async function openRow(page: Page, t: Words, name: string, action: string): Promise<void> {
  await page
    .getByRole('button', { name: t('data-lists:actionsOf', { name }), exact: true })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('a key lasts as long as was chosen although the clock of the browser is two days ahead (SPEC 6) @once', async ({
  page,
  t,
  admin,
}) => {
  await page.clock.setSystemTime(Date.now() + 2 * 86_400_000);
  const name = uniqueName();
  const sheet = await openNewKey(page, t);
  await sheet.getByLabel(t('api-keys:fields.name'), { exact: true }).fill(name);
  await sheet.getByText(t('api-keys:presets.details')).first().click();
  await sheet.getByRole('checkbox', { name: t('api-keys:permissions.text') }).check();
  await sheet.getByRole('button', { name: t('api-keys:new.submit') }).click();
  await expect(
    page.getByRole('dialog', { name: t('api-keys:created.title', { name }) }),
  ).toBeVisible();
  const key = (await admin.call(listApiKeys, {})).find((row) => row.name === name);
  const leftHours = (Date.parse(key?.expires_at ?? '') - Date.now()) / 3_600_000;
  expect(leftHours).toBeGreaterThan(23);
  expect(leftHours).toBeLessThanOrEqual(24);
});

import { expect } from '@playwright/test';
import { removeEntries } from '@satchel/api-client/contract/file-system';
import { updateMount } from '@satchel/api-client/contract/mounts';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

test('a folder that another person deletes is missing, also in the tree @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('deep/well.txt');
  const followed = page.waitForResponse((response) => response.url().includes('/api/fs/watch'));
  await page.goto(`/mount-explorer${mount.path}/deep`);
  await expect(entryOf(page, 'well.txt')).toBeVisible();
  const folder = page.getByRole('treeitem', { name: 'deep' });
  await expect(folder).toBeVisible();
  await followed;
  await admin.call(removeEntries, { body: { paths: [`${mount.path}/deep/`] } });
  await expect(page.getByRole('alert')).toContainText(t('explorer:failure.missing'));
  await expect(entryOf(page, 'well.txt')).toBeHidden();
  await expect(folder).toBeHidden();
});

test('a mount that is switched off elsewhere is missing, and there again when it is back @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('deep/well.txt');
  const setActive = (is_active: boolean) =>
    admin.call(updateMount, { params: { id: mount.id }, body: { is_active } });
  const following = page.waitForResponse((response) => response.url().includes('/api/fs/watch'));
  await page.goto(`/mount-explorer${mount.path}/deep`);
  await expect(entryOf(page, 'well.txt')).toBeVisible();
  await following;
  await setActive(false);
  const failure = page.getByRole('alert').filter({ hasText: t('explorer:failure.missing') });
  await expect(failure).toBeVisible();
  await setActive(true);
  await failure.getByRole('button', { name: t('shell:actions.retry') }).click();
  await expect(entryOf(page, 'well.txt')).toBeVisible();
});

test('a file that another person deletes while its name is typed says so, and is renamed no more @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  for (const name of ['a.txt', 'b.txt']) await mount.put(name);
  const followed = page.waitForResponse((response) => response.url().includes('/api/fs/watch'));
  await page.goto(`/mount-explorer${mount.path}`);
  await followed;
  await entryOf(page, 'a.txt').click();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: t('explorer:rename.label', { name: 'a.txt' }) });
  await field.fill('c.txt');
  await admin.call(removeEntries, { body: { paths: [`${mount.path}/a.txt`] } });
  await expect(page.getByText(t('explorer:rename.gone', { name: 'a.txt' }))).toBeVisible();
  await mount.put('a.txt');
  await expect(entryOf(page, 'a.txt')).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
});

test('the arrows of a preview lead on from a file that another person has deleted @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await mount.put(name);
  const followed = page.waitForResponse((response) => response.url().includes('/api/fs/watch'));
  await page.goto(`/mount-explorer${mount.path}?preview=b.txt`);
  await followed;
  const position = (place: number, count: number) =>
    page.getByText(t('entry-preview:position', { position: place, count }), { exact: true });
  await expect(position(2, 3)).toBeVisible();
  await admin.call(removeEntries, { body: { paths: [`${mount.path}/b.txt`] } });
  await expect(position(2, 3)).toBeHidden();
  await page.getByRole('button', { name: t('entry-preview:next') }).click();
  await expect(page).toHaveURL(/preview=c\.txt/);
  await expect(position(2, 2)).toBeVisible();
});

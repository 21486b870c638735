import { expect, type Page } from '@playwright/test';
import { listMounts } from '@satchel/api-client/contract/mounts';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import { createButton, resultOf, write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

/** Holds the first requests to an address back; returns functions that let them pass, or fail, in their order. */
async function holdRequests(
  page: Page,
  url: string,
  count = 1,
): Promise<((end?: 'fail') => void)[]> {
  const holds = Array.from({ length: count }, () => Promise.withResolvers<'fail' | undefined>());
  let next = 0;
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    next += 1;
    const end = await holds[next - 1]?.promise;
    await (end === 'fail' ? route.fulfill({ status: 500, json: {} }) : route.continue());
  });
  return holds.map(({ resolve }) => resolve);
}

const FAILURE = /went wrong on the server/;

async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: from }).fill(to);
  await page.keyboard.press('Enter');
  await expect(entryOf(page, to)).toBeFocused();
}

test('an entry that is renamed twice while the server is slow gets the last name @once', async ({
  page,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('a.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  const [first, second] = await holdRequests(page, '**/api/fs/rename*', 2);
  await entryOf(page, 'a.txt').click();
  await rename(page, 'a.txt', 'b.txt');
  await rename(page, 'b.txt', 'c.txt');
  second?.();
  const again = page.waitForRequest('**/api/fs/rename*');
  first?.();
  await again;
  await expect.poll(() => mount.names()).toEqual(['c.txt']);
  await expect(entryOf(page, 'c.txt')).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
});

test('a folder opens, and a file moves, under a name that the server does not know yet @once', async ({
  page,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('old/inside.txt');
  await mount.put('a.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  const [folder, file] = await holdRequests(page, '**/api/fs/rename*', 2);
  await entryOf(page, 'a.txt').click();
  await rename(page, 'a.txt', 'b.txt');
  await page.keyboard.press('ControlOrMeta+x');
  await entryOf(page, 'old').click();
  await rename(page, 'old', 'new');
  await page.keyboard.press('Enter');
  await expect(page, 'the folder is open').toHaveTitle(/^new /);
  await page.keyboard.press('ControlOrMeta+v');
  file?.();
  folder?.();
  await expect(entryOf(page, 'inside.txt')).toBeVisible();
  await expect(entryOf(page, 'b.txt')).toBeVisible();
  expect(await mount.names('new')).toEqual(['b.txt', 'inside.txt']);
});

test('a dialog that is closed while the server answers takes nothing along @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('folder/inside.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  const field = page.getByRole('dialog').getByRole('textbox');
  const [made] = await holdRequests(page, '**/api/fs/mkdir*');
  const listed = () => page.waitForResponse('**/api/fs/list*');
  await expect(entryOf(page, 'folder')).toBeVisible();
  await page.keyboard.press('Alt+n');
  await field.fill('first');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+n');
  await field.fill('second');
  const again = listed();
  made?.();
  await again;
  await expect(field, 'the next dialog stays open').toHaveValue('second');
  await page.keyboard.press('Escape');
  await expect(entryOf(page, 'first')).toBeVisible();

  const [written] = await holdRequests(page, '**/api/fs/update*');
  await page.getByRole('button', { name: t('explorer:new.menu'), exact: true }).click();
  await page.getByRole('menuitem', { name: t('explorer:actions.newText') }).click();
  await field.fill('mine.txt');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await entryOf(page, 'folder').dblclick();
  await expect(entryOf(page, 'inside.txt')).toBeVisible();
  const stored = page.waitForResponse('**/api/fs/update*');
  written?.();
  await stored;
  await expect.poll(() => mount.names()).toContain('mine.txt');
  await expect(page).toHaveURL(/folder$/);

  const [failed] = await holdRequests(page, '**/api/fs/mkdir*');
  await page.keyboard.press('Alt+n');
  await field.fill('third');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  failed?.('fail');
  await expect(page.getByText(FAILURE), 'tells a failure').toBeVisible();
});

test('a mount that is switched off and on again at once stays on @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const { path } = await makeMount(admin, server.origin);
  const [, name = ''] = path.split('/');
  await page.goto('/admin/mount-management');
  const [first] = await holdRequests(page, '**/api/admin/mounts/*');
  const mount = page.getByRole('switch', { name: t('mounts:activeOf', { name }) });
  await mount.click();
  await expect(mount).not.toBeChecked();
  await mount.click();
  await expect(mount).toBeChecked();
  const again = page.waitForRequest('**/api/admin/mounts/*');
  first?.();
  await again;
  const isActive = async () =>
    (await admin.call(listMounts, {})).find((each) => each.name === name)?.is_active;
  await expect.poll(isActive).toBe(1);
  await expect(mount).toBeChecked();
});

test('a sheet stays while it is saved, and Back meanwhile closes nothing else @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const { path } = await makeMount(admin, server.origin);
  const [, name = ''] = path.split('/');
  await page.goto('/admin/storage-config');
  await page.goto('/admin/mount-management');
  const [first, second] = await holdRequests(page, '**/api/admin/mounts/*', 2);
  await page.getByRole('button', { name, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: t('mounts:edit.title', { name }) });
  const field = sheet.getByLabel(t('mounts:fields.name'), { exact: true });
  const save = sheet.getByRole('button', { name: t('shell:actions.save'), exact: true });
  const question = page.getByRole('alertdialog');
  const startSaving = async () => {
    await field.press('Enter');
    await expect(save).toHaveAttribute('aria-busy', 'true');
  };

  await field.fill(`${name}1`);
  await startSaving();
  await field.pressSequentially('would be lost');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(field).toHaveValue(`${name}1`);
  first?.('fail');
  await expect(sheet.getByText(FAILURE)).toBeVisible();
  await field.pressSequentially('2');

  await startSaving();
  await page.evaluate(() => history.back());
  await expect(question).toBeHidden();
  await expect(sheet).toBeVisible();
  second?.();
  await expect(sheet).toBeHidden();
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: `${name}12`, exact: true })).toBeVisible();
  await expect(page).toHaveURL(/mount-management$/);
  await page.goBack();
  await expect(page).toHaveURL(/storage-config$/);
});

test('a link that is being made cannot be cancelled unseen @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('a.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  const [made] = await holdRequests(page, '**/api/fs/create-share*');
  await entryOf(page, 'a.txt').click();
  await page
    .getByRole('button', { name: t('explorer:actions.share') })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: t('explorer:share.title') });
  await sheet.getByRole('button', { name: t('explorer:share.submit'), exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(sheet.getByRole('button', { name: t('shell:actions.cancel') })).toBeDisabled();
  made?.();
  await expect(resultOf(page, t)).toBeVisible();
  await expect(sheet).toBeHidden();
});

test('a text that is saved twice while the server is slow is stored as it is now, and then left @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('a.txt', 'one');
  await page.goto(`/mount-explorer${mount.path}`);
  await entryOf(page, 'a.txt').dblclick();
  await page.getByRole('button', { name: t('entry-preview:text.edit'), exact: true }).click();
  const editor = page.getByRole('region', { name: t('entry-preview:edit.region') });
  const [first, second] = await holdRequests(page, '**/api/fs/update*', 2);
  await editor.getByRole('textbox').click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' two');
  await page.keyboard.press('ControlOrMeta+s');
  await page.keyboard.type(' three');
  await page.keyboard.press('ControlOrMeta+s');
  first?.();
  await expect.poll(() => mount.read('a.txt')).toBe('one two');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  second?.();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await mount.read('a.txt')).toBe('one two three');
});

test('options that are changed while a share is sent stay for the next share (SPEC 2) @once', async ({
  page,
  t,
}) => {
  const [answer] = await holdRequests(page, '**/api/paste');
  await page.goto('/');
  await write(page, t, 'the first text');
  await page.getByText(t('text-shares:new.options'), { exact: true }).click();
  const remark = page.getByLabel(t('shares:fields.remark'));
  await createButton(page, t).click();
  await remark.fill('about the second');
  answer?.();
  await expect(resultOf(page, t)).toBeVisible();
  await expect(remark).toHaveValue('about the second');
});

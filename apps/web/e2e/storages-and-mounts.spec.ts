import { expect, type Page } from '@playwright/test';
import { createMount, listMounts } from '@satchel/api-client/contract/mounts';
import { listStorageConfigs } from '@satchel/api-client/contract/storage-configs';
import { expectAccessible } from './fixtures/accessible.ts';
import type { AdminApi } from './fixtures/api.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

const word = () => Math.random().toString(36).slice(2, 8);

async function addMount(admin: AdminApi, name: string): Promise<string> {
  const [storage] = await admin.call(listStorageConfigs, {});
  const body = { name, storage_type: 'S3', storage_config_id: storage?.id ?? '' } as const;
  const { id } = await admin.call(createMount, { body: { ...body, mount_path: `/${name}` } });
  return id;
}

test('the built-in storage passes its test, and shows no secret (SPEC 2, 7)', {
  tag: '@once',
}, async ({ page, t }) => {
  await page.goto('/admin/storage-config');
  const card = page.getByRole('list', { name: t('storage-configs:caption') }).getByRole('listitem');
  await expect(card.first()).toContainText(t('storage-configs:marks.embedded'));
  await expect(card.getByText('Embedded', { exact: true })).toHaveCount(0);
  await expect(card.first()).toContainText(t('storage-configs:marks.default'));
  await expectAccessible(page);
  await card
    .first()
    .getByRole('button', { name: /./ })
    .filter({ hasText: t('storage-configs:test.action') })
    .click();
  const sheet = page.getByRole('dialog');
  const checks = sheet.getByRole('list', { name: t('storage-configs:test.list') });
  await expect(checks.getByRole('heading')).toHaveCount(7);
  await expect(checks.getByRole('img', { name: t('storage-configs:test.passed') })).toHaveCount(7);
  await expect(page).toHaveURL(/test=/);
  await expectAccessible(page);
  await page.goBack();
  await expect(sheet).toBeHidden();
});

test('a storage is added from a preset, and its test says how to mend what fails (SPEC 2)', {
  tag: '@once',
}, async ({ page, t }) => {
  const name = `Store ${word()}`;
  await page.goto('/admin/storage-config');
  await page
    .getByRole('button', { name: t('storage-configs:add') })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: t('storage-configs:new.title') });
  const field = (key: 'name' | 'endpoint' | 'bucket' | 'accessKeyId' | 'secretAccessKey') =>
    sheet.getByLabel(t(`storage-configs:fields.${key}`), { exact: true });
  await field('name').fill(name);
  await sheet.getByRole('combobox', { name: t('storage-configs:fields.provider') }).fill('Garage');
  await page.getByRole('option', { name: 'Garage' }).click();
  await expect(field('endpoint')).toHaveValue('http://{host}:3900');
  await expect(
    sheet.getByText(t('storage-configs:problems.gaps', { names: 'host' })),
  ).toBeVisible();
  const submit = sheet.getByRole('button', { name: t('storage-configs:new.submit') });
  await submit.click();
  await expect(field('endpoint'), 'the first field with a problem').toBeFocused();
  await field('endpoint').fill('http://127.0.0.1:9');
  await field('bucket').fill('photos');
  await field('accessKeyId').fill('GK-something');
  await field('secretAccessKey').fill('a very secret key');
  await expectAccessible(page);
  await submit.click();

  const test_ = page.getByRole('dialog', { name: t('storage-configs:test.title', { name }) });
  const failed = test_.getByRole('img', { name: t('storage-configs:test.notPassed') });
  await expect(failed.first()).toBeVisible();
  await expect(test_, 'says what is wrong').toContainText('http://127.0.0.1:9');
  await expect(failed, 'what was not checked has not failed').toHaveCount(1);
  const skipped = test_.getByRole('img', { name: t('storage-configs:test.skipped') });
  await expect(skipped).toHaveCount(6);
  await test_.getByRole('button', { name: t('shell:actions.close') }).click();
  await expect(page.getByText(t('storage-configs:marks.failed'))).toBeVisible();

  await page.getByRole('button', { name: t('storage-configs:editOf', { name }) }).click();
  const edit = page.getByRole('dialog', { name: t('storage-configs:edit.title', { name }) });
  await expect(
    edit.getByLabel(t('storage-configs:fields.secretAccessKey'), { exact: true }),
  ).toHaveValue('');
  await expect(page.locator('body')).not.toContainText('a very secret key');
  await edit.getByLabel(t('storage-configs:fields.capacity')).fill('5');
  await edit
    .getByLabel(t('storage-configs:fields.endpoint'), { exact: true })
    .fill('http://127.0.0.1:10');
  await edit.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(page.getByText(t('storage-configs:saved'))).toBeVisible();
  await expect(test_, 'another address is tested at once').toContainText('http://127.0.0.1:10');
  await test_.getByRole('button', { name: t('shell:actions.close') }).click();

  await page.getByRole('button', { name: t('storage-configs:actionsOf', { name }) }).click();
  await page.getByRole('menuitem', { name: t('shell:actions.delete') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('shell:actions.delete'), exact: true })
    .click();
  await expect(page.getByText(t('storage-configs:delete.done', { name }))).toBeVisible();
});

test('a mount is added, checked by its rules, switched off, changed and removed (SPEC 3, 5)', async ({
  page,
  t,
  admin,
}) => {
  const name = `mount${word()}`;
  await page.goto('/admin/mount-management?edit=new');
  const sheet = page.getByRole('dialog', { name: t('mounts:new.title') });
  const submit = sheet.getByRole('button', { name: t('mounts:new.submit') });
  const nameField = sheet.getByLabel(t('mounts:fields.name'), { exact: true });
  await submit.click();
  await expect(nameField, 'it says what is missing').toBeFocused();
  await expect(nameField).toHaveAccessibleDescription(t('shell:actions.fillIn'));
  await nameField.fill(name);
  await expect(sheet.getByText(`/${name}`), 'the path follows from the name').toBeVisible();
  await sheet.getByText(t('mounts:details')).click();
  const path = sheet.getByLabel(t('mounts:fields.path'), { exact: true });
  await path.fill('/no spaces');
  await expect(sheet.getByText(t('mounts:problems.path'))).toBeVisible();
  await path.fill('/etc');
  await submit.click();
  await expect(sheet.getByRole('alert'), 'the system’s own paths are refused').toBeVisible();
  await path.fill(`/${name}/照片`);
  await sheet.getByRole('switch', { name: t('mounts:fields.webProxy') }).check();
  await sheet.getByRole('switch', { name: t('mounts:fields.sign') }).check();
  await expectAccessible(page);
  await submit.click();
  await expect(page, 'one is in the new mount').toHaveURL(
    new RegExp(`/mount-explorer${encodeURI(`/${name}/照片`)}$`),
  );
  await page.goto('/admin/mount-management');
  const item = page.getByRole('listitem').filter({ hasText: `/${name}/照片` });
  await expect(item).toContainText(t('mounts:marks.webProxy'));

  await item.getByRole('switch').click();
  await expect
    .poll(
      async () =>
        (await admin.call(listMounts, {})).find((mount) => mount.name === name)?.is_active,
    )
    .toBe(0);
  await page.getByRole('button', { name, exact: true }).click();
  const edit = page.getByRole('dialog', { name: t('mounts:edit.title', { name }) });
  await edit.getByText(t('mounts:details')).click();
  await edit.getByLabel(t('mounts:fields.remark')).fill('For the family');
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: t('shell:unsaved.title') })
    .getByRole('button', { name: t('shell:unsaved.keep') })
    .click();
  await edit.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(page.getByText(t('mounts:saved'))).toBeVisible();
  await page.getByRole('button', { name: t('mounts:actionsOf', { name }) }).click();
  await page.getByRole('menuitem', { name: t('shell:actions.delete') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('shell:actions.delete'), exact: true })
    .click();
  await expect(item).toHaveCount(0);
});

test('mounts are ordered by keyboard and by dragging, and stay so (SPEC 3) @once', async ({
  page,
  t,
  admin,
}) => {
  // Names that sort next to each other, whatever mounts other tests have created.
  const own = word();
  const names = [`${own}-a`, `${own}-b`];
  for (const name of names) await addMount(admin, name);
  await page.goto('/admin/mount-management');
  const [first = '', second = ''] = names;
  await expect.poll(() => isBefore(page, t, first, second)).toBe(true);
  const handle = page.getByRole('button', { name: t('mounts:order.move', { name: second }) });
  await handle.focus();
  await page.keyboard.press('Space');
  const mounts = await admin.call(listMounts, {});
  const place = mounts.findIndex(({ name }) => name === second) + 1;
  const said = (at: number) =>
    page.getByText(t('mounts:order.over', { name: second, place: at, count: mounts.length }));
  // Screen readers announce the new position.
  await expect(said(place)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(said(place - 1)).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(() => isBefore(page, t, second, first)).toBe(true);
  await expect
    .poll(async () => {
      const stored = (await admin.call(listMounts, {})).map(({ name }) => name);
      return stored.indexOf(second) < stored.indexOf(first);
    })
    .toBe(true);
  await page.reload();
  await expect.poll(() => isBefore(page, t, second, first)).toBe(true);

  const dragged = page.getByRole('button', { name: t('mounts:order.move', { name: first }) });
  // Centers the handle, because the window scrolls during a drag near its edges, and other tests' mounts make
  // the list long.
  await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  // Reads the order again, because other tests may have added mounts in between.
  const now = await admin.call(listMounts, {});
  const over = (other: string) => {
    const at = now.findIndex(({ name }) => name === other) + 1;
    const words = { name: first, place: at, count: now.length };
    return page.getByText(t('mounts:order.over', words));
  };
  await dragged.hover();
  await page.mouse.down();
  const from = await dragged.boundingBox();
  const to = await handle.boundingBox();
  if (!from || !to) throw new Error('The handles are not shown');
  await page.mouse.move(from.x + 10, from.y - 5, { steps: 3 });
  await expect(over(first)).toBeAttached();
  await page.mouse.move(to.x + 10, to.y + 2, { steps: 8 });
  await expect(over(second)).toBeAttached();
  await page.mouse.up();
  await expect.poll(() => isBefore(page, t, first, second)).toBe(true);
});

async function isBefore(page: Page, t: Words, one: string, other: string): Promise<boolean> {
  const list = page.getByRole('list', { name: t('mounts:caption') });
  const texts = await list.getByRole('listitem').allInnerTexts();
  const placeOf = (name: string) => texts.findIndex((text) => text.includes(name));
  return placeOf(one) >= 0 && placeOf(one) < placeOf(other);
}

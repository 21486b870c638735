import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createBundle, listBundleItems, listBundles } from '@satchel/api-client/contract/bundles';
import {
  createUploadRequest,
  listDeliveries,
  listUploadRequests,
} from '@satchel/api-client/contract/upload-requests';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { expectAccessible } from './fixtures/accessible.ts';
import { openBundle } from './fixtures/bundles.ts';
import { makeKey } from './fixtures/keys.ts';
import { choose, rowOf, undoButton, uniqueWord } from './fixtures/lists.ts';
import { makeMount } from './fixtures/mounts.ts';
import { chooseFiles, linkIn, logInWithKey, resultOf } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';
import { receiveWebhooks } from './fixtures/webhook-receiver.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

const textFile = (name: string, content = name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

const row = (page: Page, text: string) => page.locator('[data-cell]').filter({ hasText: text });

/** Chooses a folder below the root in the dialog of mounts. */
async function chooseFolder(
  page: Page,
  { title, path, submit }: { title: string; path: string; submit: string },
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  for (const name of path.split('/').filter(Boolean)) {
    const folder = dialog.getByRole('button', { name, exact: true });
    await expect(async () => {
      // Rows are drawn when they scroll into view, and other stories have made mounts, too.
      if (!(await folder.isVisible())) {
        await dialog.getByRole('grid').hover();
        await page.mouse.wheel(0, 200);
      }
      await folder.click({ timeout: 1000 });
    }).toPass();
  }
  await dialog.getByRole('button', { name: submit }).click();
  await expect(dialog).toBeHidden();
}

async function shareFromMenu(page: Page, t: Words, name: string): Promise<void> {
  await page.getByRole('button', { name: t('explorer:list.menuOf', { name }) }).click();
  await page.getByRole('menuitem', { name: t('explorer:actions.share') }).click();
}

test('a folder is shared as it is, from the explorer, and its owner finds the link', async ({
  page,
  t,
  admin,
  server,
  openVisitor,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('box/one.txt', 'first');
  await page.goto(`/mount-explorer${mount.path}`);
  await shareFromMenu(page, t, 'box');
  const sheet = page.getByRole('dialog', { name: t('explorer:share.folderTitle') });
  await expect(sheet.getByLabel(t('shares:fields.remark'))).toHaveValue('box');
  const title = uniqueWord();
  await sheet.getByLabel(t('shares:fields.remark')).fill(title);
  await sheet.getByLabel(t('file-shares:bundle.sender')).fill('Marie');
  await sheet.getByLabel(t('shares:fields.password'), { exact: true }).fill('for your eyes');
  await expectAccessible(page);
  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) changes.push(pathname);
  });
  await sheet.getByRole('button', { name: t('explorer:share.submit') }).click();
  const result = resultOf(page, t);
  await expect(result).toBeVisible();
  expect(changes, 'never open before it has its password').toEqual(['/api/bundles']);
  const link = await linkIn(result);

  const visitor = await openVisitor();
  await visitor.goto(link);
  const password = visitor.getByLabel(t('share-views:password.label'), { exact: true });
  await password.fill('for your eyes');
  await password.press('Enter');
  await expect(visitor.getByRole('link', { name: 'one.txt' }).first()).toBeVisible();
  await expect(
    visitor.getByText(t('share-views:recipient.from', { sender: 'Marie' })),
  ).toBeVisible();

  await page.goto(`/admin/bundle-management?q=${title}`);
  await expect(rowOf(page, title)).toContainText(t('bundles:manage.folder'));
  await expect(rowOf(page, title)).toContainText(t('share-views:details.protected'));
  await choose(page, t, title, t('bundles:manage.showItems'));
  const items = page.getByRole('dialog', { name: t('bundles:items.title') });
  await expect(
    items.getByText(t('bundles:items.isFolderAt', { path: `${mount.path}/box` })),
  ).toBeVisible();
  await expect(items.getByText('one.txt')).toBeVisible();
  await expect(items.getByRole('button', { name: t('bundles:items.addShares') })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose(page, t, title, t('share-lists:showInFiles'));
  await expect(page).toHaveURL(`/mount-explorer${mount.path}/box`);
});

test('the list of shares says in which folder a file stays, and leads there', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  const name = `${uniqueWord()}.txt`;
  await mount.put(`box/${name}`, 'shared in place');
  await page.goto(`/mount-explorer${mount.path}/box`);
  await shareFromMenu(page, t, name);
  const sheet = page.getByRole('dialog', { name: t('explorer:share.title') });
  await sheet.getByRole('button', { name: t('explorer:share.submit') }).click();
  await expect(resultOf(page, t)).toBeVisible();
  await page.goto(`/admin/file-management?q=${name}`);
  await expect(rowOf(page, name)).toContainText(`${mount.path}/box/${name}`);
  await choose(page, t, name, t('share-lists:showInFiles'));
  await expect(page).toHaveURL(`/mount-explorer${mount.path}/box?preview=${name}`);
  await expect(page.getByText('shared in place')).toBeVisible();
});

test('several entries are one link, which its owner edits and deletes @once', async ({
  page,
  t,
  admin,
  server,
  openVisitor,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('a.txt');
  await mount.put('box/b.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  await page.getByRole('gridcell').first().press('ControlOrMeta+a');
  await page.getByRole('button', { name: t('explorer:selection.more') }).click();
  await page.getByRole('menuitem', { name: t('explorer:actions.share') }).click();
  const sheet = page.getByRole('dialog', { name: t('explorer:share.itemsTitle', { count: 2 }) });
  const title = uniqueWord();
  await sheet.getByLabel(t('shares:fields.remark')).fill(title);
  await sheet.getByRole('button', { name: t('explorer:share.submit') }).click();
  const link = await linkIn(resultOf(page, t));
  const visitor = await openVisitor();
  await visitor.goto(link);
  await expect(visitor.getByRole('link', { name: 'a.txt' }).first()).toBeVisible();
  await visitor.getByRole('link', { name: 'box' }).first().click();
  await expect(visitor.getByRole('link', { name: 'b.txt' }).first()).toBeVisible();

  // A file of another folder joins the link.
  await mount.put('box/c.txt');
  await page.goto(`/mount-explorer${mount.path}/box`);
  await shareFromMenu(page, t, 'c.txt');
  await page.getByRole('button', { name: t('explorer:share.existing') }).click();
  const adding = page.getByRole('dialog', { name: t('explorer:share.existingTitle') });
  await adding.getByRole('searchbox').fill(title);
  await adding.getByRole('radio', { name: title }).click();
  await expectAccessible(page);
  await adding.getByRole('button', { name: t('explorer:share.add'), exact: true }).click();
  await expect(adding).toBeHidden();
  await visitor.goto(link);
  await expect(visitor.getByRole('link', { name: 'c.txt' }).first()).toBeVisible();

  // The page of the link leads its owner to its row.
  await page.goto(link);
  await page.getByRole('link', { name: t('share-views:recipient.manage') }).click();
  await expect(rowOf(page, title)).toContainText('3');
  await choose(page, t, title, t('share-lists:edit'));
  const form = page.getByRole('dialog', { name: t('bundles:edit.title') });
  await form.getByLabel(t('shares:fields.remark')).fill(`${title}2`);
  await form.getByLabel(t('file-shares:bundle.message')).fill('Have fun!');
  await form.getByLabel(t('shares:fields.maxViews')).fill('9');
  await expectAccessible(page);
  await form.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(form).toBeHidden();
  await expect(rowOf(page, `${title}2`)).toContainText('3 / 9');
  await visitor.goto(link);
  await visitor.getByRole('button', { name: t('share-views:limited.open') }).click();
  await expect(visitor.getByText('Have fun!')).toBeVisible();

  await choose(page, t, `${title}2`, t('data-lists:delete'));
  await expect(rowOf(page, `${title}2`)).toHaveCount(0);
  await undoButton(page, t).click();
  await expect(rowOf(page, `${title}2`)).toBeVisible();
  await choose(page, t, `${title}2`, t('data-lists:delete'));
  await page
    .getByRole('navigation', { name: t('panel:label') })
    .getByRole('link', { name: t('panel:sections.file-management'), exact: true })
    .click();
  const query = { search: title };
  await expect
    .poll(async () => (await admin.call(listBundles, { query })).data.pagination.total)
    .toBe(0);
  await visitor.reload();
  await expect(
    visitor.getByRole('heading', { name: t('share-views:states.notFoundTitle') }),
  ).toBeVisible();
  expect(await mount.names(), 'the files stay').toEqual(['box/', 'a.txt']);
});

test('items are added to a bundle, and removed from it @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const title = uniqueWord();
  const bundle = await openBundle(admin, server.origin, { title });
  await bundle.put('photos/one.txt', 'one');
  const name = `${uniqueWord()}.txt`;
  await admin.shareFile(name, 'shared before');
  const mount = await makeMount(admin, server.origin);
  await mount.put('box/two.txt', 'two');
  await page.goto(`/admin/bundle-management?q=${title}`);
  await expect(rowOf(page, title)).toContainText(t('share-lists:states.receiving'));
  await choose(page, t, title, t('bundles:manage.showItems'));
  const items = page.getByRole('dialog', { name: t('bundles:items.title') });
  await items.getByRole('button', { name: t('bundles:items.addShares') }).click();
  const shares = page.getByRole('dialog', { name: t('bundles:items.addShares') });
  await shares.getByRole('searchbox').fill(name);
  await shares.getByRole('checkbox', { name }).check();
  await expectAccessible(page);
  await shares
    .getByRole('button', { name: t('bundles:items.addChosen', { count: 1 }), exact: true })
    .click();
  await expect(items.getByText(name)).toBeVisible();
  await items.getByRole('button', { name: t('bundles:items.addFolder') }).click();
  await chooseFolder(page, {
    title: t('bundles:items.chooseFolder'),
    path: `${mount.path}/box`,
    submit: t('bundles:items.addThisFolder'),
  });
  await expect(items.getByRole('button', { name: /^box/ })).toBeVisible();

  await items.getByRole('button', { name: t('bundles:items.remove', { name: 'photos' }) }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('bundles:items.removeSubmit'), exact: true })
    .click();
  await expect(items.getByRole('button', { name: /^photos/ })).toHaveCount(0);
  await expectAccessible(page);
  const stored = await admin.call(listBundleItems, { params: { id: bundle.id }, query: {} });
  expect(stored.items.map((item) => item.path).toSorted()).toEqual(['box', name].toSorted());
  await items.getByRole('button', { name: t('shell:actions.close') }).click();
  await choose(page, t, title, t('bundles:manage.complete'));
  await expect(rowOf(page, title)).not.toContainText(t('share-lists:states.receiving'));
});

test('an upload request is made, receives a delivery, and gives it away @once', async ({
  page,
  t,
  admin,
  server,
  openVisitor,
}) => {
  test.setTimeout(120_000);
  const mount = await makeMount(admin, server.origin);
  const title = uniqueWord();
  await page.goto('/admin/upload-requests');
  await page
    .getByRole('button', { name: t('upload-requests:manage.new') })
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: t('upload-requests:new.title') });
  await sheet.getByLabel(t('upload-requests:fields.title')).fill(title);
  await sheet.getByLabel(t('upload-requests:fields.message')).fill('Until Friday, please.');
  await sheet.getByLabel(t('upload-requests:fields.types')).fill('pdf');
  await expect(sheet.getByText(t('upload-requests:problems.types'))).toBeVisible();
  await sheet.getByLabel(t('upload-requests:fields.types')).fill('.txt');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: t('upload-requests:new.submit'), exact: true }).click();
  const made = page.getByRole('dialog', { name: t('share-lists:qrTitle') });
  const link = (await made.getByText(/\/request\//).textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(rowOf(page, title)).toBeVisible();

  const visitor = await openVisitor();
  await visitor.goto(link);
  await expect(visitor.getByText('Until Friday, please.')).toBeVisible();
  await chooseFiles(visitor, t, [textFile('report.txt', 'done')]);
  await visitor.getByLabel(t('upload-requests:form.name')).fill('Ada');
  await visitor
    .getByRole('button', { name: t('upload-requests:form.sendFiles', { count: 1, size: '4 B' }) })
    .click();
  await expect(
    visitor.getByRole('heading', { name: t('upload-requests:thanks.title') }),
  ).toBeVisible();

  await page.goto(`/admin/upload-requests?q=${title}`);
  await expect(rowOf(page, title)).toContainText(
    t('upload-requests:manage.newCount', { count: 1 }),
  );
  const panel = page.getByRole('navigation', { name: t('panel:label') });
  await expect(
    panel.getByRole('link', { name: t('panel:sections.upload-requests') }),
    'counts the new deliveries, of other tests too',
  ).toHaveAccessibleName(/[1-9]/);
  await rowOf(page, title).getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(row(page, 'Ada')).toContainText(t('upload-requests:deliveries.new'));
  await expectAccessible(page);
  await row(page, 'Ada').getByRole('button', { name: 'Ada', exact: true }).click();
  const delivery = page.getByRole('dialog', { name: 'Ada' });
  await expect(delivery.getByText('report.txt')).toBeVisible();
  await expectAccessible(page);
  const [{ id } = { id: '' }] = (await admin.call(listUploadRequests, { query: { search: title } }))
    .data.requests;
  const deliveries = async () =>
    (await admin.call(listDeliveries, { params: { id }, query: {} })).deliveries;
  await expect.poll(async () => (await deliveries())[0]?.is_new).toBe(false);
  for (const [name, content] of [
    [t('upload-requests:deliveries.download', { name: 'report.txt' }), /^done$/],
    [t('upload-requests:deliveries.downloadAll'), /^PK.*report\.txt/s],
  ] as const) {
    const downloading = page.waitForEvent('download');
    await delivery.getByRole('link', { name }).click();
    const path = await (await downloading).path();
    expect(await readFile(path, 'latin1')).toMatch(content);
  }

  await delivery.getByRole('button', { name: t('upload-requests:deliveries.bundle') }).click();
  await expect(
    delivery.getByRole('link', { name: t('upload-requests:deliveries.openBundle') }),
  ).toBeVisible();
  await delivery.getByRole('link', { name: 'report.txt', exact: true }).click();
  await expect(page.getByText('done')).toBeVisible();
  await page.goBack();

  await delivery.getByRole('button', { name: t('upload-requests:deliveries.move') }).click();
  await chooseFolder(page, {
    title: t('upload-requests:deliveries.moveTitle'),
    path: mount.path,
    submit: t('upload-requests:deliveries.moveHere'),
  });
  await expect.poll(async () => (await deliveries())[0]?.path).toContain(mount.path);
  const [folder = ''] = await mount.names();
  expect(await mount.read(`${folder}report.txt`)).toBe('done');
  await delivery.getByRole('button', { name: t('upload-requests:deliveries.delete') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('shell:actions.delete'), exact: true })
    .click();
  await expect(page.getByText(t('upload-requests:deliveries.empty'))).toBeVisible();
  await expect.poll(deliveries).toEqual([]);
});

test('an upload request is edited, closed, reopened and deleted @once', async ({
  page,
  t,
  admin,
  openVisitor,
}) => {
  const title = uniqueWord();
  const { slug } = await admin.call(createUploadRequest, { body: { title, password: 'sesame' } });
  await page.goto(`/admin/upload-requests?q=${title}`);
  await choose(page, t, title, t('share-lists:edit'));
  const sheet = page.getByRole('dialog', {
    name: t('upload-requests:edit.title', { name: title }),
  });
  await sheet.getByLabel(t('upload-requests:fields.maxFiles')).fill('3');
  await sheet.getByRole('checkbox', { name: t('share-lists:form.removePassword') }).check();
  await sheet.getByLabel(t('share-lists:form.note')).fill('only mine');
  await sheet.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(sheet).toBeHidden();
  await expect(rowOf(page, title)).toContainText('only mine');
  await choose(page, t, title, t('upload-requests:manage.close'));
  await expect(page.getByText(t('upload-requests:manage.closed', { title }))).toBeVisible();
  const visitor = await openVisitor();
  await visitor.goto(`/request/${slug}`);
  await expect(
    visitor.getByRole('heading', { name: t('share-views:states.endedTitle') }),
  ).toBeVisible();
  await choose(page, t, title, t('upload-requests:manage.reopen'));
  await expect(page.getByText(t('upload-requests:manage.reopened', { title }))).toBeVisible();
  await visitor.goto(`/request/${slug}`);
  await expect(visitor.getByText(t('upload-requests:limits.files', { count: 3 }))).toBeVisible();
  await choose(page, t, title, t('data-lists:delete'));
  await expect(rowOf(page, title)).toHaveCount(0);
  await page.goto('/admin/text-management');
  await expect
    .poll(
      async () =>
        (await admin.call(listUploadRequests, { query: { search: title } })).data.pagination.total,
    )
    .toBe(0);
});

test('the secret of a new webhook is shown once, and a failed call is sent again @once', async ({
  page,
  t,
  admin,
  openVisitor,
}) => {
  const receiver = await receiveWebhooks();
  // 410 ends the attempts.
  receiver.answers.push(410);
  const title = uniqueWord();
  const { slug } = await admin.call(createBundle, { body: { title } });
  await page.goto(`/admin/bundle-management?q=${title}`);
  await choose(page, t, title, t('share-lists:edit'));
  const form = page.getByRole('dialog', { name: t('bundles:edit.title') });
  await form.getByLabel(t('share-lists:webhook.label')).fill(receiver.url);
  await form.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  const secret = page.getByRole('dialog', { name: t('share-lists:webhook.secretTitle') });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await expectAccessible(page);
  await secret.getByRole('button', { name: t('panel:secret.done') }).click();
  await expect(form).toBeHidden();

  const visitor = await openVisitor();
  await visitor.goto(`/share/${slug}`);
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible();
  await expect.poll(() => receiver.calls.length).toBe(1);
  await page.goto('/admin/notifications?state=failed');
  await expect(async () => {
    await page.getByRole('button', { name: t('data-lists:refresh') }).click();
    await expect(row(page, title)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 15_000 });
  await expect(row(page, title)).toContainText('127.0.0.1');
  await expect(row(page, title)).toContainText('410');
  await expectAccessible(page);
  await row(page, title)
    .getByRole('button', { name: t('data-lists:actionsOf', { name: title }) })
    .click();
  await page.getByRole('menuitem', { name: t('notifications:retry'), exact: true }).click();
  await expect(page.getByText(t('notifications:retried', { subject: title }))).toBeVisible();
  await expect.poll(() => receiver.calls.length).toBe(2);
  await page.getByRole('combobox', { name: t('data-lists:filter') }).selectOption('delivered');
  await expect(async () => {
    await page.getByRole('button', { name: t('data-lists:refresh') }).click();
    await expect(row(page, title)).toContainText(t('notifications:states.delivered'), {
      timeout: 2000,
    });
  }).toPass({ timeout: 15_000 });
  await receiver.close();
});

test('a key sees its own bundles and requests only, and no folder without its permission', {
  tag: '@once',
}, async ({ t, admin, server, openVisitor }) => {
  const title = uniqueWord();
  await admin.call(createBundle, { body: { title } });
  const { key } = await makeKey(admin, PERMISSION_FLAGS.file_share);
  const holder = await openVisitor();
  await logInWithKey(holder, t, key);
  await expect(holder).toHaveURL('/admin/file-management');
  await holder.goto(`${server.origin}/admin/bundle-management`);
  await expect(holder.getByText(t('bundles:manage.empty'))).toBeVisible();
  await holder.keyboard.press('ControlOrMeta+k');
  await holder.getByRole('combobox', { name: t('palette:label') }).fill(t('palette:add.request'));
  await holder.getByRole('option', { name: t('palette:add.request') }).click();
  const sheet = holder.getByRole('dialog', { name: t('upload-requests:new.title') });
  await expect(sheet.getByLabel(t('upload-requests:fields.title'))).toBeVisible();
  await expect(
    sheet.getByRole('button', { name: t('upload-requests:fields.chooseFolder') }),
  ).toHaveCount(0);
});

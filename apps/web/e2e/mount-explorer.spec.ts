import { expect } from '@playwright/test';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { expectAccessible } from './fixtures/accessible.ts';
import { makeKey } from './fixtures/keys.ts';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import { logInWithKey, resultOf } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

test('mounts are listed, folders opened, and breadcrumbs lead back (SPEC 2)', async ({
  page,
  t,
  admin,
  server,
  isPhone,
}) => {
  // The first in the list, of which a page shows as many as fit.
  const mount = await makeMount(admin, server.origin, `0${crypto.randomUUID().slice(0, 7)}`);
  await mount.put('letters/100% sure? #1.txt');
  await mount.put('zebra.txt');
  await page.goto('/');
  await page.getByRole('link', { name: t('shell:nav.mounts') }).click();
  const [, root = ''] = mount.path.split('/');
  await expect(entryOf(page, root)).toBeVisible();
  await page.goto(`/mount-explorer${mount.path}`);
  await expect(page.getByRole('gridcell')).toHaveCount(2);
  await expect(page.getByRole('gridcell').first(), 'folders come first').toContainText('letters');
  await expect(page).toHaveTitle(new RegExp(`^${root}`));
  await expectAccessible(page);

  if (isPhone) await entryOf(page, 'letters').tap();
  else await entryOf(page, 'letters').dblclick();
  await expect(entryOf(page, '100% sure? #1.txt')).toBeVisible();
  await page.reload();
  await expect(entryOf(page, '100% sure? #1.txt')).toBeVisible();
  const crumbs = page.getByRole('navigation', { name: t('explorer:location.label') });
  const isCut = (name: Element) => name.scrollWidth > name.clientWidth;
  const here = crumbs.getByText('letters', { exact: true });
  expect(await here.evaluate(isCut), 'the name of where one is').toBe(false);
  // On a phone the middle of a path is in a menu.
  if (isPhone) {
    await crumbs.getByRole('button', { name: t('explorer:location.more') }).click();
    await page.getByRole('menuitem', { name: root }).last().click();
  } else await crumbs.getByRole('link', { name: root }).last().click();
  await expect(entryOf(page, 'zebra.txt')).toBeVisible();
  await page.goBack();
  await expect(entryOf(page, '100% sure? #1.txt')).toBeVisible();
  await page.getByRole('button', { name: t('explorer:location.up') }).click();
  await expect(entryOf(page, 'zebra.txt')).toBeVisible();
});

test('what a directory is narrowed to stands in its address, and is not meant for the next @once', async ({
  page,
  t,
  admin,
  server,
  isPhone,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('letters/zoo.txt');
  for (const name of ['zebra.txt', 'zebra.png', 'lion.png']) await mount.put(name);
  await page.goto(`/mount-explorer${mount.path}`);
  const cells = page.getByRole('gridcell');
  await expect(cells).toHaveCount(4);
  const kinds = page.getByRole('button', { name: t('explorer:view.menu') });
  await kinds.click();
  await page.getByRole('menuitemradio', { name: t('explorer:filter.images') }).click();
  await page.keyboard.press('Escape');
  await expect(cells).toHaveCount(2);
  await expect(page).toHaveURL(/\?kind=images$/);
  await page.getByRole('searchbox', { name: t('explorer:search.label') }).fill('ZEB');
  await expect(cells).toHaveCount(1);
  await expect(page).toHaveURL(/kind=images&filter=ZEB|filter=ZEB&kind=images/);
  await page.reload();
  await expect(entryOf(page, 'zebra.png')).toBeVisible();
  await expect(cells).toHaveCount(1);

  await page.getByRole('searchbox', { name: t('explorer:search.label') }).press('Escape');
  await expect(cells).toHaveCount(2);
  await kinds.click();
  await page.getByRole('menuitemradio', { name: t('explorer:filter.all') }).click();
  await page.keyboard.press('Escape');
  await expect(cells).toHaveCount(4);
  if (isPhone) await entryOf(page, 'letters').tap();
  else await entryOf(page, 'letters').dblclick();
  await expect(entryOf(page, 'zoo.txt')).toBeVisible();
  await page.goBack();
  await expect(cells).toHaveCount(4);
  await page.goBack();
  await expect(cells).toHaveCount(2);
});

test('a path is typed, and one that leads nowhere says so (SPEC 8) @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('deep/down/well.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  await expect(entryOf(page, 'deep')).toBeVisible();
  await page.getByRole('button', { name: t('explorer:location.edit') }).click();
  const field = page.getByRole('textbox', { name: t('explorer:location.field') });
  await expect(field).toHaveValue(mount.path);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: t('explorer:location.edit') })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(`${mount.path}/deep/down/`);
  await expect(field).toHaveValue(`${mount.path}/deep/down/`);
  await field.press('Enter');
  await expect(entryOf(page, 'well.txt')).toBeVisible();
  await page.goto(`/mount-explorer${mount.path}/nowhere`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(t('explorer:failure.missing'));
  await expectAccessible(page);
  await alert.getByRole('button', { name: t('explorer:failure.up') }).click();
  await expect(entryOf(page, 'deep')).toBeVisible();
  await page.goto(`/mount-explorer${mount.path}/deep/down/well.txt`);
  await expect(page, 'a link to a file shows the file').toHaveURL(/deep\/down\?preview=well\.txt/);
});

test('the keyboard moves, selects, finds by letters, opens and goes up @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  for (const name of ['alpha.txt', 'beta.txt', 'bravo.txt', 'gamma.txt']) await mount.put(name);
  await mount.makeFolder('folder');
  await page.goto(`/mount-explorer${mount.path}`);
  await expect(entryOf(page, 'folder'), 'the list has the focus on entry').toBeFocused();
  const count = (number: number) =>
    expect(page.getByText(t('explorer:selection.count', { count: number }))).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(entryOf(page, 'alpha.txt')).toBeFocused();
  await expect(entryOf(page, 'alpha.txt')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await count(3);
  await page.keyboard.press('Escape');
  await page.keyboard.type('br');
  await expect(entryOf(page, 'bravo.txt')).toBeFocused();
  await count(1);
  await page.keyboard.press('ControlOrMeta+a');
  await count(5);
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await page.keyboard.press('Alt+Enter');
  const properties = page.getByRole('dialog', { name: t('explorer:details.title') });
  await expect(properties).toContainText('gamma.txt');
  await page.keyboard.press('Escape');
  await expect(properties).toBeHidden();
  await entryOf(page, 'gamma.txt').focus();
  await page.keyboard.press('Delete');
  await expect(entryOf(page, 'bravo.txt'), 'the neighbour takes the focus').toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(entryOf(page, 'gamma.txt')).toBeFocused();
  await expect(entryOf(page, 'gamma.txt')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: t('palette:shortcuts.title') });
  await expect(shortcuts.getByText(t('explorer:shortcuts.title'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();
  await entryOf(page, 'gamma.txt').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/folder$/);
  await expect(page.getByText(t('explorer:empty.folder'))).toBeVisible();
  await page.goBack();
  await expect(entryOf(page, 'folder')).toBeVisible();
});

test('a mouse selects by clicks, with Ctrl, Shift and a frame @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']) await mount.put(name);
  await page.goto(`/mount-explorer${mount.path}`);
  const selected = page.getByRole('gridcell', { selected: true });
  await entryOf(page, 'b.txt').click();
  await expect(selected).toHaveCount(1);
  await entryOf(page, 'd.txt').click({ modifiers: ['Shift'] });
  await expect(selected).toHaveCount(3);
  await entryOf(page, 'c.txt').click({ modifiers: ['ControlOrMeta'] });
  await expect(selected).toHaveCount(2);
  const first = await entryOf(page, 'a.txt').boundingBox();
  const third = await entryOf(page, 'c.txt').boundingBox();
  if (!first || !third) throw new Error('The rows are not drawn');
  // Starts next to the names, because a press on a name would drag it.
  await page.mouse.move(first.x + first.width / 2, first.y + 10);
  await page.mouse.down();
  await page.mouse.move(third.x + third.width / 2 + 60, third.y + 10, { steps: 5 });
  await expect(selected).toHaveCount(3);
  await page.mouse.up();
  await expect(selected, 'it stays when the button is released').toHaveCount(3);
  await page.getByRole('button', { name: t('explorer:selection.clear') }).click();
  await expect(selected).toHaveCount(0);
});

test('a long press selects, and then taps do; before that they open (SPEC 9) @phone', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.makeFolder('inner');
  for (const name of ['a.txt', 'b.txt']) await mount.put(name);
  await page.goto(`/mount-explorer${mount.path}`);
  const box = await entryOf(page, 'a.txt').boundingBox();
  if (!box) throw new Error('The row is not drawn');
  const finger = await page.context().newCDPSession(page);
  const at = { x: box.x + 60, y: box.y + box.height / 2 };
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  const selected = page.getByRole('gridcell', { selected: true });
  await expect(selected).toHaveCount(1);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await entryOf(page, 'b.txt').tap();
  await expect(selected).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: t('explorer:selection.clear') }).click();
  await entryOf(page, 'inner').tap();
  await expect(page).toHaveURL(/\/inner$/);
});

test('folders and texts are made, renamed in place, cut, copied and pasted @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('report.txt', 'What I found');
  const otherTab = await page.context().newPage();
  await otherTab.goto(`/mount-explorer${mount.path}`);
  await expect(entryOf(otherTab, 'report.txt')).toBeVisible();
  await page.goto(`/mount-explorer${mount.path}`);
  await page.getByRole('button', { name: t('explorer:new.menu'), exact: true }).click();
  await page.getByRole('menuitem', { name: t('explorer:actions.newFolder') }).click();
  const dialog = page.getByRole('dialog', { name: t('explorer:new.folderTitle') });
  const name = dialog.getByRole('textbox', { name: t('explorer:columns.name') });
  await name.fill('report.txt');
  await expect(dialog.getByText(t('explorer:names.taken'))).toBeVisible();
  await name.fill('Archive');
  await expectAccessible(page);
  await name.press('Enter');
  await expect(entryOf(page, 'Archive')).toBeFocused();
  await expect(entryOf(page, 'Archive')).toHaveAttribute('aria-selected', 'true');
  await expect(entryOf(otherTab, 'Archive'), 'other tabs see it, too').toBeVisible();

  await entryOf(page, 'report.txt').click();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', {
    name: t('explorer:rename.label', { name: 'report.txt' }),
  });
  // At once: the first letters count, too.
  await page.keyboard.type('findings');
  await expect(field).toHaveValue('findings.txt');
  await page.keyboard.press('Enter');
  await expect(entryOf(page, 'findings.txt')).toBeFocused();
  await expect.poll(() => mount.names()).toEqual(['Archive/', 'findings.txt']);

  await entryOf(page, 'findings.txt').click();
  await page.keyboard.press('ControlOrMeta+c');
  await entryOf(page, 'Archive').dblclick();
  await expect(page.getByText(t('explorer:empty.folder'))).toBeVisible();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(entryOf(page, 'findings.txt')).toHaveAttribute('aria-selected', 'true');
  expect(await mount.read('Archive/findings.txt')).toBe('What I found');
  expect(await mount.names()).toEqual(['Archive/', 'findings.txt']);
});

test('the context menu offers what may be done, and does it @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('one.txt');
  await mount.makeFolder('box');
  await page.goto(`/mount-explorer${mount.path}`);
  await entryOf(page, 'one.txt').click({ button: 'right' });
  const item = (name: string) => page.getByRole('menuitem', { name });
  await expect(item(t('explorer:actions.share'))).toBeVisible();
  await expectAccessible(page, ['region']);
  await item(t('explorer:actions.moveTo')).click();
  const picker = page.getByRole('dialog', { name: t('explorer:picker.move', { count: 1 }) });
  const moveHere = picker.getByRole('button', { name: t('explorer:picker.moveHere') });
  await expect(moveHere, 'it is there already').toBeDisabled();
  await picker.getByText('box', { exact: true }).click();
  await moveHere.click();
  await expect(entryOf(page, 'one.txt')).toBeHidden();
  await expect.poll(() => mount.names('box')).toEqual(['one.txt']);
  await entryOf(page, 'box').click({ button: 'right' });
  await expect(item(t('explorer:actions.share'))).toBeVisible();
  await item(t('explorer:actions.rename')).click();
  await page
    .getByRole('textbox', { name: t('explorer:rename.label', { name: 'box' }) })
    .fill('case');
  await page.keyboard.press('Enter');
  await expect(entryOf(page, 'case')).toBeVisible();
  await expect.poll(() => mount.names()).toEqual(['case/']);
});

test('entries are dragged into folders and onto the path, and files of the desktop are taken @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('note.txt');
  await mount.makeFolder('box');
  await page.goto(`/mount-explorer${mount.path}`);
  await page.getByTitle('note.txt', { exact: true }).dragTo(entryOf(page, 'box'));
  await expect(entryOf(page, 'note.txt')).toBeHidden();
  await expect.poll(() => mount.names('box')).toEqual(['note.txt']);
  await entryOf(page, 'box').dblclick();
  const crumbs = page.getByRole('navigation', { name: t('explorer:location.label') });
  const [, root = ''] = mount.path.split('/');
  await page
    .getByTitle('note.txt', { exact: true })
    .dragTo(crumbs.getByRole('link', { name: root }).last());
  await expect.poll(() => mount.names()).toEqual(['box/', 'note.txt']);
  await page.goBack();

  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['from the desktop'], 'dropped.txt', { type: 'text/plain' }));
    return transfer;
  });
  await entryOf(page, 'box').dispatchEvent('dragover', { dataTransfer: files });
  await entryOf(page, 'box').dispatchEvent('drop', { dataTransfer: files });
  await expect.poll(() => mount.names('box')).toContain('dropped.txt');
  expect(await mount.read('box/dropped.txt')).toBe('from the desktop');
});

test('the tree opens, goes and folds away, and details tell what is selected @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('outer/inner/deep.txt', 'twelve bytes');
  await page.goto(`/mount-explorer${mount.path}`);
  const tree = page.getByRole('tree', { name: t('explorer:tree.label') });
  const outer = tree.getByRole('treeitem', { name: 'outer', exact: true });
  await outer.focus();
  await page.keyboard.press('ArrowRight');
  await expect(outer).toHaveAttribute('aria-expanded', 'true');
  await expect(tree.getByRole('treeitem', { name: 'inner' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/outer\/inner$/);
  await expect(
    tree.getByRole('treeitem', { name: 'inner' }),
    'nothing in it can be expanded',
  ).not.toHaveAttribute('aria-expanded');
  await entryOf(page, 'deep.txt').click();
  await page.getByRole('button', { name: t('explorer:details.toggle'), exact: true }).click();
  const details = page.getByRole('complementary', { name: t('explorer:details.toggle') });
  await expect(details).toContainText('12 B');
  await expect(details).toContainText('text/plain');
  await expect(details).toContainText('ETag');
  await expectAccessible(page);
  await page.getByRole('button', { name: t('explorer:tree.toggle') }).click();
  await expect(tree).toBeHidden();
  await page.reload();
  await expect(details).toBeVisible();
  await expect(tree, 'it is remembered').toBeHidden();
});

test('a search marks what it has found, opens it in place, and shows where it is (SPEC 2, 5)', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  const word = mount.path.slice(-5);
  await mount.put(`below/first-${word}.txt`);
  await mount.put(`other-${word.toUpperCase()}.txt`);
  await mount.put('unrelated.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  const box = page.getByRole('searchbox', { name: t('explorer:search.label') });
  await box.fill(word.slice(0, 1));
  await box.press('Enter');
  await expect(page, 'one letter is no search').not.toHaveURL(/q=/);
  await box.fill(word);
  await expect(page.getByRole('gridcell'), 'names in this folder come first').toHaveCount(1);
  await box.press('Enter');
  await page.getByRole('button', { name: t('explorer:search.scopes.directory') }).click();
  await expect(page.getByText(t('explorer:search.found', { count: 2, number: '2' }))).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText(new RegExp(word, 'i'));
  await expectAccessible(page);
  const inFolder = t('explorer:search.showInFolder', { name: `first-${word}.txt` });
  await page.getByRole('button', { name: inFolder }).click();
  await expect(page).toHaveURL(/\/below$/);
  await expect(entryOf(page, `first-${word}.txt`)).toHaveAttribute('aria-selected', 'true');
  await box.focus();
  await page.getByRole('button', { name: word, exact: true }).click();
  await page.getByRole('button', { name: t('explorer:search.scopes.directory') }).click();
  await expect(page.getByText(t('explorer:search.found', { count: 1, number: '1' }))).toBeVisible();
  await page.getByRole('button', { name: t('explorer:search.scopes.mount') }).click();
  await expect(page.getByText(t('explorer:search.found', { count: 2, number: '2' }))).toBeVisible();
  await page.getByRole('button', { name: t('explorer:search.close') }).click();
  await expect(entryOf(page, `first-${word}.txt`)).toBeVisible();
});

test('grid and gallery are remembered, with columns, spaces and images only (SPEC 2)', async ({
  page,
  t,
  admin,
  server,
  isPhone,
  language,
}) => {
  const mount = await makeMount(admin, server.origin);
  for (const name of ['a.txt', 'b.png', 'c.jpg']) await mount.put(name);
  await page.goto(`/mount-explorer${mount.path}`);
  await expect(page.getByRole('gridcell')).toHaveCount(3);
  await page.getByRole('button', { name: t('explorer:view.menu') }).click();
  await page.getByRole('menuitemradio', { name: t('explorer:view.gallery') }).click();
  if (isPhone) await page.getByRole('button', { name: t('explorer:view.menu') }).click();
  await page.getByRole('menuitemradio', { name: t('explorer:columns.modified') }).click();
  await page.keyboard.press('Escape');
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' });
  await expect(page.getByText(month.format(new Date()))).toBeVisible();
  await page.getByRole('button', { name: t('explorer:gallery.title') }).click();
  const settings = page.getByRole('dialog', { name: t('explorer:gallery.title') });
  await settings.getByRole('switch', { name: t('explorer:gallery.imagesOnly') }).check();
  await settings.getByRole('slider', { name: t('explorer:gallery.columns') }).fill('2');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell')).toHaveCount(2);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', '2');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('gridcell')).toHaveCount(2);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', '2');
});

test('a file is shared with its options, and the link works (SPEC 3) @once', async ({
  page,
  t,
  admin,
  server,
  openVisitor,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('offer.txt', 'For you');
  const slug = `offer-${mount.path.slice(-6)}`;
  await page.goto(`/mount-explorer${mount.path}`);
  await page
    .getByRole('button', { name: t('explorer:list.menuOf', { name: 'offer.txt' }) })
    .click();
  await page.getByRole('menuitem', { name: t('explorer:actions.share') }).click();
  const sheet = page.getByRole('dialog', { name: t('explorer:share.title') });
  await expect(sheet.getByLabel(t('shares:fields.slug')), 'not the X').toBeFocused();
  await sheet.getByLabel(t('shares:fields.slug')).fill(slug);
  await sheet.getByLabel(t('shares:fields.maxViews')).fill('3');
  await sheet.getByLabel(t('shares:fields.password'), { exact: true }).fill('for your eyes');
  await expectAccessible(page);
  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) changes.push(pathname);
  });
  await sheet.getByRole('button', { name: t('explorer:share.submit') }).click();
  await expect(resultOf(page, t)).toContainText(slug);
  expect(changes, 'never open before it has its password').toEqual(['/api/fs/create-share']);
  const visitor = await openVisitor();
  await visitor.goto(`/file/${slug}`);
  const password = visitor.getByLabel(t('share-views:password.label'), { exact: true });
  await password.fill('for your eyes');
  await password.press('Enter');
  await expect(visitor.getByText('offer.txt').first()).toBeVisible();
  expect(await mount.names(), 'the file stays where it is').toEqual(['offer.txt']);
});

test('a key is kept in its base path, and offered only what it may do (SPEC 2, 6) @once', async ({
  openVisitor,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('read me.txt');
  const { key } = await makeKey(admin, PERMISSION_FLAGS.mount_view, mount.path);
  const reader = await openVisitor();
  await logInWithKey(reader, t, key);
  await expect(reader).toHaveURL(`${server.origin}/`);
  await reader.goto('/mount-explorer');
  await expect(reader, 'the way up is closed').toHaveURL(
    `${server.origin}/mount-explorer${mount.path}`,
  );
  await expect(entryOf(reader, 'read me.txt')).toBeVisible();
  await expect(reader.getByRole('button', { name: t('explorer:location.up') })).toBeDisabled();
  await expect(reader.getByText(t('explorer:status.readOnly'))).toBeVisible();
  await expect(
    reader.getByRole('button', { name: t('explorer:new.menu'), exact: true }),
  ).toHaveCount(0);
  await reader
    .getByRole('button', { name: t('explorer:list.menuOf', { name: 'read me.txt' }) })
    .click();
  await expect(
    reader.getByRole('menuitem', { name: t('explorer:actions.copyLink') }),
  ).toBeVisible();
  for (const refused of ['cut', 'copy', 'rename', 'share', 'moveTo'] as const) {
    await expect(
      reader.getByRole('menuitem', { name: t(`explorer:actions.${refused}`), exact: true }),
    ).toHaveCount(0);
  }
  await reader.keyboard.press('Escape');
  await entryOf(reader, 'read me.txt').click();
  await reader.getByRole('button', { name: t('explorer:details.toggle'), exact: true }).click();
  const details = reader.getByRole('complementary', { name: t('explorer:details.toggle') });
  await expect(details).toContainText('text/plain');
  await expect(details, 'only administrators know what it is').not.toContainText('ETag');
});

test('100,000 entries come a page at a time, and scroll to the end @desktop', async ({
  page,
  t,
}) => {
  test.setTimeout(180_000);
  const total = 100_000;
  await page.route('**/api/fs/list?*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const count = Number(query.get('limit'));
    const items = Array.from({ length: count }, (_, index) => {
      const name = `file ${String(from + index).padStart(6, '0')}.bin`;
      const modified = '2026-01-01T00:00:00.000Z';
      const file = { isDirectory: false, isVirtual: false, size: 1, modified };
      return { ...file, name, path: `/big/${name}`, type: 0, typeName: 'unknown' };
    });
    const next_cursor = from + count < total ? String(from + count) : null;
    const directory = { path: '/big/', type: 'directory', isDirectory: true, isRoot: false };
    const data = { ...directory, isVirtual: false, mount_id: 'm', items, next_cursor };
    await route.fulfill({ json: { success: true, code: 200, message: 'OK', data } });
  });
  await page.goto('/mount-explorer/big');
  await entryOf(page, 'file 000000.bin').focus();
  const number = new Intl.NumberFormat('en').format(total);
  await expect(
    page.getByText(t('explorer:status.entries', { count: total, number }), { exact: true }),
  ).toBeVisible({ timeout: 120_000 });
  await page.keyboard.press('End');
  await expect(entryOf(page, 'file 099999.bin')).toBeFocused();
  await page.keyboard.type('file 0500');
  await expect(entryOf(page, 'file 050000.bin')).toBeFocused();
  expect(await page.getByRole('gridcell').count(), 'only what is seen is drawn').toBeLessThan(100);
});

test('storage that cannot be read is explained, with what may help, and is tried again (SPEC 8) @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('safe.txt');
  // The server works from the click on. It must not work earlier, because the page may retry before the
  // click, and then the button would disappear.
  await page.addInitScript(() => {
    const note = () => document.documentElement.setAttribute('data-clicked', '');
    document.addEventListener('click', note, { capture: true });
  });
  await page.route('**/api/fs/list?*', async (route) => {
    const isMended = await page.evaluate(() =>
      document.documentElement.hasAttribute('data-clicked'),
    );
    const body = {
      success: false,
      code: 502,
      error: 'storage.unavailable',
      message: '',
      data: null,
    };
    if (isMended) await route.continue();
    else await route.fulfill({ status: 502, json: body });
  });
  await page.goto(`/mount-explorer${mount.path}`);
  const alert = page.getByRole('alert').filter({ hasText: t('explorer:failure.title') });
  await expect(alert).toContainText(t('explorer:failure.cures.unavailable'));
  await expect(alert.getByRole('link', { name: t('explorer:failure.storages') })).toBeVisible();
  await alert.getByRole('button', { name: t('shell:actions.retry') }).click();
  await expect(entryOf(page, 'safe.txt')).toBeVisible();
  // A change of the folder may have it listed again at the end.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

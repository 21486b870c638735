import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, type Page, type Response, type Route } from '@playwright/test';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { expectAccessible } from './fixtures/accessible.ts';
import { hasCeph, mountCeph } from './fixtures/ceph-storage.ts';
import { sha256Of, writeRandomFile } from './fixtures/files.ts';
import { entryOf, makeMount, uploadHere } from './fixtures/mounts.ts';
import { readBrowserStores } from './fixtures/offline.ts';
import { mountOtherStorage } from './fixtures/other-storage.ts';
import { holdStorage, isStorage } from './fixtures/storage-gate.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

/** Chooses an action in the menu of an entry. */
async function act(page: Page, t: Words, name: string, action: string): Promise<void> {
  await page
    .getByRole('button', { name: t('explorer:list.menuOf', { name }), exact: true })
    .click();
  // The shortcut is part of the accessible name of a menu item.
  const item = new RegExp(`^${action}\\s*(Ctrl\\+.|⌘.*|Delete)?$`);
  await page.getByRole('menuitem', { name: item }).click();
}

/** Opens another directory without a reload, which would empty the clipboard. */
async function goInside(page: Page, t: Words, path: string): Promise<void> {
  await page.getByRole('button', { name: t('explorer:location.edit') }).click();
  const field = page.getByRole('textbox', { name: t('explorer:location.field') });
  await field.fill(path);
  await field.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${path}$`));
}

async function paste(page: Page, t: Words): Promise<void> {
  await page.getByRole('button', { name: t('explorer:actions.paste', { count: 1 }) }).click();
}

async function openTasks(page: Page, t: Words) {
  await page.getByRole('button', { name: new RegExp(`^${t('tasks:button')}`) }).click();
  return page.getByRole('dialog', { name: t('tasks:title') });
}

test('files are uploaded into a folder, and names that are taken are asked about (SPEC 4)', async ({
  page,
  t,
  admin,
  server,
}, testInfo) => {
  const mount = await makeMount(admin, server.origin);
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await mount.put(name, 'old');
  const paths = ['a.txt', 'b.txt', 'c.txt', 'new.txt'].map((name) => testInfo.outputPath(name));
  for (const path of paths) await writeFile(path, 'new');
  await page.goto(`/mount-explorer${mount.path}`);
  await expect(entryOf(page, 'a.txt')).toBeVisible();
  await uploadHere(page, t, paths);
  const question = (name: string) =>
    page.getByRole('dialog', { name: t('tasks:conflict.title', { name }) });
  const answers = new Map([
    ['a.txt', 'overwrite'],
    ['b.txt', 'skip'],
    ['c.txt', 'keep_both'],
  ] as const);
  // The uploads are concurrent, so the app may ask about any of them first.
  const asked = page.getByRole('dialog', { name: /[abc]\.txt/ });
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  while (answers.size > 0) {
    const title = (await asked.getByRole('heading').textContent()) ?? '';
    const answer = [...answers].find(([each]) => title.includes(each));
    if (!answer) throw new Error(`asked twice: ${title}`);
    const [name, choice] = answer;
    answers.delete(name);
    await asked.getByRole('button', { name: t(`tasks:conflict.${choice}`) }).click();
    await expect(question(name)).toBeHidden();
  }
  await expect(entryOf(page, 'new.txt')).toBeVisible();
  await expect(entryOf(page, 'c (1).txt')).toBeVisible();
  await expect.poll(() => mount.read('a.txt')).toBe('new');
  expect(await mount.read('b.txt')).toBe('old');
  expect(await mount.read('c.txt')).toBe('old');
  expect(await mount.read('c (1).txt')).toBe('new');

  const panel = await openTasks(page, t);
  await panel.getByText(t('tasks:files.show', { count: 4 }), { exact: true }).click();
  const files = panel.getByRole('group');
  await expect(files.getByText(t('tasks:files.states.skipped'))).toBeVisible();
  await expect(files.getByText(t('tasks:files.states.completed'), { exact: true })).toHaveCount(3);
  await expectAccessible(page);
});

test('one answer is meant for all, and the others go on (SPEC 4) @once', async ({
  page,
  t,
  admin,
  server,
}, testInfo) => {
  const mount = await makeMount(admin, server.origin);
  const names = ['a.txt', 'b.txt', 'c.txt'];
  for (const name of names) await mount.put(name, 'old');
  const paths = names.map((name) => testInfo.outputPath(name));
  for (const path of paths) await writeFile(path, 'new');
  await page.goto(`/mount-explorer${mount.path}`);
  await uploadHere(page, t, paths);
  const dialog = page.getByRole('dialog', { name: /[abc]\.txt/ });
  await dialog.getByRole('checkbox', { name: t('tasks:conflict.forAll', { count: 2 }) }).check();
  await dialog.getByRole('button', { name: t('tasks:conflict.overwrite') }).click();
  for (const name of names) await expect.poll(() => mount.read(name)).toBe('new');
  expect(await mount.names()).toHaveLength(3);
});

for (const mode of ['onePiece', 'server'] as const) {
  test(
    `files are sent in another way: ${mode}`,
    { tag: '@once' },
    async ({ page, t, admin, server }, testInfo) => {
      const mount = await makeMount(admin, server.origin);
      const path = testInfo.outputPath('way.txt');
      await writeFile(path, `by ${mode}`);
      await page.goto(`/mount-explorer${mount.path}`);
      await page.getByRole('button', { name: t('explorer:new.menu'), exact: true }).click();
      // Uses the keyboard, because the submenu closes when the pointer leaves both menus on its way.
      await page.getByRole('menuitem', { name: t('transfers:mode.label') }).press('ArrowRight');
      const choice = page.getByRole('menuitemradio', { name: t(`transfers:mode.${mode}`) });
      await choice.press('Enter');
      await expect(choice).toBeChecked();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await uploadHere(page, t, path);
      await expect(entryOf(page, 'way.txt')).toBeVisible();
      expect(await mount.read('way.txt')).toBe(`by ${mode}`);
    },
  );
}

test('an upload that a reload has cut sends only what is missing (SPEC 4) @once', async ({
  page,
  t,
  admin,
  server,
}, testInfo) => {
  const mount = await makeMount(admin, server.origin);
  const path = testInfo.outputPath('long.bin');
  await writeRandomFile(path, 18);
  const gate = await holdStorage(page, 2);
  await page.goto(`/mount-explorer${mount.path}`);
  const isStored = (reply: Response) => reply.request().method() === 'PUT' && reply.ok();
  const stored = page.waitForResponse(isStored);
  await uploadHere(page, t, path);
  await expect.poll(() => gate.sent.length).toBeGreaterThan(2);
  const title = t('tasks:pending.title', { count: 1 });
  await expect(page.getByRole('region', { name: title }), 'not while it runs').toBeHidden();
  await stored;
  await expect
    .poll(() => readBrowserStores(page), 'the browser remembers it')
    .toContain('"uploadId"');
  await page.reload();
  expect(await mount.names(), 'nothing half-made is seen').toEqual([]);
  const pending = page.getByRole('region', { name: title });
  await expect(pending).toBeVisible();
  await expectAccessible(page);
  await gate.open();
  gate.sent.length = 0;
  const chooser = page.waitForEvent('filechooser');
  await pending.getByRole('button', { name: t('tasks:pending.choose') }).click();
  await (await chooser).setFiles(path);
  await expect(entryOf(page, 'long.bin')).toBeVisible();
  expect(gate.sent.length, 'of four parts').toBeLessThan(4);
  await expect(pending).toBeHidden();
});

test('without a network an upload waits, shows nothing half-made, and goes on @once', async ({
  page,
  t,
  admin,
  server,
  context,
}, testInfo) => {
  const mount = await makeMount(admin, server.origin);
  const path = testInfo.outputPath('cut.bin');
  const sum = await writeRandomFile(path, 18);
  const gate = await holdStorage(page, 2);
  await page.goto(`/mount-explorer${mount.path}`);
  await uploadHere(page, t, path);
  await expect.poll(() => gate.sent.length).toBeGreaterThan(2);
  await context.setOffline(true);
  await gate.open();
  expect(await mount.names()).toEqual([]);
  await context.setOffline(false);
  await expect(entryOf(page, 'cut.bin')).toBeVisible({ timeout: 30_000 });
  const query = `path=${encodeURIComponent(`${mount.path}/cut.bin`)}`;
  const { body } = await fetch(`${server.origin}/api/fs/download?${query}`, {
    headers: admin.headers(),
  });
  if (!body) throw new Error('nothing was stored');
  expect(await sha256Of(Readable.fromWeb(body as never))).toBe(sum);
});

test('an upload is cancelled at once, also on another page, and leaves nothing (SPEC 4) @once', async ({
  page,
  t,
  admin,
  server,
}, testInfo) => {
  const mount = await makeMount(admin, server.origin);
  const path = testInfo.outputPath('never.bin');
  await writeRandomFile(path, 12);
  const gate = await holdStorage(page);
  await page.goto(`/mount-explorer${mount.path}`);
  await uploadHere(page, t, path);
  await expect.poll(() => gate.sent.length).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Satchel' }).first().click();
  const panel = await openTasks(page, t);
  await panel.getByRole('button', { name: t('tasks:item.cancel', { name: 'never.bin' }) }).click();
  await expect(panel.getByText(t('tasks:states.cancelled'))).toBeVisible();
  expect(await mount.names()).toEqual([]);
});

test('what is deleted can be brought back for ten seconds (SPEC 2) @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('folder/inside.txt');
  await mount.put('keep.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  await act(page, t, 'folder', t('shell:actions.delete'));
  await expect(entryOf(page, 'folder')).toBeHidden();
  await page.getByRole('button', { name: t('transfers:delete.undo') }).click();
  await expect(entryOf(page, 'folder')).toBeVisible();
  expect(await mount.names()).toContain('folder/');

  await act(page, t, 'folder', t('shell:actions.delete'));
  await expect(entryOf(page, 'folder')).toBeHidden();
  await page.goto('about:blank');
  await expect.poll(() => mount.names(), 'leaving the page deletes at once').toEqual(['keep.txt']);
});

test('Ctrl+Z takes back a move and a rename while their messages are shown @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('a.txt', 'one');
  await mount.put('folder/b.txt', 'two');
  await page.goto(`/mount-explorer${mount.path}`);
  await act(page, t, 'a.txt', t('explorer:actions.cut'));
  await goInside(page, t, `${mount.path}/folder`);
  await paste(page, t);
  await expect(entryOf(page, 'a.txt')).toBeVisible();
  await expect(page.getByRole('button', { name: t('transfers:delete.undo') })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(entryOf(page, 'a.txt')).toBeHidden();
  await expect.poll(() => mount.names()).toEqual(['folder/', 'a.txt']);
  expect(await mount.read('a.txt')).toBe('one');

  await act(page, t, 'b.txt', t('explorer:actions.rename'));
  await page.getByRole('textbox', { name: /b\.txt/ }).fill('c.txt');
  await page.keyboard.press('Enter');
  await expect.poll(() => mount.names('folder')).toEqual(['c.txt']);
  await expect(
    page.getByText(t('explorer:rename.done', { name: 'c.txt' }), { exact: true }),
  ).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(entryOf(page, 'b.txt')).toBeFocused();
  await expect.poll(() => mount.names('folder')).toEqual(['b.txt']);
});

test('undoing a rename of an entry that was deleted since brings it back, and Ctrl+Z undoes the deletion first @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('a.txt', 'one');
  await page.goto(`/mount-explorer${mount.path}`);
  const renamed = Promise.withResolvers<void>();
  // The list shows the new name before the server has answered.
  await page.route('**/api/fs/rename*', async (route) => {
    await renamed.promise;
    await route.continue();
  });
  await entryOf(page, 'a.txt').click();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: /a\.txt/ }).fill('b.txt');
  await page.keyboard.press('Enter');
  await expect(entryOf(page, 'b.txt')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(entryOf(page, 'b.txt')).toBeHidden();
  renamed.resolve();
  const done = page.getByText(t('explorer:rename.done', { name: 'b.txt' }), { exact: true });
  await expect(done).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(entryOf(page, 'b.txt')).toBeVisible();
  expect(await mount.names()).toEqual(['b.txt']);

  await entryOf(page, 'b.txt').click();
  await page.keyboard.press('Delete');
  await expect(entryOf(page, 'b.txt')).toBeHidden();
  const undo = page.getByRole('button', { name: t('transfers:delete.undo') });
  await page.getByRole('group').filter({ has: done }).locator(undo).click();
  await expect(entryOf(page, 'a.txt')).toBeVisible();
  await expect.poll(() => mount.names()).toEqual(['a.txt']);
  await page.goto('about:blank');
  await expect.poll(() => mount.names()).toEqual(['a.txt']);
  expect(await mount.read('a.txt')).toBe('one');
});

test('entries are copied and moved, also between mounts, and names that are taken asked about @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const from = await makeMount(admin, server.origin);
  const to = await makeMount(admin, server.origin);
  await from.put('photos/1.txt', 'one');
  await from.put('notes.txt', 'new');
  await to.put('notes.txt', 'old');
  await page.goto(`/mount-explorer${from.path}`);
  await act(page, t, 'photos', t('explorer:actions.cut'));
  await goInside(page, t, to.path);
  await paste(page, t);
  await expect(entryOf(page, 'photos')).toBeVisible();
  await expect.poll(() => from.names()).toEqual(['notes.txt']);
  expect(await to.read('photos/1.txt')).toBe('one');

  await goInside(page, t, from.path);
  await act(page, t, 'notes.txt', t('explorer:actions.copy'));
  await paste(page, t);
  await expect(entryOf(page, 'notes (1).txt'), 'beside itself nobody is asked').toBeVisible();
  await goInside(page, t, to.path);
  await paste(page, t);
  const question = page.getByRole('dialog', {
    name: t('tasks:conflict.title', { name: 'notes.txt' }),
  });
  await question.getByRole('button', { name: t('tasks:conflict.overwrite') }).click();
  await expect.poll(() => to.read('notes.txt').catch(() => '')).toBe('new');
  // Polls, because the rename copies first, so that both names exist for a moment.
  await expect.poll(() => to.names()).toEqual(['photos/', 'notes.txt']);

  await from.put('photos/1.txt', 'another one');
  await from.put('photos/2.txt', 'two');
  await goInside(page, t, from.path);
  // Refreshes, because the cached list lacks files that another program has stored since.
  await page.getByRole('button', { name: t('explorer:actions.refresh') }).click();
  await act(page, t, 'photos', t('explorer:actions.cut'));
  await goInside(page, t, to.path);
  await paste(page, t);
  const inside = page.getByRole('dialog', { name: t('tasks:conflict.title', { name: '1.txt' }) });
  await inside.getByRole('button', { name: t('tasks:conflict.skip') }).click();
  await expect
    .poll(() => to.names('photos'), 'one folder takes up the other')
    .toEqual([...['1.txt', '2.txt']]);
  expect(await to.read('photos/1.txt')).toBe('one');
  await expect.poll(() => from.names('photos'), 'what was skipped stays').toEqual(['1.txt']);
});

test('a dropped tree keeps its empty folders, and what is to be replaced is replaced under any setting @once', async ({
  page,
  t,
  admin,
  server,
}, testInfo) => {
  const mount = await makeMount(admin, server.origin);
  const naming = (file_naming_strategy: 'overwrite' | 'random_suffix') =>
    admin.call(updateSettingGroup, {
      params: { group: 1 },
      query: {},
      body: { file_naming_strategy },
    });
  await naming('random_suffix');
  try {
    await mount.put('a.txt', 'old');
    const path = testInfo.outputPath('a.txt');
    await writeFile(path, 'new');
    await page.goto(`/mount-explorer${mount.path}`);
    await uploadHere(page, t, path);
    await page
      .getByRole('dialog', { name: t('tasks:conflict.title', { name: 'a.txt' }) })
      .getByRole('button', { name: t('tasks:conflict.overwrite') })
      .click();
    await expect.poll(() => mount.read('a.txt').catch(() => '')).toBe('new');
    await expect.poll(() => mount.names()).toEqual(['a.txt']);
  } finally {
    await naming('overwrite');
  }

  const isListed = page.waitForResponse(/\/api\/fs\/list/);
  await page.reload();
  await isListed;
  await expect(entryOf(page, 'a.txt')).toBeVisible();
  // Fakes a dropped folder, because tests cannot drag one.
  await page.evaluate(() => {
    const directory = (name: string, children: unknown[]) => ({
      ...{ name, isFile: false, isDirectory: true },
      createReader: () => ({
        readEntries: (resolve: (batch: unknown[]) => void) => resolve(children.splice(0)),
      }),
    });
    const text = new File(['in it'], 'in.txt');
    const file = { isFile: true, isDirectory: false, name: 'in.txt' };
    const inner = { ...file, file: (resolve: (file: File) => void) => resolve(text) };
    const tree = directory('tree', [directory('full', [inner]), directory('empty', [])]);
    DataTransferItem.prototype.webkitGetAsEntry = () => tree as unknown as FileSystemEntry;
  });
  const drop = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([''], 'tree'));
    return transfer;
  });
  const listed: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/fs/list' && searchParams.get('path') === `${mount.path}/`) {
      listed.push(request.url());
    }
  });
  const list = page.getByRole('grid');
  await list.dispatchEvent('dragover', { dataTransfer: drop });
  await list.dispatchEvent('drop', { dataTransfer: drop });
  await expect.poll(() => mount.names('tree').catch(() => [])).toEqual(['empty/', 'full/']);
  await expect.poll(() => mount.read('tree/full/in.txt').catch(() => '')).toBe('in it');
  await expect(entryOf(page, 'tree')).toBeVisible();
  expect(listed, 'the folder was not read again').toEqual([]);
});

test('files of different mounts are collected and packed (SPEC 2) @once', async ({
  page,
  t,
  admin,
  server,
}, testInfo) => {
  const first = await makeMount(admin, server.origin);
  const second = await makeMount(admin, server.origin);
  await first.put('letters/a.txt', 'one');
  await first.put('letters/deep/b.txt', 'two');
  await second.put('letters/a.txt', 'three');
  // Removes the API, so that the browser downloads the archive in the usual way, which the test can observe.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto(`/mount-explorer${first.path}`);
  await act(page, t, 'letters', t('explorer:actions.addToBasket'));
  await page.goto(`/mount-explorer${second.path}`);
  await act(page, t, 'letters', t('explorer:actions.addToBasket'));
  await page.getByRole('button', { name: t('transfers:basket.open', { count: 2 }) }).click();
  const sheet = page.getByRole('dialog', { name: t('transfers:basket.title') });
  await expect(sheet).toContainText(first.path);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: t('transfers:basket.download') }).click();
  const dialog = page.getByRole('dialog', { name: t('transfers:pack.title') });
  await expect(dialog).toContainText(/3 .*11 B/);
  await expectAccessible(page);
  let cuts = 0;
  await page.route('**/api/fs/download?*', async (route) => {
    cuts += 1;
    if (cuts === 1) await route.abort('connectionreset');
    else await route.continue();
  });
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: t('transfers:pack.start') }).click();
  const path = testInfo.outputPath('packed.zip');
  await (await downloading).saveAs(path);
  const { stdout } = await promisify(execFile)('python3', [
    '-c',
    'import json,sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps([[n,z.read(n).decode()] for n in z.namelist()]))',
    path,
  ]);
  expect(JSON.parse(stdout)).toEqual([
    ['letters/a.txt', 'one'],
    ['letters/deep/b.txt', 'two'],
    ['letters (1)/a.txt', 'three'],
  ]);
});

test('a folder goes to another storage through the browser, byte by byte, though each kind of request is cut (SPEC 4) @once', async ({
  page,
  t,
  admin,
  server,
  problems,
}) => {
  const from = await makeMount(admin, server.origin);
  const other = await mountOtherStorage(admin);
  try {
    const text = 'one line of many\n'.repeat(300_000);
    await from.put('album/deep/large.txt', text);
    await from.put('album/small.txt');
    const cuts = new Set<string>();
    const cutOnce = async (route: Route) => {
      const name = `${route.request().method()} ${new URL(route.request().url()).pathname.slice(0, 4)}`;
      if (name.startsWith('OPTIONS') || cuts.has(name)) return route.continue();
      cuts.add(name);
      await route.abort('connectionreset');
    };
    // Breaks one request to the source storage, one to the target storage, and the commit.
    await page.route(`${other.url}/**`, cutOnce);
    await page.route(isStorage, cutOnce);
    await page.route('**/api/fs/batch-copy-commit', cutOnce);
    await page.goto(`/mount-explorer${from.path}`);
    await act(page, t, 'album', t('explorer:actions.copy'));
    await goInside(page, t, other.path);
    await paste(page, t);
    await expect(entryOf(page, 'album')).toBeVisible({ timeout: 30_000 });
    expect(cuts.size).toBe(3);
    const read = async (name: string) => {
      const query = `path=${encodeURIComponent(`${other.path}/${name}`)}`;
      const init = { headers: admin.headers() };
      return (await fetch(`${server.origin}/api/fs/download?${query}`, init)).text();
    };
    expect(await read('album/small.txt')).toBe('album/small.txt');
    expect(await read('album/deep/large.txt')).toBe(text);
    // Drops problems about the other storage, which this page has to call.
    const elsewhere = problems.filter((problem) => !problem.includes(other.url));
    problems.splice(0, problems.length, ...elsewhere);
  } finally {
    await other.stop();
  }
});

test('a mount on Ceph is worked with as any other, and copies to it and from it are byte-equal (SPEC 4) @once', async ({
  page,
  t,
  admin,
  server,
  problems,
}, testInfo) => {
  test.skip(!hasCeph, 'radosgw is not installed');
  test.setTimeout(180_000);
  const own = await makeMount(admin, server.origin);
  const ceph = await mountCeph(admin);
  try {
    const bytes = randomBytes(7 * 1024 * 1024);
    await own.put('album/deep/noise.bin', bytes);
    await own.put('album/small.txt', 'small');
    const download = async (path: string) => {
      const query = `path=${encodeURIComponent(path)}`;
      const init = { headers: admin.headers() };
      const reply = await fetch(`${server.origin}/api/fs/download?${query}`, init);
      return Buffer.from(await reply.arrayBuffer());
    };
    const local = testInfo.outputPath('upload.txt');
    await mkdir(testInfo.outputPath(), { recursive: true });
    await writeFile(local, 'by the browser');
    await page.goto(`/mount-explorer${ceph.path}`);
    await expect(page.getByText(t('explorer:empty.folder'))).toBeVisible();
    await uploadHere(page, t, local);
    await expect(entryOf(page, 'upload.txt')).toBeVisible();
    await act(page, t, 'upload.txt', t('explorer:actions.rename'));
    await page
      .getByRole('textbox', { name: t('explorer:rename.label', { name: 'upload.txt' }) })
      .fill('renamed.txt');
    await page.keyboard.press('Enter');
    await expect(entryOf(page, 'renamed.txt')).toBeVisible();
    await entryOf(page, 'renamed.txt').dblclick();
    await expect(page.getByText('by the browser')).toBeVisible();
    await page.keyboard.press('Escape');

    await goInside(page, t, own.path);
    await act(page, t, 'album', t('explorer:actions.copy'));
    await goInside(page, t, ceph.path);
    await paste(page, t);
    await expect(entryOf(page, 'album')).toBeVisible({ timeout: 60_000 });
    expect(bytes.equals(await download(`${ceph.path}/album/deep/noise.bin`))).toBe(true);

    await act(page, t, 'album', t('explorer:actions.cut'));
    await own.makeFolder('back');
    await goInside(page, t, `${own.path}/back`);
    await paste(page, t);
    await expect(entryOf(page, 'album')).toBeVisible({ timeout: 60_000 });
    expect(bytes.equals(await download(`${own.path}/back/album/deep/noise.bin`))).toBe(true);
    expect((await download(`${own.path}/back/album/small.txt`)).toString()).toBe('small');
    await goInside(page, t, ceph.path);
    await expect(entryOf(page, 'renamed.txt')).toBeVisible();
    await expect(entryOf(page, 'album'), 'what was moved is gone').toBeHidden();
    const elsewhere = problems.filter((problem) => !problem.includes(ceph.url));
    problems.splice(0, problems.length, ...elsewhere);
  } finally {
    await ceph.stop();
  }
});

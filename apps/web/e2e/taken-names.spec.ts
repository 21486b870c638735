import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect } from '@playwright/test';
import { dropFolder } from './fixtures/folder-drop.ts';
import { entryOf, makeMount, uploadHere } from './fixtures/mounts.ts';
import { holdStorage } from './fixtures/storage-gate.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

async function writeAt(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

test('a name that somebody else takes while a file is on its way is asked about, and both stay (CONTRACT A7) @once', async ({
  page,
  t,
  admin,
  server,
}, testInfo) => {
  const mount = await makeMount(admin, server.origin);
  const path = await writeAt(testInfo.outputPath('a.txt'), 'mine');
  await page.goto(`/mount-explorer${mount.path}`);
  const gate = await holdStorage(page);
  await uploadHere(page, t, [path]);
  await expect.poll(() => gate.sent.length).toBe(1);
  await mount.put('a.txt', 'theirs');
  await gate.open();
  const question = page.getByRole('dialog', {
    name: t('tasks:conflict.title', { name: 'a.txt' }),
  });
  await question.getByRole('button', { name: t('tasks:conflict.keep_both') }).click();
  await expect.poll(() => mount.names()).toEqual(['a (1).txt', 'a.txt']);
  expect(await mount.read('a.txt')).toBe('theirs');
  expect(await mount.read('a (1).txt')).toBe('mine');
});

test('a new text file never empties one that was made since the folder was listed (CONTRACT A7) @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('other.txt', 'x');
  // The folder would show the new file at once.
  await page.route('**/api/fs/watch*', (route) => route.abort());
  await page.goto(`/mount-explorer${mount.path}`);
  await expect(entryOf(page, 'other.txt')).toBeVisible();
  await mount.put('notes.txt', 'theirs');
  await page.getByRole('grid').click({ button: 'right', position: { x: 400, y: 300 } });
  await page.getByRole('menuitem', { name: t('explorer:actions.newText') }).click();
  const dialog = page.getByRole('dialog', { name: t('explorer:new.textTitle') });
  // The dialog selects a part of the name as soon as it has the focus.
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await dialog.getByRole('textbox').fill('notes.txt');
  await dialog.getByRole('button', { name: t('explorer:new.submit') }).click();
  await expect(dialog.getByText(t('explorer:names.taken'))).toBeVisible();
  expect(await mount.read('notes.txt')).toBe('theirs');
});

test('two files of one name, chosen together, both arrive @once', async ({
  page,
  t,
  admin,
  server,
}, testInfo) => {
  const mount = await makeMount(admin, server.origin);
  const paths = [
    await writeAt(testInfo.outputPath('one/a.txt'), 'one'),
    await writeAt(testInfo.outputPath('two/a.txt'), 'two'),
  ];
  await page.goto(`/mount-explorer${mount.path}`);
  await uploadHere(page, t, paths);
  await expect.poll(() => mount.names()).toEqual(['a (1).txt', 'a.txt']);
  const texts = [await mount.read('a.txt'), await mount.read('a (1).txt')];
  expect(texts.sort()).toEqual(['one', 'two']);
});

test('folders of one drop whose names differ only in their Unicode form become one, with all files @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await page.goto(`/mount-explorer${mount.path}`);
  await dropFolder(page, t('explorer:empty.folder'), {
    [`${'é'.normalize('NFC')}/a.txt`]: 'composed',
    [`${'é'.normalize('NFD')}/a.txt`]: 'decomposed',
  });
  await expect(entryOf(page, 'é')).toBeVisible();
  await expect.poll(() => mount.names('é/')).toEqual(['a (1).txt', 'a.txt']);
  const texts = [await mount.read('é/a.txt'), await mount.read('é/a (1).txt')];
  expect(texts.sort()).toEqual(['composed', 'decomposed']);
});

test('files whose names a mount cannot tell apart all arrive, and are asked about once they are there @once', async ({
  page,
  t,
  admin,
  server,
}, testInfo) => {
  const mount = await makeMount(admin, server.origin);
  const paths = [
    await writeAt(testInfo.outputPath('a*b.txt'), 'star'),
    await writeAt(testInfo.outputPath('a|b.txt'), 'bar'),
  ];
  await page.goto(`/mount-explorer${mount.path}`);
  await uploadHere(page, t, paths);
  await expect.poll(() => mount.names()).toEqual(['a_b (1).txt', 'a_b.txt']);
  const texts = [await mount.read('a_b.txt'), await mount.read('a_b (1).txt')];
  expect(texts.sort()).toEqual(['bar', 'star']);

  await uploadHere(page, t, paths.slice(0, 1));
  const question = page.getByRole('dialog', {
    name: t('tasks:conflict.title', { name: 'a_b.txt' }),
  });
  await question.getByRole('button', { name: t('tasks:conflict.keep_both') }).click();
  await expect.poll(() => mount.names()).toEqual(['a_b (1).txt', 'a_b (2).txt', 'a_b.txt']);
});

test('a dropped folder whose names have backslashes and tabs arrives with all files @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await page.goto(`/mount-explorer${mount.path}`);
  await dropFolder(page, t('explorer:empty.folder'), {
    'tab\there/back\\slash.txt': 'back',
    'tab\there/slash.txt': 'slash',
    'tab\there/in\\out/c.txt': 'deep',
  });
  await expect(entryOf(page, 'tab_here')).toBeVisible();
  const names = ['in_out/', 'back_slash.txt', 'slash.txt'];
  await expect.poll(() => mount.names('tab_here/')).toEqual(names);
  await expect.poll(() => mount.names('tab_here/in_out/')).toEqual(['c.txt']);
  expect(await mount.read('tab_here/back_slash.txt')).toBe('back');
  expect(await mount.read('tab_here/slash.txt')).toBe('slash');
  expect(await mount.read('tab_here/in_out/c.txt')).toBe('deep');
});

test('what gets the name of something deleted stays when that deletion can be undone no more @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('notes.txt', 'old');
  await mount.put('album/1.txt', 'old');
  await mount.put('draft.txt', 'draft');
  await page.goto(`/mount-explorer${mount.path}`);
  await entryOf(page, 'notes.txt').click();
  await page.keyboard.press('Delete');
  await expect(entryOf(page, 'notes.txt')).toBeHidden();
  await uploadHere(page, t, [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('new') },
  ]);
  await expect(entryOf(page, 'notes.txt')).toBeVisible();

  await entryOf(page, 'album').click();
  await page.keyboard.press('Delete');
  await expect(entryOf(page, 'album')).toBeHidden();
  await entryOf(page, 'draft.txt').click();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', {
    name: t('explorer:rename.label', { name: 'draft.txt' }),
  });
  await field.fill('album');
  await field.press('Enter');
  await expect.poll(() => mount.names()).toEqual(['album', 'notes.txt']);
  await page.goto('about:blank');
  await expect.poll(() => mount.names()).toEqual(['album', 'notes.txt']);
  expect([await mount.read('notes.txt'), await mount.read('album')]).toEqual(['new', 'draft']);
});

test('what somebody else stores under the name of something deleted stays @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('a.txt', 'old');
  await mount.put('b.txt', 'old');
  await mount.put('c.txt', 'old');
  // The folder would show what others store at once.
  await page.route('**/api/fs/watch*', (route) => route.abort());
  await page.goto(`/mount-explorer${mount.path}`);
  const remove = async (name: string) => {
    await entryOf(page, name).click();
    await page.keyboard.press('Delete');
    await expect(entryOf(page, name)).toBeHidden();
  };
  await remove('a.txt');
  await mount.put('a.txt', 'theirs');
  await page.getByRole('button', { name: t('shell:toasts.dismiss') }).click();
  await expect(page.getByText(/in the meantime/)).toBeVisible();
  await expect(entryOf(page, 'a.txt')).toBeVisible();

  await remove('b.txt');
  await mount.put('b.txt', 'theirs');
  await remove('c.txt');
  await page.goto('about:blank');
  await expect.poll(() => mount.names()).toEqual(['a.txt', 'b.txt']);
  expect([await mount.read('a.txt'), await mount.read('b.txt')]).toEqual(['theirs', 'theirs']);
});

test('a folder that files are still uploaded into is not renamed, and stays one @desktop', async ({
  page,
  context,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('keep.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  const gate = await holdStorage(page, 1);
  await expect(entryOf(page, 'keep.txt')).toBeVisible();
  await dropFolder(page, 'keep.txt', { 'album/1.txt': 'one', 'album/below/2.txt': 'two' });
  await expect.poll(() => gate.sent.length).toBe(2);
  await expect.poll(() => mount.names('album')).toContain('1.txt');

  const refused = t('explorer:rename.filling', { name: 'album' });
  const other = await context.newPage();
  await other.goto(`/mount-explorer${mount.path}`);
  for (const tab of [page, other]) {
    await entryOf(tab, 'album').click();
    await tab.keyboard.press('F2');
    const field = tab.getByRole('textbox', {
      name: t('explorer:rename.label', { name: 'album' }),
    });
    await field.fill('holiday');
    await field.press('Enter');
    await expect(tab.getByText(refused)).toBeVisible();
    await expect(entryOf(tab, 'album')).toBeVisible();
  }
  await gate.open();
  await expect.poll(() => mount.names('album')).toEqual(['below/', '1.txt']);
  await expect.poll(() => mount.names('album/below')).toEqual(['2.txt']);
  await expect(entryOf(page, 'album')).toBeVisible();
  expect(await mount.names()).toEqual(['album/', 'keep.txt']);
});

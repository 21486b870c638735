import { expect, type Locator, type Page } from '@playwright/test';
import { listApiKeys } from '@satchel/api-client/contract/api-keys';
import { logout } from '@satchel/api-client/contract/sessions';
import {
  deleteTextShares,
  getTextShare,
  listTextShares,
  updateTextShare,
} from '@satchel/api-client/contract/text-shares';
import type { AdminApi } from './fixtures/api.ts';
import { png } from './fixtures/files.ts';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import { waitForParts } from './fixtures/offline.ts';
import {
  createButton,
  createShare,
  linkIn,
  logIn,
  logInWithKey,
  logOut,
  resultOf,
  write,
} from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

const NO_NETWORK = /network connection failed/i;
const questionOf = (page: Page, t: Words) =>
  page.getByRole('alertdialog', { name: t('shell:unsaved.title') });

test('a dialog with unsaved edits asks before they are gone (SPEC 2) @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = await admin.shareFile('note.png', png(), {});
  const open = async () => {
    await page
      .getByRole('button', { name: t('data-lists:actionsOf', { name: 'note.png' }) })
      .first()
      .click();
    await page.getByRole('menuitem', { name: t('share-lists:edit'), exact: true }).click();
  };
  await page.goto(`/admin/file-management?q=${slug}`);
  await open();
  const form = page.getByRole('dialog', { name: t('file-shares:edit.title') });
  await expect(form.getByLabel(t('shares:fields.remark'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form, 'nothing was changed, so nothing is asked').toBeHidden();

  await open();
  await form.getByLabel(t('shares:fields.remark')).fill('half a sentence');
  await page.keyboard.press('Escape');
  const question = questionOf(page, t);
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: t('shell:unsaved.keep') }).click();
  await expect(form.getByLabel(t('shares:fields.remark'))).toHaveValue('half a sentence');

  await form.getByRole('button', { name: t('shell:actions.cancel'), exact: true }).click();
  await question.getByRole('button', { name: t('shell:unsaved.discard') }).click();
  await expect(form).toBeHidden();
  await open();
  await expect(form.getByLabel(t('shares:fields.remark'))).toHaveValue('');
});

test('a text whose reply a proxy has lost makes one link when it is sent again (SPEC 2) @once', async ({
  page,
  t,
  admin,
}) => {
  const made: number[] = [];
  await page.route('**/api/paste', async (route) => {
    const reply = await route.fetch();
    made.push(reply.status());
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
  });
  await page.goto('/');
  const text = `written once ${Date.now()}`;
  await write(page, t, text);
  await createButton(page, t).click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(made, 'the server has made the link').toContain(201);
  await page.unroute('**/api/paste');
  await createShare(page, t);
  const { data } = await admin.call(listTextShares, { query: { search: text } });
  expect(data).toHaveLength(1);
});

/** Shares a text, and types into its editor without saving. */
async function editNewText(page: Page, t: Words, admin: AdminApi): Promise<string> {
  const slug = await admin.shareText('as it was');
  await page.goto(`/paste/${slug}`);
  await page.getByRole('button', { name: t('shell:actions.edit'), exact: true }).click();
  await page.getByRole('textbox', { name: t('markdown:editor.label') }).click();
  // A click ends at one end or the other, depending on when the editor takes the focus itself.
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('more than ');
  return slug;
}

test('a log-out asks before it takes the text that another tab has not saved (SPEC 2) @once', async ({
  page,
  context,
  t,
  admin,
}) => {
  await editNewText(page, t, admin);

  const other = await context.newPage();
  await other.goto('/upload');
  await logOut(other, t);
  const question = other.getByRole('alertdialog', { name: t('shell:unsaved.title') });
  await expect(question).toContainText(t('tasks:logOut.editsElsewhere'));
  await question.getByRole('button', { name: t('tasks:logOut.cancel') }).click();
  await expect(question).toBeHidden();

  await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(page.getByRole('textbox', { name: t('markdown:editor.label') })).toHaveCount(0);
  await expect(page.getByText('more than as it was')).toBeVisible();
  await logOut(other, t);
  const edit = page.getByRole('button', { name: t('shell:actions.edit'), exact: true });
  await expect(edit, 'nothing is asked once it is saved').toBeHidden();
});

test('what one tab types into a text is kept when another one saves it (SPEC 2) @once', async ({
  page,
  context,
  t,
  admin,
}) => {
  const slug = await editNewText(page, t, admin);
  const draftSaved = t('markdown:editor.draftSaved');
  await expect(page.getByText(draftSaved)).toBeVisible();
  const openInNewTab = async () => {
    const tab = await context.newPage();
    await tab.goto(`/paste/${slug}`);
    await tab.getByRole('button', { name: t('shell:actions.edit'), exact: true }).click();
    await tab.getByRole('textbox', { name: t('markdown:editor.label') }).click();
    return tab;
  };
  const other = await openInNewTab();
  await other.keyboard.press('ControlOrMeta+Home');
  await other.keyboard.type('no ');
  await expect(other.getByText(draftSaved)).toBeVisible();

  await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(page.getByText(t('text-shares:edit.saved'))).toBeVisible();
  await other.close();
  const next = await openInNewTab();
  await expect(next.locator('.cm-content')).toHaveText('no more than as it was');
});

test('a text is edited on after its session has expired and the user has logged in (SPEC 2, 4) @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  await editNewText(page, t, admin);
  const title = page.getByLabel(t('shares:fields.remark'));
  await title.fill('A better title');
  const token = await page.evaluate(() => localStorage.getItem('admin_token'));
  await page.request.post(`${server.origin}${logout.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await page.getByRole('link', { name: t('shares:login.action') }).click();
  await logIn(page, t);
  await page.getByRole('button', { name: t('shell:actions.edit'), exact: true }).click();
  await expect(page.locator('.cm-content')).toHaveText('more than as it was');
  await expect(title).toHaveValue('A better title');
  await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(page.getByText(t('text-shares:edit.saved'))).toBeVisible();
});

test('a text that is being edited is not left without a question (SPEC 2) @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = await editNewText(page, t, admin);
  await page.getByRole('link', { name: 'Satchel' }).first().click();
  const question = questionOf(page, t);
  await question.getByRole('button', { name: t('shell:unsaved.keep') }).click();
  await expect(page).toHaveURL(`/paste/${slug}`);

  let isAsked = false;
  // Only records the dialog, because Playwright itself answers it on a reload.
  page.on('dialog', (dialog) => {
    isAsked = dialog.type() === 'beforeunload';
  });
  await page.reload();
  expect(isAsked, 'the browser asks before the tab goes').toBe(true);

  await page.getByRole('button', { name: t('shell:actions.edit'), exact: true }).click();
  await expect(page.getByText(t('text-shares:edit.restored'))).toBeVisible();
  await expect(page.locator('.cm-content')).toContainText('more than');
  await page.getByRole('button', { name: t('text-shares:edit.useSaved') }).click();
  await expect(page.locator('.cm-content')).toHaveText('as it was');
  await page.getByRole('textbox', { name: t('markdown:editor.label') }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('better than ');
  await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(page.getByText(t('text-shares:edit.saved'))).toBeVisible();
  await expect(page.getByText('better than as it was')).toBeVisible();
});

test('text typed while a share is sent stays, and the sent text does not come back (SPEC 2) @once', async ({
  page,
  t,
}) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/paste', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const editor = page.getByRole('textbox', { name: t('markdown:editor.label') });
  await editor.click();
  await page.keyboard.type('the first text');
  await page.keyboard.press('ControlOrMeta+Enter');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' and more');
  answer();
  await expect(resultOf(page, t)).toBeVisible();
  await expect(editor).toContainText('the first text and more');
});

test('what somebody else has saved meanwhile is not written over unasked (SPEC 2) @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = await editNewText(page, t, admin);
  const { id } = await admin.call(getTextShare, { params: { id: slug } });
  await admin.call(updateTextShare, { params: { id }, body: { content: 'theirs' } });
  await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: t('text-shares:edit.changed') });
  await expect(notice).toBeVisible();
  await expect(page.locator('.cm-content')).toContainText('more than as it was');
  expect((await admin.call(getTextShare, { params: { id } })).content).toBe('theirs');
  await expect(notice.getByRole('link', { name: t('text-shares:edit.openOther') })).toBeVisible();
  await notice.getByRole('button', { name: t('text-shares:edit.overwrite'), exact: true }).click();
  await expect(page.getByText(t('text-shares:edit.saved'))).toBeVisible();
  expect((await admin.call(getTextShare, { params: { id } })).content).toBe('more than as it was');
});

test('edits of a text that was deleted meanwhile can be shared as a new one @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = await editNewText(page, t, admin);
  const { id } = await admin.call(getTextShare, { params: { id: slug } });
  await admin.call(deleteTextShares, { body: { ids: [id] } });
  await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: t('text-shares:edit.gone') });
  await notice.getByRole('button', { name: t('text-shares:edit.shareAnew') }).click();
  const anew = new URL(await linkIn(resultOf(page, t))).pathname;
  expect(anew).not.toBe(`/paste/${slug}`);
  await expect(page).toHaveURL(anew);
  const made = await admin.call(getTextShare, { params: { id: anew.split('/').at(-1) ?? '' } });
  expect(made.content).toBe('more than as it was');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('shell:actions.edit'), exact: true }).click();
  await expect(page.getByText(t('text-shares:edit.restored')), 'no draft is left').toBeHidden();
});

test('a file that is dropped anywhere is offered to be uploaded, and does not leave the app (SPEC 2)', async ({
  page,
  t,
}) => {
  await page.goto('/admin/file-management');
  await expect(
    page.getByRole('heading', { level: 1, name: t('file-shares:manage.title') }),
  ).toBeVisible();
  /** Whether the app prevents the browser from opening the file. */
  const isKept = (type: 'dragover' | 'drop') =>
    page.evaluate((name) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'anywhere.txt'));
      const options = { dataTransfer, bubbles: true, cancelable: true };
      return !document.body.dispatchEvent(new DragEvent(name, options));
    }, type);
  await expect(async () => {
    expect(await isKept('dragover')).toBe(true);
    await expect(page.getByText(t('tasks:dropAnywhere'))).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await isKept('drop')).toBe(true);
  await expect(page).toHaveURL('/upload');
  await expect(page.getByText('anywhere.txt', { exact: true })).toBeVisible();
  await expect(page.getByText(t('tasks:dropAnywhere'))).toBeHidden();

  // The chosen files and their options survive a visit to another page.
  await page.getByText(t('file-shares:upload.options'), { exact: true }).click();
  await page.getByLabel(t('shares:fields.remark')).fill('half a sentence');
  await page.getByRole('link', { name: 'Satchel' }).first().click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page.getByText('anywhere.txt', { exact: true })).toBeVisible();
  await expect(page.getByText('half a sentence')).toBeVisible();
});

test('text that is pasted into a field of the upload page stays text (SPEC 2)', {
  tag: '@once',
}, async ({ page, t }) => {
  await page.goto('/upload');
  await page.getByText(t('file-shares:upload.options'), { exact: true }).click();
  const field = page.getByLabel(t('shares:fields.remark'));
  /** Pastes like from a spreadsheet, which copies both the text and a picture of it. */
  const isTaken = (locator: Locator) =>
    locator.evaluate((target) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['x'], 'cells.png', { type: 'image/png' }));
      clipboardData.setData('text/plain', 'words');
      const options = { clipboardData, bubbles: true, cancelable: true };
      return !target.dispatchEvent(new ClipboardEvent('paste', options));
    });
  expect(await isTaken(field), 'the browser inserts it').toBe(false);
  await expect(page.getByText('cells.png')).toHaveCount(0);
  expect(await isTaken(page.locator('body'))).toBe(true);
  await expect(page.getByText('cells.png', { exact: true })).toBeVisible();
});

test('a draft of more than a million characters survives a reload', { tag: '@once' }, async ({
  page,
  t,
}) => {
  const line = 'Line after line of a long log.\n';
  const text = `The first line\n${line.repeat(33_000)}`;
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('markdown:editor.openFile') }).click();
  await (await chooser).setFiles({
    name: 'long.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(text),
  });
  const kept = page.getByText(t('markdown:editor.draftSaved'));
  await expect(kept).toBeVisible({ timeout: 40_000 });
  await page.reload();
  const editor = page.getByRole('textbox', { name: t('markdown:editor.label') });
  await expect(editor).toContainText('The first line');
});

test('a long draft is stored later if the code for it could not be loaded before @once', async ({
  page,
  t,
}) => {
  await page.goto('/');
  const code = '**/assets/long-drafts-*.js';
  await page.route(code, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('long-drafts'),
  );
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('markdown:editor.openFile') }).click();
  const buffer = Buffer.from(`The first line\n${'Line after line of a log.\n'.repeat(40_000)}`);
  await (await chooser).setFiles({ name: 'long.md', mimeType: 'text/markdown', buffer });
  await failed;
  await expect(page.getByText(t('markdown:editor.draftSaved'))).toHaveCount(0);
  await page.unroute(code);
  const navigation = page.getByRole('navigation', { name: t('shell:nav.label') });
  await navigation.getByRole('link', { name: t('shell:nav.upload') }).click();
  const marker = () => page.evaluate(() => localStorage.getItem('satchel.long-draft.home'));
  await expect.poll(marker).toBe('yes');
  await navigation.getByRole('link', { name: t('shell:nav.home') }).click();
  const editor = page.getByRole('textbox', { name: t('markdown:editor.label') });
  await expect(editor).toContainText('The first line');
});

test('a long draft that cannot be read yet outlives what is typed meanwhile @once', async ({
  page,
  t,
}) => {
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('markdown:editor.openFile') }).click();
  const buffer = Buffer.from(`The first line\n${'Line after line of a log.\n'.repeat(40_000)}`);
  await (await chooser).setFiles({ name: 'long.md', mimeType: 'text/markdown', buffer });
  await expect(page.getByText(t('markdown:editor.draftSaved'))).toBeVisible();
  const code = '**/assets/long-drafts-*.js';
  let asked = 0;
  await page.route(code, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.reload();
  const editor = page.getByRole('textbox', { name: t('markdown:editor.label') });
  await editor.pressSequentially('typed meanwhile');
  const short = () => page.evaluate(() => localStorage.getItem('satchel.draft.home'));
  await expect.poll(short).toBe('typed meanwhile');
  await expect.poll(() => asked).toBeGreaterThan(1);
  await page.unroute(code);
  await expect(editor).toContainText('The first line');
  await editor.press('ControlOrMeta+End');
  await expect(editor).toContainText('typed meanwhile');
});

test('a log-in in one tab holds in the other, and so does the log-out', { tag: '@once' }, async ({
  page,
  context,
  t,
  admin,
}) => {
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto('/admin/text-management');
  await logOut(page, t);
  await expect(
    other.getByRole('heading', { name: t('sessions:title'), exact: true }),
  ).toBeVisible();
  await logIn(page, t);
  const heading = { name: t('text-shares:manage.title'), level: 1 } as const;
  await expect(page.getByRole('heading', heading)).toBeVisible();
  await expect(other.getByRole('heading', heading)).toBeVisible();
  await logOut(page, t);
  await expect(
    other.getByRole('heading', { name: t('sessions:title'), exact: true }),
  ).toBeVisible();
  await logInWithKey(page, t, (await makeKey(admin, PERMISSIONS.text)).key);
  await expect(page.getByRole('heading', heading)).toBeVisible();
  await expect(other.getByRole('heading', heading), 'one by key holds, too').toBeVisible();
});

test('while nothing reaches the server, Home says why there is no link, and the text stays', {
  tag: '@once',
}, async ({ page, context, t }) => {
  await page.goto('/');
  await write(page, t, 'typed before the outage');
  await waitForParts(page);
  await context.route('**/*', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await createButton(page, t).click();
  await expect(
    page.getByRole('alert').filter({ hasText: /busy or shutting down, please retry/ }),
  ).toBeVisible();
  await expect(page.getByText(t('shell:part.failed'))).toHaveCount(0);
  await context.unroute('**/*');
  await createButton(page, t).click();
  await expect(resultOf(page, t)).toBeVisible();
});

test('a share that cannot be saved says so where one sees it, in a low window, too @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = await admin.shareFile('low.png', png(), {});
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto(`/admin/file-management?q=${slug}`);
  await page
    .getByRole('button', { name: t('data-lists:actionsOf', { name: 'low.png' }) })
    .first()
    .click();
  await page.getByRole('menuitem', { name: t('share-lists:edit'), exact: true }).click();
  const form = page.getByRole('dialog', { name: t('file-shares:edit.title') });
  await form.getByLabel(t('shares:fields.remark')).fill('a remark');
  await page.route('**/api/files/**', (route) => route.abort());
  await form.getByRole('button', { name: t('shell:actions.save') }).click();
  await expect(form.getByText(NO_NETWORK)).toBeInViewport({ ratio: 0.99 });
});

test('what fails for want of a network is said at once, and not made up for later (SPEC 4) @once', async ({
  page,
  context,
  t,
  admin,
  server,
}) => {
  const name = `k${Math.random().toString(36).slice(2, 9)}`;
  await page.goto('/admin/key-management?edit=new');
  const form = page.getByRole('dialog', { name: t('api-keys:new.title') });
  await form.getByRole('textbox', { name: t('api-keys:fields.name') }).fill(name);
  await context.setOffline(true);
  await form.getByRole('button', { name: t('api-keys:new.submit') }).click();
  await expect(form.getByText(NO_NETWORK)).toBeInViewport();
  await form.getByRole('button', { name: t('shell:actions.cancel'), exact: true }).click();
  await questionOf(page, t)
    .getByRole('button', { name: t('shell:unsaved.discard') })
    .click();
  await expect(form).toBeHidden();
  await context.setOffline(false);

  const mount = await makeMount(admin, server.origin);
  await mount.put('as-it-was.txt');
  // The region of the toasts loads a moment after the page.
  const toasts = page.waitForResponse(/toast-region/);
  await page.goto(`/mount-explorer${mount.path}`);
  await entryOf(page, 'as-it-was.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: t('explorer:actions.rename') }).click();
  const field = page.getByLabel(t('explorer:rename.label', { name: 'as-it-was.txt' }));
  await expect(field).toBeFocused();
  await toasts;
  await context.setOffline(true);
  await field.fill('renamed.txt');
  await field.press('Enter');
  await expect(page.getByText(NO_NETWORK).first()).toBeVisible();
  await expect(entryOf(page, 'as-it-was.txt')).toBeVisible();
  await context.setOffline(false);
  // Reads the lists anew, so that the browser has had time to send what it may have held back.
  await page.goto('/admin/key-management');
  await expect(page.getByRole('button', { name: t('api-keys:create') }).first()).toBeVisible();
  expect(await mount.names()).toEqual(['as-it-was.txt']);
  const keys = await admin.call(listApiKeys, {});
  expect(keys.map((key) => key.name)).not.toContain(name);
});

for (const view of ['list', 'grid']) {
  test(`a name that is being typed stays while the ${view} changes around it (SPEC 4) @once`, async ({
    page,
    t,
    admin,
    server,
  }) => {
    const mount = await makeMount(admin, server.origin);
    await mount.put('old.txt', 'x');
    await page.addInitScript((mode) => localStorage.setItem('file_explorer_view_mode', mode), view);
    await page.goto(`/mount-explorer${mount.path}`);
    await entryOf(page, 'old.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: t('explorer:actions.rename') }).click();
    const field = page.getByLabel(t('explorer:rename.label', { name: 'old.txt' }));
    await expect(field).toBeFocused();
    await page.keyboard.type('nw');
    await page.keyboard.press('ArrowLeft');
    // Moves the row of the field.
    await mount.put('before.txt', 'y');
    await expect(entryOf(page, 'before.txt')).toBeVisible();
    await page.keyboard.type('e');
    // Changes the entry itself.
    const before = await field.evaluate((element) => element.closest('[role=row]')?.textContent);
    await mount.put('old.txt', 'x'.repeat(5000));
    if (view === 'list') {
      await expect
        .poll(() => field.evaluate((element) => element.closest('[role=row]')?.textContent))
        .not.toBe(before);
    }
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await expect(entryOf(page, 'ne!w.txt')).toBeVisible();
    await expect(entryOf(page, 'old.txt')).toBeHidden();
  });
}

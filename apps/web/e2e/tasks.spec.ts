import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessible.ts';
import { writeRandomFile } from './fixtures/files.ts';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import {
  chooseFiles,
  chooseLinks,
  closeResult,
  logOut,
  openUploadOptions,
  resultOf,
  startUpload,
  uploadRow,
} from './fixtures/steps.ts';
import { holdStorage, isStorage } from './fixtures/storage-gate.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

type State = 'running' | 'waiting' | 'paused' | 'offline' | 'completed' | 'failed' | 'cancelled';

const stateOf = (page: Page, t: Words, name: string, state: State) =>
  uploadRow(page, name).getByText(t(`tasks:states.${state}`), { exact: true });

const letter = (name: string, text = 'Dear all') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

async function begin(page: Page, t: Words, path: string): Promise<void> {
  await page.goto('/upload');
  await chooseFiles(page, t, path);
  await startUpload(page, t, 1);
}

/** Opens Home by a link, because a reload would end running tasks. */
const goHome = (page: Page) => page.getByRole('link', { name: 'Satchel' }).first().click();

const taskButton = (page: Page, t: Words) =>
  page.getByRole('button', { name: new RegExp(`^${t('tasks:button')}`) });

test(
  'an upload is paused and goes on where it was (SPEC 4)',
  { tag: '@once' },
  async ({ page, t }, testInfo) => {
    const path = testInfo.outputPath('travel.bin');
    await writeRandomFile(path, 32);
    const gate = await holdStorage(page, 2);
    // The gate may let any two of the first parts through.
    const stored: number[] = [];
    page.on('response', (reply) => {
      const part = Number(new URL(reply.url()).searchParams.get('partNumber'));
      if (part > 0) stored.push(part);
    });
    await begin(page, t, path);
    await expect.poll(() => gate.sent.length).toBeGreaterThan(3);
    // Waits, because parts that have not arrived would be sent again.
    await expect.poll(() => stored.length).toBe(2);
    const [first = 0, second = 0] = stored;
    const name = 'travel.bin';
    await page.getByRole('button', { name: t('tasks:item.pause', { name }) }).click();
    await expect(stateOf(page, t, name, 'paused')).toBeVisible();
    await gate.open();
    await page.getByRole('button', { name: t('tasks:item.resume', { name }) }).click();
    await expect(stateOf(page, t, name, 'completed')).toBeVisible();
    const times = (part: number) => gate.sent.filter((sent) => sent === part).length;
    expect([times(first), times(second)], 'the parts that were there are sent once').toEqual([
      1, 1,
    ]);
  },
);

test(
  'a lost connection is waited for, without a speed that holds no more (SPEC 4)',
  {
    tag: '@once',
  },
  async ({ page, t, context }, testInfo) => {
    const path = testInfo.outputPath('travel.bin');
    await writeRandomFile(path, 32);
    const gate = await holdStorage(page, 2);
    await begin(page, t, path);
    await expect.poll(() => gate.sent.length).toBeGreaterThan(3);
    await context.setOffline(true);
    await expect(stateOf(page, t, 'travel.bin', 'offline')).toBeVisible();
    await expect(page.getByText('/s', { exact: false }).filter({ hasText: /MB\/s/ })).toHaveCount(
      0,
    );
    await context.setOffline(false);
    await gate.open();
    await expect(stateOf(page, t, 'travel.bin', 'completed')).toBeVisible({ timeout: 45_000 });
  },
);

test(
  'after a reload only the missing parts are sent (SPEC 4)',
  { tag: '@once' },
  async ({ page, t }, testInfo) => {
    const path = testInfo.outputPath('travel.bin');
    await writeRandomFile(path, 32);
    const gate = await holdStorage(page, 3);
    await begin(page, t, path);
    await expect.poll(() => gate.sent.length).toBe(6);
    const before = gate.sent.splice(0);
    await page.reload();
    await gate.open();

    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('tasks:pending.choose') }).click();
    await (await chooser).setFiles(path);
    await expect(stateOf(page, t, 'travel.bin', 'completed')).toBeVisible();
    await expect(page.getByText(t('tasks:pending.title', { count: 1 }))).toBeHidden();
    const missing = [1, 2, 3, 4, 5, 6, 7].filter((part) => !before.slice(0, 3).includes(part));
    expect(gate.sent.toSorted()).toEqual(missing);
  },
);

test(
  'an upload that was interrupted can be given up, and another file does not fit (SPEC 4)',
  {
    tag: '@once',
  },
  async ({ page, t }, testInfo) => {
    const path = testInfo.outputPath('travel.bin');
    await writeRandomFile(path, 12);
    const gate = await holdStorage(page, 1);
    await begin(page, t, path);
    await expect.poll(() => gate.sent.length).toBe(3);
    await page.reload();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('tasks:pending.choose') }).click();
    await (await chooser).setFiles([letter('other.txt')]);
    await expect(page.getByText(t('tasks:pending.noneFits'))).toBeVisible();
    await page
      .getByRole('button', { name: t('tasks:pending.discard', { name: 'travel.bin' }) })
      .click();
    await expect(page.getByText(t('tasks:pending.title', { count: 1 }))).toBeHidden();
    await page.reload();
    await expect(page.getByText(t('file-shares:upload.drop'))).toBeVisible();
    await expect(page.getByText(t('tasks:pending.title', { count: 1 }))).toBeHidden();
  },
);

test(
  'two tabs upload beside each other, and the log-out of one ends both (SPEC 4)',
  { tag: '@once' },
  async ({ page, t, context }, testInfo) => {
    const path = testInfo.outputPath('first-tab.bin');
    await writeRandomFile(path, 12);
    const gate = await holdStorage(page, 1);
    await begin(page, t, path);
    await expect.poll(() => gate.sent.length).toBe(3);

    const other = await context.newPage();
    await other.goto('/upload');
    await chooseFiles(other, t, [letter('note.txt')]);
    await startUpload(other, t, 1);
    await expect(stateOf(other, t, 'note.txt', 'completed')).toBeVisible();
    await expect(other.getByText('first-tab.bin'), 'it runs in the first').toHaveCount(0);

    await other.goto('/admin');
    await logOut(other, t);
    await expect(page.getByText(t('shares:login.upload'))).toBeVisible();
    await expect(page.getByText('first-tab.bin')).toHaveCount(0);
    await expect(taskButton(page, t)).toHaveCount(0);
    await other.close();
  },
);

test(
  'a log-out asks first while uploads run, and the next user sees none of them (SPEC 4)',
  { tag: '@once' },
  async ({ page, t, admin }, testInfo) => {
    const path = testInfo.outputPath('travel.bin');
    await writeRandomFile(path, 12);
    const { key } = await makeKey(admin, PERMISSIONS.file);
    const gate = await holdStorage(page, 1);
    await begin(page, t, path);
    await expect.poll(() => gate.sent.length).toBe(3);
    await page.getByRole('link', { name: t('shell:nav.admin'), exact: true }).click();
    await logOut(page, t);
    const question = page.getByRole('alertdialog', { name: t('tasks:logOut.title', { count: 1 }) });
    await question.getByRole('button', { name: t('tasks:logOut.cancel') }).click();
    await expect(taskButton(page, t)).toBeVisible();
    await logOut(page, t);
    await question.getByRole('button', { name: t('tasks:logOut.confirm') }).click();
    await expect(page.getByLabel(t('sessions:username'))).toBeVisible();

    await page.getByRole('tab', { name: t('sessions:apiKey') }).click();
    await page.getByRole('textbox', { name: t('sessions:key') }).fill(key);
    const submit = page.getByRole('button', { name: t('sessions:submit'), exact: true });
    await submit.click();
    await expect(submit, 'the log-in has ended').toBeHidden();
    await page.goto('/upload');
    await expect(page.getByText(t('file-shares:upload.drop'))).toBeVisible();
    await expect(page.getByText('travel.bin')).toHaveCount(0);
    await expect(taskButton(page, t)).toHaveCount(0);
  },
);

test('the header shows how far all is, and closing the tab is warned of from every page (SPEC 2) @once', async ({
  page,
  t,
}, testInfo) => {
  const path = testInfo.outputPath('travel.bin');
  await writeRandomFile(path, 12);
  const gate = await holdStorage(page, 1);
  await begin(page, t, path);
  await expect.poll(() => gate.sent.length).toBe(3);
  await goHome(page);
  await expect(page).toHaveURL('/');
  await taskButton(page, t).click();
  const panel = page.getByRole('dialog', { name: t('tasks:title') });
  await expect(panel.getByRole('row', { name: 'travel.bin' })).toBeVisible();
  const progress = t('tasks:item.progress', { name: 'travel.bin' });
  await expect(panel.getByRole('progressbar', { name: progress })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  let isAsked = false;
  // Handles the dialog and stays, because Playwright would leave the page.
  page.on('dialog', (dialog) => {
    isAsked = dialog.type() === 'beforeunload';
  });
  const client = await page.context().newCDPSession(page);
  await page.mouse.click(5, 400);
  await client.send('Page.navigate', { url: 'about:blank' }).catch(() => {});
  await expect.poll(() => isAsked).toBe(true);
});

test('says in a toast that all is done, and leads there (SPEC 2)', { tag: '@once' }, async ({
  page,
  t,
}) => {
  const gate = await holdStorage(page);
  await page.goto('/upload');
  await chooseFiles(page, t, [letter('one.txt'), letter('two.txt')]);
  await chooseLinks(page, t, 'each');
  await startUpload(page, t, 2);
  await expect.poll(() => gate.sent.length).toBe(2);
  await goHome(page);
  await expect(page).toHaveURL('/');
  await gate.open();
  await expect(page.getByText(t('tasks:ended.completed', { count: 2 })).first()).toBeVisible();
  await page.getByRole('button', { name: t('tasks:ended.show'), exact: true }).click();
  await expect(stateOf(page, t, 'one.txt', 'completed')).toBeVisible();
});

test('a link that is taken is mended without choosing the file again (SPEC 5)', {
  tag: '@once',
}, async ({ page, t, admin }) => {
  const slug = await admin.shareFile('old.txt', 'old');
  await page.goto('/upload');
  await chooseFiles(page, t, [letter('new.txt')]);
  await openUploadOptions(page, t);
  await page.getByLabel(t('shares:fields.slug')).fill(slug);
  await startUpload(page, t, 1);
  await expect(stateOf(page, t, 'new.txt', 'failed')).toBeVisible();
  const option = page.getByLabel(t('shares:fields.slug'), { exact: true });
  await expect(option, 'it is emptied').toHaveValue('');
  const field = page.getByLabel(t('file-shares:upload.newLink', { name: 'new.txt' }));
  await expect(field).toHaveValue(slug);
  await field.fill(`${slug}-new`);
  await page.getByRole('button', { name: t('file-shares:upload.tryLink') }).click();
  await expect(stateOf(page, t, 'new.txt', 'completed')).toBeVisible();
  await expect(uploadRow(page, 'new.txt').getByRole('link')).toHaveAttribute(
    'href',
    new RegExp(`/file/${slug}-new$`),
  );
});

test('links are copied with their names, and shown as QR codes (SPEC 2)', { tag: '@once' }, async ({
  page,
  t,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/upload');
  await chooseFiles(page, t, [letter('one.txt'), letter('two.txt')]);
  await chooseLinks(page, t, 'each');
  await startUpload(page, t, 2);
  await expect(stateOf(page, t, 'two.txt', 'completed')).toBeVisible();
  await page.getByRole('button', { name: t('file-shares:upload.copyAll') }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^one\.txt: http.*\/file\/\w+\ntwo\.txt: http.*\/file\/\w+$/);
  await page
    .getByRole('button', { name: t('file-shares:upload.showLink', { name: 'one.txt' }) })
    .click();
  const result = resultOf(page, t);
  await expect(result.getByRole('img', { name: t('share-result:qr') })).toBeVisible();
  await result.getByRole('button', { name: t('shell:actions.close') }).click();
  await page.getByRole('button', { name: t('tasks:clearEnded') }).click();
  await expect(uploadRow(page, 'one.txt')).toHaveCount(0);
});

test(
  '5,000 files stay few nodes, and the page still answers (SPEC 2)',
  { tag: '@once' },
  async ({ page, t }, testInfo) => {
    test.setTimeout(120_000);
    await page.route(isStorage, () => {});
    await page.goto('/upload');
    await expect(page.getByText(t('file-shares:upload.drop'))).toBeVisible();
    const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
    const note = (what: string, sinceMs: number) =>
      testInfo.annotations.push({ type: what, description: `${Date.now() - sinceMs} ms` });

    let sinceMs = Date.now();
    await page.getByText(t('file-shares:upload.drop')).evaluate((zone) => {
      const dataTransfer = new DataTransfer();
      for (let index = 0; index < 5000; index += 1) {
        dataTransfer.items.add(new File(['x'], `file-${index}.txt`, { type: 'text/plain' }));
      }
      zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    const start = page.getByRole('button', {
      name: t('file-shares:upload.start', { count: 5000 }),
    });
    await expect(start).toBeVisible();
    note('dropped', sinceMs);
    expect(await nodes()).toBeLessThan(3000);

    await chooseLinks(page, t, 'each');
    sinceMs = Date.now();
    await start.click();
    await expect(stateOf(page, t, 'file-0.txt', 'running')).toBeVisible();
    note('started', sinceMs);
    expect(await nodes()).toBeLessThan(3000);

    sinceMs = Date.now();
    await page.getByRole('button', { name: t('tasks:pauseAll') }).click();
    await expect(stateOf(page, t, 'file-1.txt', 'paused')).toBeVisible();
    note('all paused', sinceMs);
    await goHome(page);
    await taskButton(page, t).click();
    await expect(page.getByRole('dialog').getByRole('row', { name: 'file-0.txt' })).toBeVisible();
    expect(await nodes()).toBeLessThan(3000);
  },
);

/** Starts the server of another program, with a text of 12 bytes. */
async function serveFarText() {
  const source = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 12 });
    response.end('from afar ok');
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}/far.txt`;
  return { address, source };
}

test('a file is fetched from an address and shared (SPEC 4, 7)', { tag: '@once' }, async ({
  page,
  t,
  openVisitor,
}) => {
  const { address, source } = await serveFarText();
  await page.goto('/upload');
  await page.getByRole('button', { name: t('file-shares:upload.sources.url') }).click();
  await page.getByLabel(t('file-shares:url.address')).fill('nowhere');
  await page.getByRole('button', { name: t('file-shares:url.check') }).click();
  await expect(page.getByText(t('file-shares:url.invalid'))).toBeVisible();
  await page.getByLabel(t('file-shares:url.address')).fill(address);
  await page.getByRole('button', { name: t('file-shares:url.check') }).click();
  await expect(page.getByLabel(t('file-shares:url.filename'))).toHaveValue('far.txt');
  await page.getByLabel(t('file-shares:url.filename')).fill('near.txt');
  await page.getByRole('button', { name: t('file-shares:upload.sources.files') }).click();
  await expect(page.getByLabel(t('file-shares:url.address'))).toBeHidden();
  await page.getByRole('button', { name: t('file-shares:upload.sources.url') }).click();
  await expect(page.getByLabel(t('file-shares:url.filename')), 'is kept').toHaveValue('near.txt');
  await page.getByRole('button', { name: t('file-shares:url.start') }).click();
  await expect(stateOf(page, t, 'near.txt', 'completed')).toBeVisible();
  const link = (await uploadRow(page, 'near.txt').getByRole('link').getAttribute('href')) ?? '';
  const reader = await openVisitor();
  await reader.goto(link);
  await expect(reader.getByText('from afar ok')).toBeVisible();
  source.close();
});

test('an upload from an address that a reload has cut is given up, and its link is free (SPEC 4)', {
  tag: '@once',
}, async ({ page, t }) => {
  const { address, source } = await serveFarText();
  const gate = await holdStorage(page);
  const slug = `far-${Date.now()}`;
  await page.goto('/upload');
  await page.getByRole('button', { name: t('file-shares:upload.sources.url') }).click();
  await page.getByLabel(t('file-shares:url.address')).fill(address);
  await page.getByRole('button', { name: t('file-shares:url.check') }).click();
  await openUploadOptions(page, t);
  await page.getByLabel(t('shares:fields.slug')).fill(slug);
  await page.getByRole('button', { name: t('file-shares:url.start') }).click();
  await expect.poll(() => gate.sent.length).toBe(1);
  source.close();
  const ended = page.waitForResponse((reply) => reply.url().endsWith('/api/s3/multipart/abort'));
  await page.reload();
  expect((await ended).ok()).toBe(true);
  await expect(page.getByText(t('tasks:pending.title', { count: 1 }))).toBeHidden();
  await gate.open();
  await chooseFiles(page, t, [letter('near.txt')]);
  await openUploadOptions(page, t);
  await page.getByLabel(t('shares:fields.slug')).fill(slug);
  await startUpload(page, t, 1);
  await expect(stateOf(page, t, 'near.txt', 'completed')).toBeVisible();
});

test('axe finds nothing on uploads in any state, in either theme (WCAG 2.2)', async ({
  page,
  t,
  admin,
  isPhone,
}, testInfo) => {
  test.setTimeout(300_000);
  const slug = await admin.shareFile('old.txt', 'old');
  const path = testInfo.outputPath('travel.bin');
  await writeRandomFile(path, 12);
  await page.goto('/upload');
  await chooseFiles(page, t, [letter('taken.txt')]);
  await openUploadOptions(page, t);
  await page.getByLabel(t('shares:fields.slug')).fill(slug);
  await expectAccessible(page);
  await startUpload(page, t, 1);
  await expect(stateOf(page, t, 'taken.txt', 'failed')).toBeVisible();
  await chooseFiles(page, t, [letter('done.txt')]);
  await startUpload(page, t, 1);
  // There the sheet covers the button that starts the next upload.
  if (isPhone) await closeResult(page, t);
  await expect(stateOf(page, t, 'done.txt', 'completed')).toBeVisible();
  const gate = await holdStorage(page, 1);
  await chooseFiles(page, t, path);
  await startUpload(page, t, 1);
  await expect.poll(() => gate.sent.length).toBe(3);
  await expectAccessible(page);
  await taskButton(page, t).click();
  await expect(page.getByRole('dialog').getByRole('row', { name: 'travel.bin' })).toBeVisible();
  // Popups are outside of all landmarks, like dialogs.
  await expectAccessible(page, ['region']);
  await page.reload();
  await expect(page.getByText(t('tasks:pending.title', { count: 1 }))).toBeVisible();
  await page.getByRole('button', { name: t('file-shares:upload.sources.url') }).click();
  await expect(page.getByLabel(t('file-shares:url.address'))).toBeVisible();
  await expectAccessible(page);
});

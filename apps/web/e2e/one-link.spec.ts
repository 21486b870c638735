import { expect, type Page, type Request } from '@playwright/test';
import { createBundle, getBundle, listBundleItems } from '@satchel/api-client/contract/bundles';
import { expectAccessible } from './fixtures/accessible.ts';
import { dropFolder, readHeldFolder } from './fixtures/folder-drop.ts';
import {
  chooseFiles,
  chooseLinks,
  closeResult,
  linkIn,
  openUploadOptions,
  resultOf,
  startUpload,
  uploadRow,
} from './fixtures/steps.ts';
import { holdStorage, isStorage } from './fixtures/storage-gate.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';
import { textsOfZip } from './fixtures/zip.ts';

test.use({ isLoggedIn: true });

const PHONE = { width: 390, height: 844 };

const letter = (name: string, text = `This is ${name}.`) => ({
  ...{ name, mimeType: 'text/plain', buffer: Buffer.from(text) },
});
const letters = (count: number) =>
  Array.from({ length: count }, (_, index) => letter(`letter-${index}.txt`));

const chosenFile = (page: Page, t: Words, name: string) =>
  page.getByRole('grid', { name: t('file-shares:upload.chosen') }).getByText(name);

const cardOf = (page: Page, name: string) => page.getByRole('region', { name });
const linkOf = (page: Page, name: string) => cardOf(page, name).getByRole('link').first();
const slugOf = async (page: Page, name: string) =>
  ((await linkOf(page, name).getAttribute('href')) ?? '').split('/').at(-1) ?? '';

const allArrived = (page: Page, t: Words, name: string, timeout = 60_000) =>
  expect(cardOf(page, name).getByText(t('file-shares:bundle.completed'))).toBeVisible({ timeout });

/** Calls that begin uploads of file shares, alone or several by one request. */
const isBeginning = ({ pathname }: URL) =>
  ['/api/s3/multipart/init', '/api/batch'].includes(pathname);

/** Notes what a page sends for an upload, in order. */
function noteCalls(page: Page): string[] {
  const calls: string[] = [];
  const nameOf = (request: Request) => {
    const url = new URL(request.url());
    if (isStorage(url)) return 'bytes';
    if (request.method() !== 'POST') return null;
    if (url.pathname === '/api/bundles') return 'create';
    if (url.pathname.endsWith('/coming')) return 'announce';
    return isBeginning(url) ? 'upload' : null;
  };
  page.on('request', (request) => {
    const name = nameOf(request);
    if (name) calls.push(name);
  });
  return calls;
}

test('a folder of 200 files is one link, copied before the folder is read, and arrives whole @once', async ({
  page,
  context,
  t,
  openVisitor,
}, testInfo) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const files: Record<string, string> = {};
  for (let index = 0; index < 200; index += 1) {
    const folder = index % 3 === 0 ? 'trip' : `trip/day ${index % 4}/more`;
    files[`${folder}/note-${index}.txt`] = `Note ${index}, ${'x'.repeat(index)}`;
  }
  const calls = noteCalls(page);
  const checked = Promise.withResolvers<void>();
  let held = 0;
  await page.route(isBeginning, async (route) => {
    held += 1;
    await checked.promise;
    await route.continue();
  });
  const gate = await holdStorage(page, 40);
  await page.goto('/upload');
  await dropFolder(page, t('file-shares:upload.drop'), files, true);
  const startedMs = Date.now();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('file-shares:upload.pageTitle'), exact: true })
    .click();
  await expect(linkOf(page, 'trip')).toBeVisible();
  testInfo.annotations.push({ type: 'link shown', description: `${Date.now() - startedMs} ms` });
  const link = (await linkOf(page, 'trip').getAttribute('href')) ?? '';
  expect(link).toMatch(/\/share\/\w+$/);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const result = resultOf(page, t);
  await expect(result.getByText(t('share-result:autoCopied'))).toBeVisible();
  expect(await linkIn(result)).toBe(link);
  expect(calls, 'the list is not read').toEqual(['create']);
  await readHeldFolder(page);
  await expect.poll(() => held).toBeGreaterThan(0);
  expect(calls.slice(0, 3)).toEqual(['create', 'announce', 'upload']);
  expect(calls, 'no byte has left').not.toContain('bytes');
  checked.resolve();

  const visitor = await openVisitor();
  await visitor.setViewportSize(PHONE);
  await visitor.goto(link);
  await expect(
    visitor.getByRole('progressbar', { name: t('bundles:arrivals.title') }),
  ).toBeVisible();
  let loads = 0;
  visitor.on('load', () => {
    loads += 1;
  });
  await expect(page.getByRole('button', { name: /^(Tasks|任务)/ }).first()).toHaveAccessibleName(
    /\D1\D/,
  );
  await gate.open();
  await allArrived(page, t, 'trip', 180_000);
  await expect(page.getByText(t('tasks:ended.completed', { count: 1 }))).toHaveCount(1);

  await expect(visitor.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 });
  const download = visitor.locator('a[href*="/api/bundle-archive/"]').first();
  await expect(download).toContainText('200');
  expect(loads, 'the page has completed itself').toBe(0);
  const archive = await visitor.request.get((await download.getAttribute('href')) ?? '');
  expect(await textsOfZip(await archive.body())).toEqual(files);

  const recent = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({
      hasText: t('file-shares:bundle.files', { count: 200 }),
    });
  await expect(recent, 'it is one recent upload').toHaveCount(1);
});

test('two files of one name both arrive, and the options are those of the link', {
  tag: '@once',
}, async ({ page, t, openVisitor }) => {
  await page.goto('/upload');
  await dropFolder(page, t('file-shares:upload.drop'), { 'a/same.txt': 'first' });
  await chooseFiles(page, t, [letter('same.txt', 'second')]);
  await chooseFiles(page, t, [letter('same.txt', 'third')]);
  await openUploadOptions(page, t);
  await page.getByLabel(t('shares:fields.password'), { exact: true }).fill('open sesame');
  await page.getByLabel(t('shares:fields.remark')).fill('Three letters');
  await page.getByLabel(t('file-shares:bundle.sender')).fill('Marie');
  await page.getByLabel(t('file-shares:bundle.message')).fill('Have fun!');
  await expect(page.getByLabel(t('file-shares:upload.path'), { exact: true })).toHaveCount(0);
  await startUpload(page, t, 3);
  await allArrived(page, t, 'Three letters');
  await expect(page.getByLabel(t('file-shares:bundle.message'))).toHaveCount(0);

  const visitor = await openVisitor();
  await visitor.goto((await linkOf(page, 'Three letters').getAttribute('href')) ?? '');
  await visitor.getByLabel(t('share-views:password.label'), { exact: true }).fill('open sesame');
  await visitor.keyboard.press('Enter');
  await expect(visitor.getByText('Have fun!')).toBeVisible();
  await expect(
    visitor.getByText(t('share-views:recipient.from', { sender: 'Marie' })),
  ).toBeVisible();
  const href = await visitor
    .locator('a[href*="/api/bundle-archive/"]')
    .first()
    .getAttribute('href');
  const archive = await visitor.request.get(href ?? '');
  expect(await textsOfZip(await archive.body())).toEqual({
    'a/same.txt': 'first',
    'same.txt': 'second',
    'same (1).txt': 'third',
  });
});

test('the switch makes one link per file, and is remembered @once', async ({ page, t }) => {
  await page.goto('/upload');
  await chooseFiles(page, t, letters(2));
  await chooseLinks(page, t, 'each');
  await startUpload(page, t, 2);
  for (const name of ['letter-0.txt', 'letter-1.txt']) {
    await expect(uploadRow(page, name).getByRole('link')).toHaveAttribute('href', /\/file\/\w+$/);
  }
  await page.reload();
  await chooseFiles(page, t, letters(2));
  const each = page.getByRole('button', { name: t('file-shares:upload.links.each') });
  await expect(each).toHaveAttribute('aria-pressed', 'true');
  await chooseLinks(page, t, 'one');
});

test('a link that is taken keeps the files and says so at its field @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = `taken-${Date.now()}`;
  await admin.call(createBundle, { body: { slug } });
  await page.goto('/upload');
  await chooseFiles(page, t, letters(2));
  await openUploadOptions(page, t);
  const field = page.getByLabel(t('shares:fields.slug'));
  await field.fill(slug);
  await page.getByLabel(t('shares:fields.remark')).fill('Two letters');
  await page.getByText(t('file-shares:upload.options'), { exact: true }).click();
  await startUpload(page, t, 2);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  await expect(chosenFile(page, t, 'letter-1.txt')).toBeVisible();
  await field.fill(`${slug}-new`);
  await startUpload(page, t, 2);
  await allArrived(page, t, 'Two letters');
  expect(await slugOf(page, 'Two letters')).toBe(`${slug}-new`);
  await expect(page.getByText(t('file-shares:upload.chosen'), { exact: true })).toHaveCount(0);
});

test('a refused announcement leaves the files in the form and no link behind', {
  tag: '@once',
}, async ({ page, t }) => {
  let deleted = 0;
  await page.route('**/api/bundles/*/coming', (route) => route.abort('connectionreset'));
  page.on('request', (request) => {
    if (request.method() === 'DELETE' && request.url().includes('/api/bundles/')) deleted += 1;
  });
  await page.goto('/upload');
  await chooseFiles(page, t, letters(2));
  await startUpload(page, t, 2);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(chosenFile(page, t, 'letter-1.txt')).toBeVisible();
  const name = t('file-shares:bundle.named', { name: 'letter-0.txt', count: 1 });
  await expect(cardOf(page, name)).toHaveCount(0);
  expect(deleted).toBe(1);
  await page.unroute('**/api/bundles/*/coming');
  await startUpload(page, t, 2);
  await expect(page.getByText(t('file-shares:bundle.completed'))).toBeVisible();
});

test('after a reload the same files continue into the same link @once', async ({
  page,
  t,
  admin,
}) => {
  const files = letters(30);
  const gate = await holdStorage(page, 8);
  await page.goto('/upload');
  await chooseFiles(page, t, files);
  await startUpload(page, t, 30);
  const name = t('file-shares:bundle.named', { name: 'letter-0.txt', count: 29 });
  const id = await slugOf(page, name);
  const arrived = async () => (await admin.call(getBundle, { params: { id } })).item_count ?? 0;
  await expect.poll(arrived).toBe(8);
  await page.reload();
  await gate.open();
  const unfinished = cardOf(page, t('file-shares:bundle.unfinished', { name }));
  await expect(
    unfinished.getByText(t('file-shares:bundle.arrived', { arrived: 8, count: 30 })),
  ).toBeVisible();
  await expectAccessible(page);
  const chooser = page.waitForEvent('filechooser');
  await unfinished.getByRole('button', { name: t('tasks:pending.choose') }).click();
  await (await chooser).setFiles(files);
  await allArrived(page, t, name);
  await expect(unfinished).toHaveCount(0);
  expect(await slugOf(page, name)).toBe(id);
  const bundle = await admin.call(getBundle, { params: { id } });
  expect([bundle.state, bundle.item_count]).toEqual(['complete', 30]);
  const { items } = await admin.call(listBundleItems, { params: { id }, query: {} });
  expect(items.map((item) => item.name).sort()).toEqual(files.map((file) => file.name).sort());
});

test('a file that failed is tried again, or left out @once', async ({ page, t, admin }) => {
  // A file without a name is refused by the server.
  const refuse = (name: string) =>
    page.route(isBeginning, (route) => {
      const postData = (route.request().postData() ?? '').replace(
        `"filename":"${name}"`,
        '"filename":""',
      );
      return route.continue({ postData });
    });
  await refuse('letter-1.txt');
  await page.goto('/upload');
  await chooseFiles(page, t, letters(3));
  await startUpload(page, t, 3);
  await closeResult(page, t);
  const name = t('file-shares:bundle.named', { name: 'letter-0.txt', count: 2 });
  const card = cardOf(page, name);
  await expect(card.getByText(t('file-shares:bundle.failed', { count: 1 }))).toBeVisible();
  await expect(card).toContainText(/2 (of|\/) 3/);
  const id = await slugOf(page, name);
  expect((await admin.call(getBundle, { params: { id } })).state).toBe('receiving');
  await page.unroute(isBeginning);
  await card.getByRole('button', { name: t('file-shares:bundle.retry') }).click();
  await allArrived(page, t, name);
  expect((await admin.call(getBundle, { params: { id } })).item_count).toBe(3);
  await card.getByRole('button', { name: t('tasks:item.remove', { name }) }).click();

  await refuse('letter-2.txt');
  await chooseFiles(page, t, letters(3));
  await startUpload(page, t, 3);
  await card.getByRole('button', { name: t('file-shares:bundle.finish') }).click();
  await allArrived(page, t, name);
  const second = await slugOf(page, name);
  const bundle = await admin.call(getBundle, { params: { id: second } });
  expect([bundle.state, bundle.item_count]).toEqual(['complete', 2]);
});

test('a cancelled start returns the files to the form; what has arrived stays', {
  tag: '@once',
}, async ({ page, t, admin }) => {
  const gate = await holdStorage(page, 0);
  await page.goto('/upload');
  await chooseFiles(page, t, letters(3));
  await startUpload(page, t, 3);
  await closeResult(page, t);
  const name = t('file-shares:bundle.named', { name: 'letter-0.txt', count: 2 });
  const cancel = cardOf(page, name).getByRole('button', {
    name: t('tasks:item.cancel', { name }),
    exact: true,
  });
  await expect.poll(() => gate.sent.length).toBe(3);
  const id = await slugOf(page, name);
  await cancel.click();
  await expect(chosenFile(page, t, 'letter-2.txt')).toBeVisible();
  await expect
    .poll(() => admin.call(getBundle, { params: { id } }).catch(({ code }) => code))
    .toBe('bundles.not_found');

  await page.unrouteAll();
  await holdStorage(page, 1);
  await startUpload(page, t, 3);
  await closeResult(page, t);
  await expect(cardOf(page, name)).toContainText(/1 (of|\/) 3/);
  await cancel.click();
  await expect(cardOf(page, name)).toContainText(t('tasks:states.cancelled'));
  const second = await slugOf(page, name);
  const bundle = await admin.call(getBundle, { params: { id: second } });
  expect([bundle.state, bundle.item_count]).toEqual(['complete', 1]);
  await page.unrouteAll();
  await cardOf(page, name)
    .getByRole('button', { name: t('tasks:item.retry', { name }) })
    .click();
  await allArrived(page, t, name);
  expect((await admin.call(getBundle, { params: { id: second } })).item_count).toBe(3);
});

test('a bundle under way has no violation, and its files can be paused one by one (WCAG 2.2)', async ({
  page,
  t,
}) => {
  test.setTimeout(120_000);
  await holdStorage(page, 1);
  await page.goto('/upload');
  await chooseFiles(page, t, letters(6));
  await openUploadOptions(page, t);
  await expectAccessible(page);
  await openUploadOptions(page, t);
  await startUpload(page, t, 6);
  await closeResult(page, t);
  const name = t('file-shares:bundle.named', { name: 'letter-0.txt', count: 5 });
  const card = cardOf(page, name);
  await card.getByText(t('file-shares:bundle.files', { count: 6 }), { exact: true }).click();
  const row = card.getByRole('row', { name: 'letter-5.txt' });
  await row.getByRole('button', { name: t('tasks:item.pause', { name: 'letter-5.txt' }) }).click();
  await expect(row.getByText(t('tasks:states.paused'), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('button', { name: t('tasks:item.pause', { name }), exact: true }).click();
  await expect(
    card.getByRole('button', { name: t('tasks:item.resume', { name }), exact: true }),
  ).toBeVisible();
  await expect(card.getByRole('status')).toHaveCount(1);
});

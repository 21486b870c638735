import { rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { ApiError } from '@satchel/api-client/api-error';
import { SETTING_GROUPS } from '@satchel/api-client/contract/limits';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { describeError } from '@satchel/api-client/messages';
import { sha256Of, writeRandomFile } from './fixtures/files.ts';
import {
  chooseFiles,
  chooseLinks,
  openUploadOptions,
  startUpload,
  uploadRow,
} from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

/** Projects that upload 200 MB: one on a desktop and one on a phone. Others upload less. */
const LARGE_IN = ['desktop-en', 'phone-zh'];

/** Whether a request goes directly to the storage, not to the API. */
const isStorage = ({ pathname }: URL) => pathname.startsWith('/s3/');

test('chosen files are listed at once, before a click could miss what moves', {
  tag: '@once',
}, async ({ page, t }) => {
  await page.goto('/upload', { waitUntil: 'networkidle' });
  // Code that loads late never comes.
  await page.route('**/assets/*.js', () => undefined);
  await chooseFiles(page, t, [
    { name: 'listed.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') },
  ]);
  await expect(page.getByText('listed.txt', { exact: true })).toBeVisible();
  await openUploadOptions(page, t);
  await expect(page.getByLabel(t('shares:fields.slug'))).toBeVisible();
});

test(
  'a file of 200 MB goes up with visible progress and comes down the same (SPEC 2, 4, 9)',
  { tag: '@once' },
  async ({ page, t, admin, openVisitor }, testInfo) => {
    test.setTimeout(180_000);
    const mebibytes = LARGE_IN.includes(testInfo.project.name) ? 200 : 64;
    await admin.call(updateSettingGroup, {
      params: { group: SETTING_GROUPS.global },
      query: {},
      body: { max_upload_size: 300 },
    });
    const path = testInfo.outputPath('travel.bin');
    const hash = await writeRandomFile(path, mebibytes);

    await page.goto('/upload');
    await chooseFiles(page, t, path);
    await page.evaluate(() => {
      // Records every value of the progress bar, because it changes too fast for Playwright.
      new MutationObserver(() => {
        const value = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow');
        const values = (document.body.dataset.progress ?? '').split(' ');
        if (value && values.at(-1) !== value) {
          document.body.dataset.progress = [...values, value].join(' ').trim();
        }
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await startUpload(page, t, 1);
    const item = uploadRow(page, 'travel.bin');
    await expect(
      item.getByRole('progressbar', { name: t('tasks:item.progress', { name: 'travel.bin' }) }),
    ).toBeVisible();
    await expect(item.getByText(t('tasks:states.completed'), { exact: true })).toBeVisible({
      timeout: 120_000,
    });
    const shown = await page.evaluate(() => document.body.dataset.progress ?? '');
    const between = shown
      .split(' ')
      .map(Number)
      .filter((value) => value > 0 && value < 100);
    expect(new Set(between).size, `the bar showed ${shown}`).toBeGreaterThan(1);
    expect(between, 'and never went back').toEqual(between.toSorted((a, b) => a - b));

    const link = (await item.getByRole('link').getAttribute('href')) ?? '';
    const reader = await openVisitor();
    await reader.goto(link);
    await expect(reader.getByRole('heading', { name: 'travel.bin' })).toBeVisible();
    const download = reader.waitForEvent('download');
    await reader.getByRole('link', { name: t('file-shares:view.download') }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('travel.bin');
    expect(await sha256Of(await file.createReadStream())).toBe(hash);
    await rm(path);
  },
);

test('an upload that is cancelled or fails goes on with one press (SPEC 4, 8)', {
  tag: '@once',
}, async ({ page, t, language }) => {
  await page.goto('/upload');
  // Requests to the storage get no answer, so the upload neither completes nor fails.
  await page.route(isStorage, () => {});
  const name = 'letter.txt';
  await chooseFiles(page, t, [{ name, mimeType: 'text/plain', buffer: Buffer.from('Dear all') }]);
  await startUpload(page, t, 1);
  const item = uploadRow(page, name);
  const stateOf = (state: 'running' | 'cancelled' | 'failed' | 'completed') =>
    item.getByText(t(`tasks:states.${state}`), { exact: true });
  // After some seconds without a byte a running upload says that instead.
  const quiet = item.getByText(new RegExp(t('tasks:item.quiet', { seconds: '\\d+' })));
  await expect(stateOf('running').or(quiet)).toBeVisible();
  await item.getByRole('button', { name: t('tasks:item.cancel', { name }) }).click();
  await expect(stateOf('cancelled')).toBeVisible();

  await page.unroute(isStorage);
  await page.route(isStorage, (route) => route.abort('connectionreset'));
  await item.getByRole('button', { name: t('tasks:item.retry', { name }) }).click();
  await expect(stateOf('failed')).toBeVisible();
  const failure = new ApiError({ code: 'upload.part_failed', status: 0, message: '' });
  await expect(item.getByText(describeError(failure, language))).toBeVisible();

  await page.unroute(isStorage);
  await item.getByRole('button', { name: t('tasks:item.retry', { name }) }).click();
  await expect(stateOf('completed')).toBeVisible();
  await item.getByRole('link').click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('Dear all')).toBeVisible();
});

test('many files are chosen, taken off, and shared under one set of options (SPEC 3, 9) @once', async ({
  page,
  t,
  openVisitor,
}) => {
  const files = ['one.txt', 'two.txt', 'three.txt', 'four.txt'].map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(`This is ${name}.`),
  }));
  await page.goto('/upload');
  await chooseFiles(page, t, files);
  await page
    .getByRole('button', { name: t('file-shares:upload.remove', { name: 'two.txt' }) })
    .click();
  await chooseLinks(page, t, 'each');
  await openUploadOptions(page, t);
  await page.getByLabel(t('shares:fields.password'), { exact: true }).fill('open sesame');
  await page.getByLabel(t('shares:fields.remark')).fill('Three letters');
  await startUpload(page, t, 3);
  await expect(page.getByText(t('tasks:states.completed'), { exact: true })).toHaveCount(3);
  await expect(uploadRow(page, 'two.txt')).toHaveCount(0);

  const link = (await uploadRow(page, 'three.txt').getByRole('link').getAttribute('href')) ?? '';
  const reader = await openVisitor();
  await reader.goto(link);
  await reader.getByLabel(t('share-views:password.label'), { exact: true }).fill('open sesame');
  await reader.keyboard.press('Enter');
  await expect(reader.getByText('This is three.txt.')).toBeVisible();
  await expect(reader.getByText('Three letters')).toBeVisible();

  await page.reload();
  const recent = page.getByRole('main').getByRole('link', { name: /\.txt$/ });
  await expect(recent, 'recent uploads shows three').toHaveCount(3);
});

test('files are dropped and pasted onto the page (SPEC 2)', { tag: '@once' }, async ({
  page,
  t,
}) => {
  await page.goto('/upload');
  const zone = page.getByText(t('file-shares:upload.drop'), { exact: true });
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
    return transfer;
  });
  await zone.dispatchEvent('dragover', { dataTransfer: dropped });
  await expect(page.getByText(t('file-shares:upload.dropActive'))).toBeVisible();
  await page
    .getByText(t('file-shares:upload.dropActive'))
    .dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('dropped.txt', { exact: true })).toBeVisible();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['pasted'], 'pasted.txt', { type: 'text/plain' }));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(page.getByText('pasted.txt', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('button', { name: t('file-shares:upload.start', { count: 2 }) }),
  ).toBeEnabled();
});

test('a file beyond the limit is left out before anything is sent (SPEC 3, 5)', {
  tag: '@once',
}, async ({ page, t, admin }) => {
  await admin.call(updateSettingGroup, {
    params: { group: SETTING_GROUPS.global },
    query: {},
    body: { max_upload_size: 1 },
  });
  await page.goto('/upload');
  await expect(page.getByText(t('file-shares:upload.limit', { size: '1 MB' }))).toBeVisible();
  const buffer = Buffer.alloc(1024 * 1024 + 1);
  await chooseFiles(page, t, [{ name: 'heavy.bin', mimeType: '', buffer }]);
  await expect(
    page.getByText(t('file-shares:upload.tooLarge', { name: 'heavy.bin', size: '1 MB' })),
  ).toBeVisible();
  await expect(
    page.getByRole('button', { name: t('file-shares:upload.pageTitle'), exact: true }),
  ).toBeDisabled();
  await admin.call(updateSettingGroup, {
    params: { group: SETTING_GROUPS.global },
    query: {},
    body: { max_upload_size: 300 },
  });
});

test('recent uploads that do not load say so, and load again', { tag: '@once' }, async ({
  page,
  t,
  admin,
}) => {
  await admin.shareFile('recent.txt', 'recent');
  await page.route(/\/api\/files\?/, (route) => route.fulfill({ status: 500 }));
  await page.goto('/upload');
  const failure = page.getByRole('alert').filter({ hasText: t('file-shares:upload.recentFailed') });
  await expect(failure).toBeVisible();
  await expect(page.getByText(t('file-shares:upload.noRecent'))).toHaveCount(0);
  await page.unroute(/\/api\/files\?/);
  await failure.getByRole('button', { name: t('shell:actions.retry') }).click();
  await expect(page.getByRole('link', { name: 'recent.txt' })).toBeVisible();
});

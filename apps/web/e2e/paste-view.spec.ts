import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { getFileShare } from '@satchel/api-client/contract/file-shares';
import { deleteTextShares, getTextShare } from '@satchel/api-client/contract/text-shares';
import { write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

const TEXT = '# Recipe\n\n1. Boil *water*\n2. Add tea\n';

test('a shared text is read, copied, downloaded and opened raw (SPEC 2)', async ({
  page,
  context,
  t,
  admin,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const slug = await admin.shareText(TEXT);
  await page.goto(`/paste/${slug}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Recipe' })).toBeVisible();
  await page.getByRole('button', { name: t('text-shares:view.source') }).click();
  await expect(main).toContainText('1. Boil *water*');

  await page.getByRole('button', { name: t('text-shares:view.copyText'), exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(TEXT);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('text-shares:view.download'), exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${slug}.md`);
  expect(await readFile(await file.path(), 'utf8')).toBe(TEXT);

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: t('text-shares:view.raw') }).click();
  const raw = await opened;
  await expect(raw.locator('body')).toContainText('1. Boil *water*');
  await expect(page.getByRole('button', { name: t('shell:actions.edit') })).toHaveCount(0);
});

test('to open a link asks once for each thing, and is one view (CONTRACT A3) @once', async ({
  page,
  admin,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/(paste|public|test|admin)\//.test(pathname)) asked.push(pathname + search);
  });
  const text = await admin.shareText(TEXT);
  await page.goto(`/paste/${text}`);
  await expect(page.getByRole('heading', { name: 'Recipe' })).toBeVisible();
  const site = '/api/admin/settings?group=4&metadata=false';
  expect(asked.sort()).toEqual([site, `/api/paste/${text}`, `/api/paste/${text}?peek=true`]);
  expect((await admin.call(getTextShare, { params: { id: text } })).views).toBe(1);

  asked.length = 0;
  const file = await admin.shareFile('notes.txt', 'Words of a file');
  await page.goto(`/file/${file}`);
  await expect(page.getByText('Words of a file')).toBeVisible();
  const path = `/api/public/files/${file}`;
  expect(asked.sort()).toEqual([site, path, `${path}?peek=true`]);
  expect((await admin.call(getFileShare, { params: { id: file } })).views).toBe(1);
});

test.describe('as its owner', () => {
  test.use({ isLoggedIn: true });

  test('a shared text is edited in place, its suffix too (SPEC 6)', async ({ page, t, admin }) => {
    const slug = await admin.shareText(TEXT);
    await page.goto(`/paste/${slug}`);
    await page.getByRole('button', { name: t('shell:actions.edit'), exact: true }).click();
    await write(page, t, '# Better recipe');
    await page.getByLabel(t('shares:fields.slug')).fill(`${slug}-better`);
    await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
    await expect(page).toHaveURL(`/paste/${slug}-better`);
    await expect(page.getByRole('heading', { name: 'Better recipe' })).toBeVisible();
    await expect(page.getByText(t('text-shares:edit.saved'))).toBeVisible();
  });

  test('a limited text is opened without spending a view (SPEC 6)', { tag: '@once' }, async ({
    page,
    t,
    admin,
  }) => {
    const slug = await admin.shareText('My own words', { maxViews: 1, password: 'secret' });
    await page.goto(`/paste/${slug}`);
    await page.getByRole('button', { name: t('share-views:owner.open') }).click();
    await expect(page.getByText('My own words')).toBeVisible();
    const { views } = await admin.call(getTextShare, { params: { id: slug } });
    expect(views).toBe(0);
  });
});

test('links to nothing, to expired and to deleted texts say what is wrong (SPEC 8) @once', async ({
  page,
  t,
  admin,
}) => {
  const titleOf = (state: 'notFound' | 'expired') =>
    page.getByRole('heading', { name: t(`share-views:states.${state}Title`), level: 1 });
  await page.goto('/paste/no-such-text');
  await expect(titleOf('notFound')).toBeVisible();

  const expiresAt = new Date(Date.now() + 1500).toISOString();
  const brief = await admin.shareText('brief', { expiresAt });
  await expect
    .poll(async () => (await page.request.get(`/api/paste/${brief}?peek=1`)).status())
    .toBe(410);
  await page.goto(`/paste/${brief}`);
  await expect(titleOf('expired')).toBeVisible();

  const slug = await admin.shareText('deleted');
  const { id } = await admin.call(getTextShare, { params: { id: slug } });
  await admin.call(deleteTextShares, { body: { ids: [id] } });
  await page.goto(`/paste/${slug}`);
  await expect(titleOf('notFound')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('share-views:states.home') })
    .click();
  await expect(page).toHaveURL('/');
});

test('long lines of code are whole on paper (SPEC 2)', { tag: '@once' }, async ({
  page,
  admin,
}) => {
  const line = `const words = '${'word '.repeat(80)}';`;
  const texts = [
    await admin.shareText(`\`\`\`js\n${line}\n\`\`\``, { kind: 'markdown' }),
    await admin.shareText(line, { kind: 'code', language: 'javascript' }),
  ];
  await page.emulateMedia({ media: 'print' });
  for (const slug of texts) {
    await page.goto(`/paste/${slug}`);
    const code = page.locator('pre code');
    await expect(code).toContainText('word word');
    const right = await code.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().right;
    });
    expect(right, 'the line ends on the page').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  }
});

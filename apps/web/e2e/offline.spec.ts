import { expect } from '@playwright/test';
import { updateTextShare } from '@satchel/api-client/contract/text-shares';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import { openFirst, readBrowserStores, waitForParts } from './fixtures/offline.ts';
import { editorOf, logOut } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true, serviceWorkers: 'allow' });
test.describe.configure({ timeout: 120_000 });

test('after the first load Home, seen shares and seen directories open while the server is stopped (SPEC 4) @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('kept.txt');
  const text = await admin.shareText('a text that was seen');
  const unseen = await admin.shareText('a text that was not');
  const file = await admin.shareFile('seen.txt', 'content');
  // Waits for the cache, which is written shortly after the page is visible.
  const kept = (words: string) =>
    expect.poll(() => readBrowserStores(page), `${words} is kept`).toContain(words);
  await openFirst(page);
  await page.goto(`/paste/${text}`);
  await expect(page.getByText('a text that was seen')).toBeVisible();
  await kept('a text that was seen');
  await page.goto(`/file/${file}`);
  await expect(page.getByRole('heading', { name: 'seen.txt' })).toBeVisible();
  await kept('seen.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  await expect(entryOf(page, 'kept.txt')).toBeVisible();
  await kept('kept.txt');

  await server.pause();
  try {
    const bar = page.getByRole('region', { name: t('offline:bar.label') });
    await page.goto('/');
    await expect(page.getByRole('textbox', { name: t('markdown:editor.label') })).toBeVisible();

    await page.goto(`/paste/${text}`);
    await expect(page.getByText('a text that was seen')).toBeVisible();
    await expect(bar).toContainText(t('offline:bar.offline'));
    await expect(bar).toContainText(new RegExp(t('offline:bar.copy', { age: '.+' })));

    await page.goto(`/file/${file}`);
    await expect(page.getByRole('heading', { name: 'seen.txt' })).toBeVisible();

    await page.goto(`/mount-explorer${mount.path}`);
    await expect(entryOf(page, 'kept.txt')).toBeVisible();

    await page.goto(`/paste/${unseen}`);
    await expect(page.getByRole('button', { name: t('shell:actions.retry') })).toBeVisible();
  } finally {
    await server.resume();
  }
});

test('a copy is replaced by what the server has once it is back', { tag: '@once' }, async ({
  page,
  context,
  t,
  admin,
}) => {
  const slug = await admin.shareText('the first version');
  await openFirst(page, `/paste/${slug}`);
  await expect(page.getByText('the first version')).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('the first version')).toBeVisible();
  const bar = page.getByRole('region', { name: t('offline:bar.label') });
  await expect(bar).toContainText(t('offline:bar.offline'));
  await admin.call(updateTextShare, {
    params: { id: slug },
    body: { content: 'the second version' },
  });
  await context.setOffline(false);
  await expect(page.getByText('the second version')).toBeVisible();
  await expect(bar).toBeHidden();
});

test('contents with a password or a limit are never kept, and a log-out clears all that was (SPEC 3, SECURITY 5, 11)', {
  tag: '@once',
}, async ({ page, t, admin }) => {
  const open = await admin.shareText('a text for everybody');
  const limited = await admin.shareText('a text for one reader', { maxViews: 3 });
  const locked = await admin.shareText('a text behind a password', { password: 'open sesame' });
  await openFirst(page, `/paste/${open}`);
  await expect(page.getByText('a text for everybody')).toBeVisible();
  await expect.poll(() => readBrowserStores(page)).toContain('a text for everybody');
  await page.goto(`/paste/${limited}`);
  await page.getByRole('button', { name: t('share-views:limited.open') }).click();
  await expect(page.getByText('a text for one reader')).toBeVisible();
  await waitForParts(page);
  await page.goto(`/paste/${locked}`);
  await page.getByLabel(t('share-views:password.label'), { exact: true }).fill('open sesame');
  await page.getByRole('button', { name: t('share-views:password.submit'), exact: true }).click();
  await expect(page.getByText('a text behind a password')).toBeVisible();
  await waitForParts(page);
  const kept = await readBrowserStores(page);
  expect(kept).not.toContain('a text for one reader');
  expect(kept).not.toContain('a text behind a password');
  expect(kept).not.toContain('open sesame');

  await page.goto('/admin');
  await logOut(page, t);
  await expect(page.getByText(t('shell:session.loggedOut'))).toBeVisible();
  await expect.poll(() => readBrowserStores(page)).not.toContain('a text for everybody');
  const after = await readBrowserStores(page);
  expect(after).not.toContain(admin.token);
  expect(after).not.toContain('/api/');
});

test('the worker is never in the way of calls, files, ranges and streams', {
  tag: '@once',
}, async ({ page, admin, server }) => {
  const slug = await admin.shareFile('long.txt', 'x'.repeat(100_000));
  await openFirst(page);
  const responses: { url: string; isFromWorker: boolean }[] = [];
  page.on('response', (response) => {
    responses.push({ url: response.url(), isFromWorker: response.fromServiceWorker() });
  });
  const result = await page.evaluate(
    async ({ address, headers }) => {
      const range = await fetch(address, { headers: { range: 'bytes=10-19' } });
      const upload = await fetch('/api/upload-direct/streamed.txt', {
        method: 'PUT',
        headers,
        body: new Blob(['y'.repeat(1000)]),
      });
      const navigation = await fetch('/api/health', { headers: { accept: 'text/html' } });
      return [range.status, (await range.text()).length, upload.status, navigation.status];
    },
    { address: `/api/file-download/${slug}`, headers: admin.headers() },
  );
  expect(result).toEqual([206, 10, 201, 200]);
  const calls = responses.filter(({ url }) => /\/(api|s3|dav)\//.test(url));
  expect(calls.length).toBeGreaterThanOrEqual(3);
  expect(calls.filter(({ isFromWorker }) => isFromWorker)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.evaluate((address) => window.location.assign(address), `/api/file-download/${slug}`);
  expect((await download).url()).toBe(`${server.origin}/api/file-download/${slug}`);
});

test('a page whose code was never loaded says that it is unavailable (SPEC 2) @once', async ({
  page,
  t,
  server,
}) => {
  await openFirst(page);
  await expect(editorOf(page, t)).toBeVisible();
  await server.pause();
  try {
    await page.goto('/admin/key-management');
    await expect(page.getByRole('heading', { name: t('shell:unavailable.title') })).toBeVisible();
    await expect(page.getByRole('button', { name: t('shell:unavailable.retry') })).toBeVisible();
    await expect(page.getByRole('button', { name: t('shell:unavailable.back') })).toBeVisible();
    await page.getByRole('link', { name: t('shell:unavailable.home') }).click();
    await expect(page.getByRole('textbox', { name: t('markdown:editor.label') })).toBeVisible();
  } finally {
    await server.resume();
  }
});

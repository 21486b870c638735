import { Readable } from 'node:stream';
import { expect, type Page, type Route } from '@playwright/test';
import { listFileShares } from '@satchel/api-client/contract/file-shares';
import { SETTING_GROUPS } from '@satchel/api-client/contract/limits';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import {
  listStorageConfigs,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { logInByApi } from './fixtures/api.ts';
import { sha256Of, writeRandomFile } from './fixtures/files.ts';
import { makeMount, uploadHere } from './fixtures/mounts.ts';
import { startServer } from './fixtures/server.ts';
import { chooseFiles, startUpload, uploadRow } from './fixtures/steps.ts';
import { holdStorage } from './fixtures/storage-gate.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

/** Longer than the timeout of ordinary calls (SPEC 9). */
const LONGER_THAN_A_CALL_MS = 40_000;

/** Whether a request goes directly to the storage, not to the API. */
const isStorage = ({ pathname }: URL) => pathname.startsWith('/s3/');

const callOf =
  (name: string) =>
  ({ pathname }: URL) =>
    pathname === `/api/s3/${name}`;

const completed = (page: Page, t: Words, name: string) =>
  uploadRow(page, name).getByText(t('tasks:states.completed'), { exact: true });

/** Loses the answer to the first of these requests, after it has reached the server. */
async function loseFirstAnswer(page: Page, isMeant: (url: URL) => boolean): Promise<() => number> {
  let calls = 0;
  await page.route(isMeant, async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return () => calls;
}

for (const call of ['commit', 'multipart/complete']) {
  test(
    `an upload outlives the loss of one answer to ${call} (SPEC 4)`,
    { tag: '@once' },
    async ({ page, t }, testInfo) => {
      const path = testInfo.outputPath('travel.bin');
      await writeRandomFile(path, 12);
      const calls = await loseFirstAnswer(page, callOf(call));
      await page.goto('/upload');
      await chooseFiles(page, t, path);
      await startUpload(page, t, 1);
      await expect(completed(page, t, 'travel.bin')).toBeVisible({ timeout: 40_000 });
      expect(calls()).toBeGreaterThan(1);
    },
  );
}

test('a small file takes two requests, and is shared once though the answer to its PUT is lost', {
  tag: '@once',
}, async ({ page, t, admin }) => {
  const puts = await loseFirstAnswer(page, isStorage);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(s3|batch)(\/|$)/.test(pathname)) calls.push(pathname);
  });
  await page.goto('/upload');
  const name = `${crypto.randomUUID()}.txt`;
  await chooseFiles(page, t, [{ name, mimeType: 'text/plain', buffer: Buffer.from('small') }]);
  await startUpload(page, t, 1);
  await expect(completed(page, t, name)).toBeVisible({ timeout: 40_000 });
  expect(puts()).toBe(2);
  expect(calls).toEqual(['/api/s3/multipart/init']);
  const { files } = (await admin.call(listFileShares, { query: { search: name } })).data;
  expect(files).toMatchObject([{ filename: name, size: 5 }]);
});

for (const call of ['multipart/complete', 'commit']) {
  test(
    `an upload waits for ${call} longer than for other calls (SPEC 9)`,
    {
      tag: '@once',
    },
    async ({ page, t }, testInfo) => {
      const path = testInfo.outputPath('travel.bin');
      await writeRandomFile(path, 12);
      await page.clock.install();
      const held: Route[] = [];
      await page.route(callOf(call), (route) => void held.push(route));
      await page.goto('/upload');
      await chooseFiles(page, t, path);
      await startUpload(page, t, 1);
      await expect.poll(() => held.length, { timeout: 30_000 }).toBe(1);
      await page.clock.fastForward(LONGER_THAN_A_CALL_MS);
      await held[0]?.continue();
      await expect(completed(page, t, 'travel.bin')).toBeVisible();
      expect(held, 'it was asked for once').toHaveLength(1);
    },
  );
}

test(
  'an upload outlives the loss of one answer to refresh-urls (SPEC 4)',
  { tag: '@once' },
  async ({ page, t }, testInfo) => {
    const path = testInfo.outputPath('travel.bin');
    await writeRandomFile(path, 12);
    const calls = await loseFirstAnswer(page, callOf('multipart/refresh-urls'));
    let puts = 0;
    await page.route(isStorage, (route) => {
      puts += 1;
      // The first URL counts as expired, so that the uploader has to request another.
      return puts === 1 ? route.fulfill({ status: 403 }) : route.continue();
    });
    await page.goto('/upload');
    await chooseFiles(page, t, path);
    await startUpload(page, t, 1);
    await expect(completed(page, t, 'travel.bin')).toBeVisible({ timeout: 40_000 });
    expect(calls()).toBe(2);
  },
);

test(
  'parts go to the address for uploads, and home where that is away (UPLOAD_URL)',
  {
    tag: '@once',
  },
  async ({ browser, t }, testInfo) => {
    const server = await startServer();
    const { origin } = server;
    const { host, port } = new URL(origin);
    const uploads = `localhost:${port}`;
    const path = testInfo.outputPath('travel.bin');
    const hash = await writeRandomFile(path, 40);
    await server.pause();
    await server.resume({ PUBLIC_URL: origin, UPLOAD_URL: `http://${uploads}` });
    const context = await browser.newContext({ baseURL: origin });
    try {
      const problems: string[] = [];
      context.on('console', (message) => {
        if (/content security|CORS/i.test(message.text())) problems.push(message.text());
      });
      const { token } = await logInByApi(origin);
      await context.addInitScript((value) => localStorage.setItem('admin_token', value), token);
      const page = await context.newPage();
      const hosts: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT') hosts.push(new URL(request.url()).host);
      });
      const upload = async () => {
        hosts.length = 0;
        await page.goto('/upload');
        await chooseFiles(page, t, path);
        await startUpload(page, t, 1);
        await expect(completed(page, t, 'travel.bin')).toBeVisible({ timeout: 60_000 });
        const link = uploadRow(page, 'travel.bin').getByRole('link').first();
        const slug = (await link.getAttribute('href'))?.split('/').at(-1);
        const stored = await fetch(`${origin}/api/file-view/${slug}`);
        expect(await sha256Of(Readable.from(stored.body ?? []))).toBe(hash);
      };
      await upload();
      // The first parts do not wait for the answer of that address.
      expect(hosts.filter((each) => each === uploads).length).toBeGreaterThan(1);
      expect(problems).toEqual([]);

      // The probe still reaches the server; the parts do not.
      await page.route(
        (url) => url.host === uploads && url.pathname !== '/s3',
        (route) => route.abort('connectionreset'),
      );
      await upload();
      expect(hosts.filter((each) => each === host).length).toBeGreaterThan(3);
    } finally {
      await context.close();
      await server.stop();
    }
  },
);

test('files that the storage has no space for say so on their bundle, and Retry uploads them later', {
  tag: '@once',
}, async ({ browser, t }) => {
  const server = await startServer();
  const context = await browser.newContext({ baseURL: server.origin });
  try {
    const admin = await logInByApi(server.origin);
    const [storage] = await admin.call(listStorageConfigs, {});
    const limitTo = (total_storage_bytes: number) =>
      admin.call(updateStorageConfig, {
        params: { id: storage?.id ?? '' },
        body: { total_storage_bytes },
      });
    await limitTo(1024 * 1024);
    await context.addInitScript((token) => localStorage.setItem('admin_token', token), admin.token);
    const page = await context.newPage();
    await page.goto('/upload');
    await chooseFiles(page, t, [
      { name: 'fits.txt', mimeType: 'text/plain', buffer: Buffer.from('It fits.') },
      { name: 'large.bin', mimeType: 'x/y', buffer: Buffer.alloc(2 * 1024 * 1024) },
    ]);
    const gate = await holdStorage(page);
    await startUpload(page, t, 2);
    const recent = (count: number, size: string) =>
      page.getByText(`${t('file-shares:bundle.files', { count })} · ${size}`);
    const uploading = page
      .getByRole('listitem')
      .filter({ hasText: `${t('tasks:states.running')} · ` });
    await expect(uploading).toBeVisible();
    await expect(uploading, 'a running bundle is not an empty one').not.toContainText(
      t('file-shares:bundle.files', { count: 0 }),
    );
    await gate.open();
    const failure = page
      .getByRole('alert')
      .filter({ hasText: t('file-shares:bundle.failed', { count: 1 }) });
    await expect(failure).toContainText(
      'Insufficient storage: the file has 2 MB, 1 MB of 1 MB are left',
    );
    await expect(failure).not.toContainText('request');
    await expect(recent(1, '8 B')).toBeVisible();

    await limitTo(4 * 1024 * 1024);
    await page.keyboard.press('Escape');
    await failure.getByRole('button', { name: t('file-shares:bundle.retry') }).click();
    await expect(page.getByText(t('file-shares:bundle.completed'))).toBeVisible();
  } finally {
    await context.close();
    await server.stop();
  }
});

test('an upload into a folder that the server has refused is not offered again @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  const limitTo = (max_upload_size: number) =>
    admin.call(updateSettingGroup, {
      params: { group: SETTING_GROUPS.global },
      query: {},
      body: { max_upload_size },
    });
  const gate = await holdStorage(page);
  await page.goto(`/mount-explorer${mount.path}`);
  const buffer = Buffer.alloc(2 * 1024 * 1024);
  await uploadHere(page, t, { name: 'heavy.bin', mimeType: '', buffer });
  await expect.poll(() => gate.sent.length).toBeGreaterThan(0);
  await limitTo(1);
  try {
    const refusal = page.waitForResponse((reply) => reply.status() === 413);
    await gate.open();
    await refusal;
    // The list of unfinished uploads is read a moment later.
    await page.waitForTimeout(1000);
    await expect(page.getByText(t('tasks:pending.title', { count: 1 }))).toHaveCount(0);
  } finally {
    await limitTo(300);
  }
});

test('an upload into a folder says why it failed @once', async ({ page, t, admin, server }) => {
  const mount = await makeMount(admin, server.origin);
  const [storage] = await admin.call(listStorageConfigs, {});
  const limitTo = (total_storage_bytes: number | null) =>
    admin.call(updateStorageConfig, {
      params: { id: storage?.id ?? '' },
      body: { total_storage_bytes },
    });
  await page.goto(`/mount-explorer${mount.path}`);
  await limitTo(1);
  try {
    await uploadHere(page, t, { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('aa') });
    await expect(page.getByText(/^Insufficient storage: the file has 2 B/)).toBeVisible();
  } finally {
    await limitTo(null);
  }
});

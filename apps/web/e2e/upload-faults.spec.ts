import { expect, type Page, type Route } from '@playwright/test';
import { writeRandomFile } from './fixtures/files.ts';
import { chooseFiles, startUpload, uploadRow } from './fixtures/steps.ts';
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

/** Loses the answer to the first call with this name, after the call has reached the server. */
async function loseFirstAnswer(page: Page, name: string): Promise<() => number> {
  let calls = 0;
  await page.route(callOf(name), async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return () => calls;
}

for (const { call, mebibytes } of [
  { call: 'commit', mebibytes: 1 },
  { call: 'multipart/complete', mebibytes: 12 },
]) {
  test(
    `an upload outlives the loss of one answer to ${call} (SPEC 4)`,
    { tag: '@once' },
    async ({ page, t }, testInfo) => {
      const path = testInfo.outputPath('travel.bin');
      await writeRandomFile(path, mebibytes);
      const calls = await loseFirstAnswer(page, call);
      await page.goto('/upload');
      await chooseFiles(page, t, path);
      await startUpload(page, t, 1);
      await expect(completed(page, t, 'travel.bin')).toBeVisible({ timeout: 40_000 });
      expect(calls()).toBeGreaterThan(1);
    },
  );
}

for (const { call, mebibytes } of [
  { call: 'multipart/complete', mebibytes: 12 },
  { call: 'commit', mebibytes: 1 },
]) {
  test(
    `an upload waits for ${call} longer than for other calls (SPEC 9)`,
    {
      tag: '@once',
    },
    async ({ page, t }, testInfo) => {
      const path = testInfo.outputPath('travel.bin');
      await writeRandomFile(path, mebibytes);
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
    const calls = await loseFirstAnswer(page, 'multipart/refresh-urls');
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

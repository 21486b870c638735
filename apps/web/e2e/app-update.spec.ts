import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { waitForWorker } from './fixtures/offline.ts';
import { makeOtherVersion } from './fixtures/other-version.ts';
import { test } from './fixtures/test.ts';
import { startWebHost } from './fixtures/web-host.ts';

test.use({ serviceWorkers: 'allow' });

const DISTRIBUTION = join(import.meta.dirname, '../dist');
const versionOf = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.version ?? 'first');

test('a newer version is taken when the user agrees, and other tabs keep the files of theirs (SPEC 1, 4)', {
  tag: '@once',
}, async ({ context, t, server, problems }) => {
  const other = await makeOtherVersion();
  const host = await startWebHost(server.origin, DISTRIBUTION);
  try {
    const page = await context.newPage();
    await page.goto(host.origin);
    await waitForWorker(page);
    const bystander = await context.newPage();
    await bystander.goto(host.origin);

    host.serve(other);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    const bar = page.getByRole('region', { name: t('offline:update.label') });
    await expect(bar).toBeVisible({ timeout: 60_000 });
    await bar.getByRole('button', { name: t('offline:update.later') }).click();
    await expect(bar).toBeHidden();
    await page.reload();
    await expect(bar, 'asked again at the next visit').toBeVisible();
    expect(await versionOf(page), 'nobody has agreed yet').toBe('first');

    await bar.getByRole('button', { name: t('offline:update.accept') }).click();
    await expect.poll(() => versionOf(page).catch(() => 'loading')).toBe('other');
    expect(await versionOf(bystander), 'it was not reloaded').toBe('first');
    await bystander.evaluate(() => {
      window.history.pushState({}, '', '/upload');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(
      bystander.getByRole('heading', { name: t('file-shares:upload.title') }),
    ).toBeVisible();
    expect(await versionOf(bystander)).toBe('first');
  } finally {
    for (const page of context.pages()) await page.close();
    // Drops problems of the second host, because tests normally may call only their own server.
    problems.splice(0, problems.length, ...problems.filter((one) => !one.includes(host.origin)));
    host.close();
    await rm(other, { recursive: true, force: true });
  }
});

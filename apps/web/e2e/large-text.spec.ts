import { expect, type Locator, type Page } from '@playwright/test';
import { fillBundle, openBundle } from './fixtures/bundles.ts';
import { png, writeRandomFile } from './fixtures/files.ts';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import {
  chooseFiles,
  createShare,
  logInWithKey,
  openUploadOptions,
  startUpload,
  uploadRow,
  write,
} from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

/** Doubles the size of all text, like a reader who has set 32 px in the browser. */
async function doubleText(page: Page, width = 390): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '32px';
    });
  });
}

/** Expects that all buttons in a part of the page are within the window. */
async function expectButtonsWithin(part: Locator): Promise<void> {
  const beyond = () =>
    part.getByRole('button').evaluateAll((buttons) =>
      buttons
        .filter((button) => {
          const { left, right, width } = button.getBoundingClientRect();
          return width > 0 && (left < -1 || right > innerWidth + 1);
        })
        .map((button) => button.textContent || button.ariaLabel),
    );
  await expect.poll(beyond).toEqual([]);
}

test('on a phone with text of double size nothing is beyond the window @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  await doubleText(page);
  const mount = await makeMount(admin, server.origin);
  await mount.put('one.txt');
  await page.goto(`/mount-explorer${mount.path}`);
  await entryOf(page, 'one.txt').click();
  const bar = page.getByRole('region', { name: t('explorer:selection.label') });
  await expect(bar).toBeVisible();
  await expectButtonsWithin(bar);
  await bar.getByRole('button', { name: t('explorer:actions.share') }).click();
  const share = page.getByRole('dialog', { name: t('explorer:share.title') });
  await expect(share).toBeVisible();
  await expectButtonsWithin(share);

  await page.goto('/upload');
  const buffer = Buffer.from('x');
  await chooseFiles(page, t, [
    { name: 'a.txt', mimeType: '', buffer },
    { name: 'b.txt', mimeType: '', buffer },
  ]);
  await openUploadOptions(page, t);
  await expectButtonsWithin(page.getByRole('main'));

  await page.goto('/');
  await write(page, t, 'Hello');
  const result = await createShare(page, t);
  await expectButtonsWithin(result);
  const countdown = result.getByText(t('share-result:hides', { seconds: '' }).split(/\s/)[0] ?? '');
  const { x } = (await countdown.boundingBox()) ?? { x: -1 };
  expect(x).toBeGreaterThanOrEqual(0);
});

test('on the narrowest phone with text of double size the path, a preview and a link can be used @once', async ({
  page,
  t,
  admin,
  server,
  openVisitor,
}) => {
  await doubleText(page, 320);
  const mount = await makeMount(admin, server.origin);
  await mount.put('folder/a.png', png());
  await page.goto(`/mount-explorer${mount.path}/folder`);
  const here = page.getByRole('navigation', { name: t('explorer:location.label') });
  await expect(here.getByText('folder', { exact: true })).toBeInViewport({ ratio: 0.99 });
  await expectButtonsWithin(page.getByRole('main'));
  await page.goto(`/mount-explorer${mount.path}/folder?preview=a.png`);
  const preview = page.getByRole('dialog', { name: 'a.png' });
  await expect(preview).toBeVisible();
  await expectButtonsWithin(preview);

  const bundle = await openBundle(admin, server.origin, { title: 'Narrow' });
  await fillBundle(bundle);
  await page.goto(`/share/${bundle.slug}`);
  const download = page.getByRole('link', { name: t('bundles:view.downloadFiles', { count: 3 }) });
  await expect(download).toBeInViewport({ ratio: 0.99 });

  // A new key has no requests, whatever other stories have made.
  const visitor = await openVisitor();
  await doubleText(visitor, 320);
  await logInWithKey(visitor, t, (await makeKey(admin, PERMISSIONS.file)).key);
  await expect(visitor).toHaveURL(/file-management/);
  await visitor.goto('/admin/upload-requests');
  await expect(
    visitor.getByRole('heading', { name: t('upload-requests:manage.empty') }),
  ).toBeVisible();
  await expectButtonsWithin(visitor.getByRole('main'));
  const beyond = () => document.documentElement.scrollWidth - innerWidth;
  expect(await visitor.evaluate(beyond), 'the page scrolls sideways').toBeLessThanOrEqual(0);
});

test('at 400 % of a small screen no bar covers the page: all of it scrolls (WCAG 2.2, 1.4.10) @once', async ({
  page,
  t,
  admin,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  const slug = await admin.shareFile('a.txt', 'x');
  /** Parts as wide as the window that stay where they are while the page scrolls. */
  const staying = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => {
          const { position, display } = getComputedStyle(element);
          const { width, height } = element.getBoundingClientRect();
          const stays = (position === 'fixed' || position === 'sticky') && display !== 'none';
          return stays && width > innerWidth / 2 && height > 8;
        })
        .map((element) => element.className),
    );
  const pages = [
    ['/', t('shell:nav.label')],
    ['/upload', t('shell:nav.label')],
    ['/admin/settings/global', t('panel:save.label')],
  ] as const;
  for (const [path, label] of pages) {
    await page.goto(path);
    await expect(page.getByLabel(label).last()).toBeVisible();
    expect(await staying(), path).toEqual([]);
  }
  await page.goto(`/file/${slug}`);
  await expect(page.getByRole('link', { name: t('file-shares:view.download') })).toBeVisible();
  expect(await staying()).toEqual([]);
});

test('the progress of an upload is not announced with each step @once', async ({
  page,
  t,
}, testInfo) => {
  await page.addInitScript(() => {
    const said: string[] = [];
    Reflect.set(window, 'said', said);
    const live = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(live);
        const text = region?.textContent?.trim();
        if (text && said.at(-1) !== text) said.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto('/upload');
  const path = testInfo.outputPath('travel.bin');
  await writeRandomFile(path, 60);
  await chooseFiles(page, t, path);
  await startUpload(page, t, 1);
  const done = uploadRow(page, 'travel.bin').getByText(t('tasks:states.completed'), {
    exact: true,
  });
  await expect(done).toBeVisible();
  const finished = t('tasks:ended.completed', { count: 1 });
  await expect(page.getByText(finished).first()).toBeVisible();
  const said = await page.evaluate(() => Reflect.get(window, 'said') as string[]);
  expect(said.filter((text) => text.includes(finished))).not.toEqual([]);
  expect(said.filter((text) => /%|\d+(\.\d+)? [KMG]?B\b/.test(text))).toEqual([]);
  expect(new Set(said).size).toBeLessThan(10);
});

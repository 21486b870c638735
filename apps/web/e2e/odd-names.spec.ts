import { expect } from '@playwright/test';
import { shareEntry } from '@satchel/api-client/contract/file-system';
import { openBundle } from './fixtures/bundles.ts';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

test('a name that cannot be used is refused below the field, in front of the next row (SPEC 2) @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  for (const name of ['a.txt', 'b.txt', 'r\u00e9sum\u00e9.txt', 'trailing ']) await mount.put(name);
  await page.goto(`/mount-explorer${mount.path}`);
  await entryOf(page, 'a.txt').click();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: t('explorer:rename.label', { name: 'a.txt' }) });
  await field.fill('re\u0301sume\u0301.txt');
  const problem = page.getByRole('alert').filter({ hasText: t('explorer:names.taken') });
  await expect(problem).toBeVisible();
  const isInFront = await problem.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  });
  expect(isInFront, 'the next row does not cover the sentence').toBe(true);
  await field.press('Escape');

  await entryOf(page, 'trailing ').click();
  await page.keyboard.press('F2');
  await page
    .getByRole('textbox', { name: t('explorer:rename.label', { name: '' }) })
    .press('Enter');
  await entryOf(page, 'b.txt').click();
  expect(await mount.names(), 'a name that nobody has changed stays').toContain('trailing ');
});

test('no link looks like that of another kind of file by a character that turns its name (SECURITY 4) @once', async ({
  page,
  t,
  admin,
  server,
  openVisitor,
}) => {
  const [turned, shown] = ['photo\u202egnp.exe', 'photo\ufffdgnp.exe'];
  const mount = await makeMount(admin, server.origin);
  await mount.put(turned);
  const { slug } = await admin.call(shareEntry, { body: { path: `${mount.path}/${turned}` } });
  const bundle = await openBundle(admin, server.origin, { title: turned, sender: turned });
  await bundle.complete();
  const text = await admin.shareText('words', { remark: turned });

  const visitor = await openVisitor();
  const heading = visitor.getByRole('heading', { level: 1 });
  for (const path of [`/file/${slug}`, `/share/${bundle.slug}`, `/paste/${text}`]) {
    await visitor.goto(server.origin + path);
    await expect(heading).toContainText(shown);
    await expect(visitor).toHaveTitle(new RegExp(shown));
    expect(await visitor.getByRole('main').textContent()).not.toContain('\u202e');
  }
  for (const path of ['file-management', 'bundle-management', 'text-management']) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('link', { name: shown })).toBeVisible();
    await expect(
      page.getByRole('button', { name: t('data-lists:actionsOf', { name: shown }) }),
    ).toBeVisible();
    expect(await page.locator('main').textContent()).not.toContain('\u202e');
  }
});

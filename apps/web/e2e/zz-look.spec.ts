import { makeMount, entryOf } from './fixtures/mounts.ts';
import { test } from './fixtures/test.ts';
import { execSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
test.use({ isLoggedIn: true });
test('look', async ({ page, t, admin, server, isPhone }) => {
  test.setTimeout(240_000);
  const mount = await makeMount(admin, server.origin);
  await mount.makeFolder('Photos');
  await mount.makeFolder('Letters');
  for (let i = 1; i < 14; i++) await mount.put(`note ${i}.txt`, 'x'.repeat(i * 100));
  for (let i = 1; i < 9; i++) {
    const file = `/dev/shm/hc/p${i}.png`;
    await mount.put(`Photos/photo ${i}.png`, new Uint8Array(await readFile(file)));
  }
  await page.addInitScript(() => {});
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`/mount-explorer${mount.path}`);
    await entryOf(page, 'note 3.txt').waitFor();
    const shot = (name: string) => page.screenshot({ path: `/dev/shm/hc/shots/${name}-${scheme}-${isPhone ? 'phone' : 'desk'}.png` });
    await shot('list');
    await page.keyboard.press('ControlOrMeta+a');
    if (isPhone) await entryOf(page, 'note 3.txt').press('ControlOrMeta+a');
    await page.waitForTimeout(500);
    await shot('selected');
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: t('explorer:search.label') }).fill('note 1');
    await page.waitForTimeout(600);
    await shot('filter');
    await page.goto(`/mount-explorer${mount.path}/Photos`);
    await page.getByRole('button', { name: t('explorer:view.menu') }).click();
    await page.waitForTimeout(400);
    await shot('viewmenu');
    await page.getByRole('menuitemradio', { name: t('explorer:view.gallery') }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('gridcell').locator('img').nth(3).waitFor();
    await page.waitForTimeout(1500);
    await shot('gallery');
    if (!isPhone) { await page.getByRole('gridcell').nth(1).click(); await page.getByRole('gridcell').nth(2).click({ modifiers: ['Control'] }); await shot('gallery-sel'); await page.keyboard.press('Escape'); }
    await page.goto(`/mount-explorer${mount.path}/Photos?preview=photo 2.png`);
    await page.waitForTimeout(2500);
    await shot('lightbox');
  }
});

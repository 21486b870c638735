import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createApiKey } from '@satchel/api-client/contract/api-keys';
import { createBundle } from '@satchel/api-client/contract/bundles';
import { createMount } from '@satchel/api-client/contract/mounts';
import { listStorageConfigs } from '@satchel/api-client/contract/storage-configs';
import { createUploadRequest } from '@satchel/api-client/contract/upload-requests';
import type { AdminApi } from './fixtures/api.ts';
import { fillBundle, openBundle } from './fixtures/bundles.ts';
import { pdf, png } from './fixtures/files.ts';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import {
  accountButton,
  chooseFiles,
  createShare,
  openOptions,
  resultOf,
  startUpload,
  write,
} from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

const SCREENS = join(import.meta.dirname, '../../../docs/screens');
const THEMES = ['light', 'dark'] as const;

const NOTES = `# Packing for the coast

Back on **Sunday**. The train leaves at 9:14, so be at the station by nine.

- [x] Tickets
- [x] Rain jackets
- [ ] A book for the way

| What  | Who   | Weight |
| ----- | ----- | -----: |
| Tent  | Ada   | 2.1 kg |
| Stove | Linus | 0.6 kg |
`;
const CODE = `export function daysUntil(date: Date): number {
  const milliseconds = date.getTime() - Date.now();
  return Math.ceil(milliseconds / 86_400_000);
}
`;
/** Picture of the sky over the sea at some hour. */
const skyAt =
  (hour: number) =>
  (height: number): readonly [number, number, number] => {
    if (height > 0.7) return [24 + 12 * hour, 62 + 9 * hour, 84];
    const glow = height / 0.7;
    return [
      80 + glow * (150 - 8 * hour),
      104 + glow * 60 + 10 * hour,
      150 - glow * (70 - 16 * hour),
    ];
  };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Takes a screenshot in the project's own size and language: wide in English, narrow in Chinese. */
async function picture(page: Page, name: string, isPhone: boolean): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.mouse.move(0, 0);
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Waits for the colour transition.
    await page.waitForTimeout(400);
    const path = join(SCREENS, `${name}-${isPhone ? 'phone' : 'desktop'}-${colorScheme}.jpg`);
    await page.screenshot({ path, animations: 'disabled', type: 'jpeg', quality: 75 });
  }
}

async function fill(admin: AdminApi, origin: string) {
  const notes = await admin.shareText(NOTES, { remark: 'For the weekend', expiresAt: inDays(7) });
  const code = await admin.shareText(CODE, {
    ...{ remark: 'Days until a date', kind: 'code', language: 'typescript' },
  });
  const locked = await admin.shareText('The code of the bicycle lock is 4711.', {
    ...{ password: 'open sesame', remark: 'Only for you', maxViews: 3 },
  });
  const image = await admin.shareFile('sunset.png', png(512, skyAt(1)), {
    remark: 'The last evening',
  });
  const paper = await admin.shareFile('timetable.pdf', pdf(['Timetable', '9:14 to the coast']));
  const archive = await admin.shareFile('photos-2026.zip', Buffer.alloc(3_200_000), {
    max_views: 5,
  });
  const table = await admin.shareFile('costs.csv', 'Item,Amount\nDesign,12000\nPrint,3400\n');
  const [storage] = await admin.call(listStorageConfigs, {});
  for (const name of ['photos', 'documents']) {
    await admin.call(createMount, {
      body: {
        ...{ name, storage_type: 'S3', mount_path: `/${name}` },
        storage_config_id: storage?.id ?? '',
      },
    });
  }
  for (const name of ['Backup of the laptop', 'Build server']) {
    await admin.call(createApiKey, {
      // Permissions to view mounts, and to read by WebDAV.
      body: { name, permissions: 256 + 65_536, basic_path: '/photos' },
    });
  }
  const files = await openBundle(admin, origin, {
    ...{ title: 'Files for the agency', sender: 'Marie', message: 'Have fun!' },
  });
  await fillBundle(files);
  const album = await openBundle(admin, origin, { title: 'By the sea', sender: 'Linus' });
  for (let hour = 0; hour < 6; hour += 1) await album.put(`${hour}.png`, png(256, skyAt(hour)));
  await album.complete();
  const secret = await admin.call(createBundle, {
    body: { title: 'Contracts', password: 'open sesame' },
  });
  const request = await admin.call(createUploadRequest, {
    body: {
      title: 'Documents for your application',
      message: 'Until Friday, please.',
      wanted: ['Passport', 'Photo'],
      ask_name: true,
    },
  });
  return {
    ...{ notes, code, locked, image, paper, archive, table },
    ...{ files: files.slug, album: album.slug, secret: secret.slug, request: request.slug },
  };
}

/** Fills the server once per worker, whose tests share it. */
let filled: ReturnType<typeof fill> | undefined;
function fillOnce(admin: AdminApi, origin: string): ReturnType<typeof fill> {
  filled ??= fill(admin, origin);
  return filled;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();

test('pictures of what visitors see', async ({ page, t, admin, server, isPhone }) => {
  test.setTimeout(300_000);
  await mkdir(SCREENS, { recursive: true });
  const shares = await fillOnce(admin, server.origin);
  for (const [name, path] of [
    ['home-of-a-visitor', '/'],
    ['log-in', '/admin'],
    ['text', `/paste/${shares.notes}`],
    ['code', `/paste/${shares.code}`],
    ['text-locked', `/paste/${shares.locked}`],
    ['text-not-found', '/paste/no-such-text'],
    ['file-image', `/file/${shares.image}`],
    ['file-pdf', `/file/${shares.paper}`],
    ['file-limited', `/file/${shares.archive}`],
    ['file-table', `/file/${shares.table}`],
    ['not-found', '/no/such/page'],
    ['bundle-files', `/share/${shares.files}`],
    ['bundle-pictures', `/share/${shares.album}`],
    ['bundle-locked', `/share/${shares.secret}`],
    ['request', `/request/${shares.request}`],
  ] as const) {
    await page.goto(path);
    await expect(heading(page)).toBeAttached();
    await expect(page.locator('#plain')).toHaveCount(0);
    if (name === 'file-table') await expect(page.getByText('12000')).toBeVisible();
    if (name === 'file-pdf') await expect(page.locator('canvas').first()).toBeVisible();
    if (name === 'bundle-pictures') {
      await expect(page.getByRole('main').locator('li img')).toHaveCount(6);
    }
    await picture(page, name, isPhone);
  }
  await page.goto('/admin');
  await expect(page.getByLabel(t('sessions:username'))).toBeVisible();
});

test.describe('of those who share', () => {
  test.use({ isLoggedIn: true });

  test('pictures of making a share', async ({ page, t, isPhone }, testInfo) => {
    test.setTimeout(300_000);
    await page.goto('/');
    await accountButton(page, t).click();
    await picture(page, 'account-menu', isPhone);
    await page.keyboard.press('Escape');
    await write(page, t, NOTES);
    await picture(page, 'home', isPhone);
    await openOptions(page, t);
    await picture(page, 'home-options', isPhone);
    await createShare(page, t);
    await picture(page, 'home-result', isPhone);
    await page.goto('/upload');
    await expect(heading(page)).toBeVisible();
    await picture(page, 'upload', isPhone);
    await chooseFiles(
      page,
      t,
      ['sunset.png', 'beach.png'].map((name) => ({
        ...{ name, mimeType: 'image/png', buffer: png(256, skyAt(2)) },
      })),
    );
    await picture(page, 'upload-chosen', isPhone);
    await startUpload(page, t, 2);
    await expect(page.getByText(t('file-shares:bundle.completed'))).toBeVisible();
    await picture(page, 'upload-done', isPhone);
    testInfo.annotations.push({ type: 'written to', description: SCREENS });
  });

  test('pictures of the explorer', async ({ page, t, admin, server, isPhone }) => {
    test.setTimeout(300_000);
    const mount = await makeMount(admin, server.origin, 'family');
    for (const folder of ['Invoices', 'Photos', 'Recipes']) await mount.makeFolder(folder);
    for (const [name, content] of [
      ['notes.md', NOTES],
      ['days-until.ts', CODE],
      ['timetable.pdf', pdf(['Timetable', '9:14 to the coast'])],
      ['photos-2026.zip', Buffer.alloc(3_200_000)],
    ] as const) {
      await mount.put(name, content);
    }
    for (const [at, name] of ['beach', 'dunes', 'harbour', 'lighthouse', 'sunset'].entries()) {
      await mount.put(`Photos/${name}.png`, png(512, skyAt(at)));
    }
    const folder = `/mount-explorer${mount.path}`;
    await page.goto('/mount-explorer');
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await picture(page, 'explorer-mounts', isPhone);
    await page.goto(folder);
    await entryOf(page, 'notes.md').waitFor();
    await picture(page, 'explorer-list', isPhone);
    await page.getByRole('button', { name: t('explorer:view.menu') }).click();
    await picture(page, 'explorer-view', isPhone);
    await page.keyboard.press('Escape');
    const menu = page.getByRole('button', {
      name: t('explorer:list.menuOf', { name: 'notes.md' }),
    });
    await menu.click();
    await picture(page, 'explorer-menu', isPhone);
    await page.getByRole('menuitem', { name: t('explorer:actions.share') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('explorer:share.submit') })
      .click();
    await expect(resultOf(page, t)).toBeVisible();
    await picture(page, 'explorer-shared', isPhone);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await entryOf(page, 'notes.md').press('ControlOrMeta+a');
    await picture(page, 'explorer-selection', isPhone);
    const shown = page.getByRole('dialog');
    for (const [name, part] of [
      ['notes.md', shown.getByRole('heading', { name: 'Packing for the coast' })],
      ['days-until.ts', shown.getByText('daysUntil')],
      ['timetable.pdf', shown.locator('canvas').first()],
    ] as const) {
      await page.goto(`${folder}?preview=${name}`);
      await expect(part).toBeVisible();
      await picture(page, `preview-${name.split('.')[1]}`, isPhone);
    }
    await page.goto(`${folder}/Recipes`);
    await expect(page.getByText(t('explorer:empty.folder'))).toBeVisible();
    await picture(page, 'explorer-empty', isPhone);
    await page.goto(`${folder}/Photos`);
    await page.getByRole('button', { name: t('explorer:view.menu') }).click();
    await page.getByRole('menuitemradio', { name: t('explorer:view.gallery') }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page.getByRole('gridcell').locator('img').nth(4)).toBeVisible();
    await picture(page, 'explorer-gallery', isPhone);
    await page.goto(`${folder}/Photos?preview=lighthouse.png`);
    await expect(shown.locator('img').first()).toBeVisible();
    await picture(page, 'preview-image', isPhone);
  });

  test('pictures in the colours of the system', { tag: '@desktop' }, async ({
    page,
    admin,
    server,
    isPhone,
  }) => {
    test.setTimeout(300_000);
    const mount = await makeMount(admin, server.origin, 'holidays');
    for (const name of ['beach.png', 'dunes.png']) await mount.put(name, png(256, skyAt(1)));
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`/mount-explorer${mount.path}`);
    await entryOf(page, 'beach.png').waitFor();
    // The list has the focus when the page opens.
    await page.keyboard.press('ControlOrMeta+a');
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(2);
    await picture(page, 'forced-colours-explorer', isPhone);
    await page.goto('/admin/settings/site');
    await expect(heading(page)).toBeVisible();
    await picture(page, 'forced-colours-settings', isPhone);
  });

  test('a picture of the command palette', async ({ page, t, admin, server, isPhone }) => {
    await fillOnce(admin, server.origin);
    await page.goto('/admin/text-management');
    await expect(heading(page)).toBeVisible();
    const box = page.getByRole('combobox', { name: t('palette:label') });
    // Retries, because the palette's code loads after the first paint.
    await expect(async () => {
      if (isPhone) await page.getByRole('button', { name: t('panel:commands') }).click();
      else await page.keyboard.press('ControlOrMeta+k');
      await expect(box).toBeVisible({ timeout: 2000 });
    }).toPass();
    await picture(page, 'command-palette', isPhone);
  });

  test('pictures of the panel', async ({ page, t, admin, server, isPhone }) => {
    test.setTimeout(300_000);
    await fillOnce(admin, server.origin);
    for (const section of [
      ...['', 'text-management', 'file-management', 'bundle-management', 'upload-requests'],
      ...['key-management', 'mount-management'],
      ...[
        'storage-config',
        'account',
        'audit-log',
        'settings/global',
        'settings/webdav',
        'settings/preview',
      ],
      'settings/site',
    ]) {
      await page.goto(`/admin/${section}`);
      await expect(heading(page)).toBeVisible();
      await picture(page, `admin-${section.replace('/', '-') || 'dashboard'}`, isPhone);
    }
    await page.goto('/admin/text-management');
    await page
      .getByRole('button', { name: t('data-lists:actionsOf', { name: 'For the weekend' }) })
      .first()
      .click();
    await page.getByRole('menuitem', { name: t('share-lists:edit'), exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('toolbar')).toBeVisible();
    await picture(page, 'admin-text-edit', isPhone);
    for (const [name, path] of [
      ['admin-key-new', '/admin/key-management?edit=new'],
      ['admin-mount-new', '/admin/mount-management?edit=new'],
      ['admin-storage-new', '/admin/storage-config?edit=new'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('dialog')).toBeVisible();
      await picture(page, name, isPhone);
    }
  });
});

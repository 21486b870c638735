import { expect, type Page } from '@playwright/test';
import { createUploadRequest } from '@satchel/api-client/contract/upload-requests';
import { paragraph, sampleWord } from '../src/shared/previews/documents/office/sample-documents.ts';
import { expectAccessible } from './fixtures/accessible.ts';
import { fillBundle, openBundle } from './fixtures/bundles.ts';
import { pdf, png, wav, writeRandomFile } from './fixtures/files.ts';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import {
  chooseFiles,
  createShare,
  openOptions,
  openUploadOptions,
  startUpload,
  uploadRow,
  write,
} from './fixtures/steps.ts';
import { holdStorage } from './fixtures/storage-gate.ts';
import { test } from './fixtures/test.ts';

/** An open menu is outside of all landmarks, as in the ARIA menu pattern. */
const IN_MENU = ['region'];

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();

const letter = (name: string) => ({
  ...{ name, mimeType: 'text/plain', buffer: Buffer.from('Dear all') },
});

const TEXT = [
  '# Heading\n\nWords with a [link](#heading) and `code`.',
  '> Quoted',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '- [x] done\n- [ ] open',
  '```ts\nconst answer: number = 42; // comment\n```',
  '$$\\int_0^1 x\\,dx$$',
  '```mermaid\nflowchart LR\n  A --> B\n```',
].join('\n\n');

test.describe('axe finds nothing, in either theme,', () => {
  test('on what visitors see (WCAG 2.2)', async ({ page, t, admin, isPhone }) => {
    test.setTimeout(120_000);
    await page.goto('/');
    await expect(page.getByRole('toolbar')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/admin');
    await expect(
      page.getByRole('heading', { name: t('sessions:title'), exact: true }),
    ).toBeVisible();
    await expectAccessible(page);

    const text = await admin.shareText(TEXT, { remark: 'Everything' });
    await page.goto(`/paste/${text}`);
    await expect(page.getByRole('img', { name: t('markdown:preview.diagram') })).toBeVisible();
    const copy = page.getByRole('button', { name: t('markdown:preview.copy'), exact: true });
    await expect(copy, 'the diagram has none').toHaveCount(1);
    if (isPhone) {
      const button = await copy.boundingBox();
      const code = await page.locator('.code-block code').boundingBox();
      const bottom = (button?.y ?? 0) + (button?.height ?? 0);
      expect(code?.y, 'the button does not lie on the code').toBeGreaterThanOrEqual(bottom);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: t('text-shares:view.source') }).click();
    await expectAccessible(page);

    const locked = await admin.shareText('x', { password: 'secret' });
    await page.goto(`/paste/${locked}`);
    const password = page.getByLabel(t('share-views:password.label'), { exact: true });
    await password.fill('guess');
    await password.press('Enter');
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    const limited = await admin.shareText('x', { maxViews: 1 });
    await page.goto(`/paste/${limited}`);
    await expect(page.getByRole('button', { name: t('share-views:limited.open') })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/paste/no-such-text');
    await expect(page.getByText(t('share-views:states.notFound'))).toBeVisible();
    await expectAccessible(page);
    const expiresAt = new Date(Date.now() + 1500).toISOString();
    const brief = await admin.shareText('brief', { expiresAt });
    await expect
      .poll(async () => (await page.request.get(`/api/paste/${brief}?peek=1`)).status())
      .toBe(410);
    await page.goto(`/paste/${brief}`);
    await expect(page.getByText(t('share-views:states.expiredTitle'))).toBeVisible();
    await expectAccessible(page);
    await page.goto('/no-such-page');
    await expect(page.getByText(t('shell:notFound'))).toBeVisible();
    await expectAccessible(page);
    await page.goto('/mount-explorer');
    await expect(page.getByText(t('explorer:closed.visitor'))).toBeVisible();
    await expectAccessible(page);
  });

  test('on links of several files and requests for files (WCAG 2.2)', async ({
    page,
    t,
    admin,
    server,
  }) => {
    test.setTimeout(240_000);
    const files = await openBundle(admin, server.origin, { title: 'Files', sender: 'Marie' });
    await fillBundle(files);
    await page.goto(`/share/${files.slug}`);
    await expect(page.getByText('a.csv', { exact: true })).toBeVisible();
    await expectAccessible(page);
    const album = await openBundle(admin, server.origin, { title: 'By the sea' });
    for (const name of ['a.png', 'b.png', 'c.png']) await album.put(name, png());
    await album.complete();
    await page.goto(`/share/${album.slug}`);
    await expect(page.getByRole('main').locator('li img')).toHaveCount(3);
    await expectAccessible(page);
    const locked = await openBundle(admin, server.origin, { password: 'secret' });
    await page.goto(`/share/${locked.slug}`);
    await expect(page.getByLabel(t('share-views:password.label'), { exact: true })).toBeVisible();
    await expectAccessible(page);

    const { slug } = await admin.call(createUploadRequest, {
      body: { title: 'Documents', message: 'Please', wanted: ['Passport'], ask_name: true },
    });
    await page.goto(`/request/${slug}`);
    await expect(page.getByRole('heading', { name: 'Documents', level: 1 })).toBeVisible();
    await expectAccessible(page);
    await chooseFiles(page, t, [letter('scan.txt')]);
    const name = page.getByLabel(t('upload-requests:form.name'));
    await name.fill('Ada');
    await expectAccessible(page);
    await name.press('Enter');
    await expect(
      page.getByRole('heading', { name: t('upload-requests:thanks.title') }),
    ).toBeVisible();
    await expectAccessible(page);
  });

  test('on the pages of files (WCAG 2.2)', async ({ page, t, admin }) => {
    test.setTimeout(120_000);
    const files = [
      { name: 'square.png', body: png(), role: 'img' },
      { name: 'report.pdf', body: pdf(['One', 'Two']), role: 'img' },
      { name: 'main.ts', body: 'const answer = 42; // words\n', role: 'region' },
      { name: 'readme.md', body: TEXT, role: 'group' },
    ] as const;
    for (const { name, body, role } of files) {
      const slug = await admin.shareFile(name, body);
      await page.goto(`/file/${slug}`);
      await expect(page.getByRole('main').getByRole(role).first()).toBeVisible();
      await expectAccessible(page);
    }
    const tone = await admin.shareFile('tone.wav', wav());
    await page.goto(`/file/${tone}`);
    await expect(page.getByLabel(t('previews:audio', { name: 'tone.wav' }))).toBeVisible();
    await expectAccessible(page);
  });

  test.describe('logged in', () => {
    test.use({ isLoggedIn: true });

    test('where texts are shared (WCAG 2.2)', async ({ page, context, t, isPhone }) => {
      test.setTimeout(240_000);
      await page.goto('/');
      await expect(page.getByRole('toolbar')).toBeVisible();
      await expectAccessible(page);
      await write(page, t, TEXT);
      await openOptions(page, t);
      await expectAccessible(page);
      await createShare(page, t);
      await expectAccessible(page);
      await page.goto('/');
      await write(page, t, TEXT);
      if (isPhone) {
        await page.getByRole('button', { name: t('markdown:editor.preview'), exact: true }).click();
      }
      await expect(page.getByRole('img', { name: t('markdown:preview.diagram') })).toBeVisible();
      await expectAccessible(page);
      await context.setOffline(true);
      await expect(page.getByRole('region', { name: t('offline:bar.label') })).toBeVisible();
      await expectAccessible(page);
    });

    test('where files are uploaded (WCAG 2.2)', async ({ page, t }, testInfo) => {
      test.setTimeout(240_000);
      await page.goto('/upload');
      await expect(page.getByText(t('file-shares:upload.recent'))).toBeVisible();
      await expectAccessible(page);
      await chooseFiles(page, t, [letter('a.txt'), letter('b.txt')]);
      await openUploadOptions(page, t);
      await expectAccessible(page);
      await startUpload(page, t, 2);
      await expect(page.getByText(t('file-shares:bundle.completed'))).toBeVisible();
      await expectAccessible(page);
      await page.goto('/upload');
      const path = testInfo.outputPath('travel.bin');
      await writeRandomFile(path, 12);
      const gate = await holdStorage(page, 1);
      await chooseFiles(page, t, path);
      await startUpload(page, t, 1);
      await expect.poll(() => gate.sent.length).toBeGreaterThan(1);
      await expect(uploadRow(page, 'travel.bin')).toBeVisible();
      await expectAccessible(page);
    });

    test('in the explorer (WCAG 2.2)', async ({ page, t, admin, server, isPhone }) => {
      test.setTimeout(300_000);
      const mount = await makeMount(admin, server.origin);
      for (const name of ['a.png', 'b.png']) await mount.put(`photos/${name}`, png());
      await mount.makeFolder('empty');
      for (const name of ['notes.txt', 'plan.txt']) await mount.put(name);
      const folder = `/mount-explorer${mount.path}`;
      await page.goto('/mount-explorer');
      await expect(page.getByRole('gridcell').first()).toBeVisible();
      await expectAccessible(page);
      await page.goto(folder);
      await expect(entryOf(page, 'notes.txt')).toBeVisible();
      await expectAccessible(page);

      const choose = async (action: 'share' | 'moveTo' | 'rename') => {
        const menuOf = t('explorer:list.menuOf', { name: 'notes.txt' });
        await page.getByRole('button', { name: menuOf }).click();
        const item = page.getByRole('menuitem', { name: t(`explorer:actions.${action}`) });
        await expect(item).toBeVisible();
        if (action === 'share') await expectAccessible(page, IN_MENU);
        await item.click();
      };
      await choose('share');
      await expect(page.getByRole('dialog', { name: t('explorer:share.title') })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await choose('moveTo');
      const picker = page.getByRole('dialog', { name: t('explorer:picker.move', { count: 1 }) });
      await expect(picker.getByText('photos', { exact: true })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await choose('rename');
      await expect(page.getByRole('gridcell').getByRole('textbox')).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+a');
      await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(4);
      await expectAccessible(page);
      await page.goto(`${folder}/empty`);
      await expect(page.getByText(t('explorer:empty.folder'))).toBeVisible();
      await expectAccessible(page);
      for (const view of ['grid', 'gallery'] as const) {
        await page.goto(`${folder}/photos`);
        await page.getByRole('button', { name: t('explorer:view.menu') }).click();
        await page.getByRole('menuitemradio', { name: t(`explorer:view.${view}`) }).click();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menu')).toHaveCount(0);
        await expect(page.getByRole('gridcell').locator('img')).toHaveCount(2);
        await expectAccessible(page);
      }
      await page.goto(folder);
      await page.getByRole('button', { name: t('explorer:new.menu'), exact: true }).click();
      await page.getByRole('menuitem', { name: t('explorer:actions.newFolder') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      if (isPhone) return;
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('combobox', { name: t('palette:label') })).toBeVisible();
      await expectAccessible(page);
    });

    test('in previews (WCAG 2.2)', async ({ page, t, admin, server }) => {
      test.setTimeout(240_000);
      const mount = await makeMount(admin, server.origin);
      await mount.put('a.png', png());
      await mount.put('b.pdf', pdf(['One', 'Two']));
      await mount.put('c.docx', await sampleWord(paragraph('Dear reader')));
      await mount.put('d.txt', 'Words in a line');
      await mount.put('e.csv', 'Item,Amount\nDesign,12000\n');
      const shown = page.getByRole('dialog');
      const sheet = t('previews:pdf.label', { name: 'b.pdf', page: 1 });
      for (const [name, part] of [
        ['a.png', shown.getByRole('img', { name: 'a.png' })],
        ['b.pdf', shown.getByRole('img', { name: sheet })],
        ['c.docx', page.frameLocator('iframe').getByText('Dear reader')],
        ['d.txt', shown.getByText('Words in a line')],
        ['e.csv', shown.getByText('Design')],
      ] as const) {
        await page.goto(`/mount-explorer${mount.path}?preview=${name}`);
        await expect(part).toBeVisible();
        await expectAccessible(page);
      }
    });

    test('where shares are managed (WCAG 2.2)', async ({ page, t, admin }) => {
      test.setTimeout(240_000);
      await admin.shareText('x', {
        remark: 'Listed',
        password: 'secret',
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      });
      await page.goto('/admin/text-management');
      await page
        .getByRole('checkbox', { name: t('data-lists:select', { name: 'Listed' }) })
        .first()
        .check();
      await expectAccessible(page);
      await page
        .getByRole('button', { name: t('data-lists:actionsOf', { name: 'Listed' }) })
        .first()
        .click();
      // An open menu is outside of all landmarks, as in the ARIA menu pattern.
      await expectAccessible(page, ['region']);
      await page.getByRole('menuitem', { name: t('share-lists:edit'), exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('toolbar')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('shell:actions.cancel') }).click();
      await page.getByRole('button', { name: t('data-lists:deleteSelected'), exact: true }).click();
      await expect(page.getByRole('button', { name: t('share-lists:undo') })).toBeVisible();
      await expectAccessible(page);
    });

    test('on all pages and forms of the panel (WCAG 2.2)', async ({ page, t, admin }) => {
      test.setTimeout(300_000);
      const { name } = await makeKey(admin, PERMISSIONS.text);
      await admin.shareFile('listed.txt', 'Dear all');
      for (const path of [
        ...['', '/file-management', '/bundle-management', '/upload-requests', '/notifications'],
        ...['/key-management', '/storage-config', '/mount-management', '/account', '/audit-log'],
        ...['global', 'webdav', 'preview', 'site'].map((group) => `/settings/${group}`),
      ]) {
        await page.goto(`/admin${path}`);
        await expect(heading(page)).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        if (path === '/key-management') await expect(page.getByText(name).first()).toBeVisible();
        await expectAccessible(page);
      }
      for (const path of ['key-management', 'storage-config', 'mount-management']) {
        await page.goto(`/admin/${path}?edit=new`);
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page);
      }
      await page.goto('/admin/upload-requests');
      await page
        .getByRole('button', { name: t('upload-requests:manage.new') })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });
  });
});

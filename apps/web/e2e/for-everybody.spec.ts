import { expect, type Locator, type Page } from '@playwright/test';
import { openBundle } from './fixtures/bundles.ts';
import { png, writeRandomFile } from './fixtures/files.ts';
import { makeKey } from './fixtures/keys.ts';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import { startServer } from './fixtures/server.ts';
import { startStallingProxy } from './fixtures/stalling-proxy.ts';
import { chooseFiles, logIn, startUpload, uploadRow } from './fixtures/steps.ts';
import { holdStorage } from './fixtures/storage-gate.ts';
import { test } from './fixtures/test.ts';

const ONCE = { tag: ['@desktop', '@once'] };
const MEBIBYTE = 1024 * 1024;

/** Colour behind an element, as the browser paints it. */
const backgroundOf = (element: Locator) =>
  element.evaluate((found) => getComputedStyle(found).backgroundColor);

/** Presses keys, and expects that something has the focus after each. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName), `after ${key}`)
      .not.toBe('BODY');
  }
}

test(
  'from a new server to a link that a visitor opens are three clicks',
  ONCE,
  async ({ browser, t }, testInfo) => {
    const server = await startServer();
    const context = await browser.newContext({ baseURL: server.origin, locale: 'en-GB' });
    try {
      const page = await context.newPage();
      let clicks = 0;
      await page.exposeFunction('noteClick', () => {
        clicks += 1;
      });
      await page.addInitScript(() => {
        const note = Reflect.get(window, 'noteClick') as () => void;
        addEventListener('pointerdown', () => note(), { capture: true });
      });
      const startedMs = Date.now();
      await page.goto('/');
      await page
        .getByRole('main')
        .getByRole('link', { name: t('shares:login.action') })
        .click();
      await page.getByLabel(t('sessions:username')).waitFor();
      await page.keyboard.type('admin');
      await page.keyboard.press('Tab');
      await page.keyboard.type('correct-horse-battery');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/');
      const editor = page.getByRole('textbox', { name: t('markdown:editor.label'), exact: true });
      await expect(editor).toBeFocused();
      await page.keyboard.type('The first text of this server');
      await page.getByRole('button', { name: t('text-shares:new.submit'), exact: true }).click();
      const link = page.getByRole('link', { name: /\/paste\/\w+$/ }).first();
      await expect(link).toBeVisible();
      const visitor = await (await browser.newContext()).newPage();
      await visitor.goto((await link.getAttribute('href')) ?? '');
      await expect(visitor.getByText('The first text of this server')).toBeVisible();
      const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
      testInfo.annotations.push({
        type: 'first link',
        description: `${clicks} clicks, ${seconds} s`,
      });
      expect(clicks).toBeLessThanOrEqual(3);
      await visitor.context().close();

      // The explorer shows the embedded storage, although nobody has configured it.
      await page.goto('/mount-explorer');
      await expect(entryOf(page, 'files')).toBeVisible();
    } finally {
      await context.close();
      await server.stop();
    }
  },
);

test(
  'a connection that moves nothing is told, and the upload goes on when it moves again',
  ONCE,
  async ({ browser, server, t }, testInfo) => {
    const proxy = await startStallingProxy(server.origin);
    const context = await browser.newContext({ baseURL: proxy.origin, locale: 'en-GB' });
    try {
      const page = await context.newPage();
      await page.goto('/upload');
      await page
        .getByRole('main')
        .getByRole('link', { name: t('shares:login.action') })
        .click();
      await logIn(page, t);
      await expect(page).toHaveURL('/upload');
      const path = testInfo.outputPath('travel.bin');
      await writeRandomFile(path, 40);
      await chooseFiles(page, t, path);
      proxy.stallAfter(12 * MEBIBYTE);
      await startUpload(page, t, 1);
      const row = uploadRow(page, 'travel.bin');
      await expect(row.getByText(/no data for \d+ s, trying again/)).toBeVisible();
      proxy.resume();
      const done = row.getByText(t('tasks:states.completed'), { exact: true });
      await expect(done).toBeVisible({ timeout: 60_000 });
    } finally {
      await context.close();
      await proxy.close();
    }
  },
);

test.describe('logged in', () => {
  test.use({ isLoggedIn: true });

  test(
    'the keyboard alone goes through explorer, tables and dialogs, and is never lost',
    ONCE,
    async ({ page, t, admin, server }) => {
      const mount = await makeMount(admin, server.origin);
      for (const name of ['a.txt', 'b.txt', 'c.txt']) await mount.put(name);
      await page.goto(`/mount-explorer${mount.path}`);
      await expect(entryOf(page, 'a.txt')).toBeFocused();
      await press(page, 'F2');
      await expect(page.getByRole('gridcell').getByRole('textbox')).toBeFocused();
      await page.keyboard.type('z');
      await press(page, 'Enter');
      await expect(page.getByRole('gridcell', { name: /z.*txt/ }).first()).toBeFocused();
      await press(page, 'Delete', 'ControlOrMeta+z', 'Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await press(page, 'ArrowRight', 'Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await press(
        page,
        'Alt+Enter',
        'Escape',
        'ControlOrMeta+a',
        'Escape',
        'Shift+F10',
        'Escape',
        '?',
      );
      await expect(page.getByRole('dialog', { name: t('palette:shortcuts.title') })).toBeVisible();
      await press(page, 'Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await press(page, 'Home', 'ControlOrMeta+c', 'ControlOrMeta+v');
      await expect(page.getByRole('gridcell'), 'the focused file is copied').toHaveCount(4);
      await press(page, 'ControlOrMeta+a', 'Delete');
      await expect(page.getByRole('region', { name: t('explorer:empty.folder') })).toBeFocused();
      await press(page, 'ControlOrMeta+z');
      await expect(page.getByRole('gridcell')).toHaveCount(4);

      for (let count = 1; count <= 3; count += 1) {
        await admin.shareText('x', { remark: `Keyboard ${count}` });
      }
      await page.goto('/admin/text-management?q=Keyboard');
      await page.getByRole('row', { name: /Keyboard 3/ }).focus();
      await press(page, 'Delete');
      await expect(page.getByRole('row', { name: /Keyboard 3/ })).toHaveCount(0);
      await expect(page.getByRole('row', { name: /Keyboard 2/ })).toBeFocused();
      await press(page, 'Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await press(page, 'Tab', 'Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await press(page, 'ArrowDown', 'Space', 'Escape', 'Delete', 'Tab');
      await page.goto('/admin/key-management?edit=new');
      await expect(page.getByRole('dialog')).toBeVisible();
      await press(page, 'Tab', 'Tab', 'Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await press(page, 'Tab');
    },
  );

  test(
    'a button that can do no more, or goes, leaves the focus in the page',
    ONCE,
    async ({ page, t, admin, server }) => {
      const { path } = await makeMount(admin, server.origin);
      await page.goto(`/mount-explorer/${path.split('/')[1]}`);
      await expect(page.getByRole('gridcell').first()).toBeFocused();
      const up = page.getByRole('button', { name: t('explorer:location.up') });
      await up.focus();
      await press(page, 'Enter');
      await expect(page).toHaveURL('/mount-explorer');
      await expect(up).toBeDisabled();
      await expect(up).toBeFocused();
      await press(page, 'Enter', 'Tab');
      await expect(up).not.toBeFocused();

      await page.goto('/admin');
      await page.getByRole('button', { name: t('dashboard:firstSteps.hide') }).focus();
      await press(page, 'Enter');
      await expect(
        page.getByRole('heading', { name: t('dashboard:firstSteps.title') }),
      ).toBeHidden();
      await press(page, 'Tab');
    },
  );

  test(
    'after a deletion that was confirmed, and from the edit mode of a text, the keyboard goes on nearby',
    ONCE,
    async ({ page, t, admin, server }) => {
      const confirm = () =>
        page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('shell:actions.delete'), exact: true })
          .press('Enter');
      const keys = [await makeKey(admin, 1), await makeKey(admin, 1)];
      await page.goto('/admin/key-management');
      const row = page.getByRole('row', { name: keys[1]?.name ?? '' });
      await row.focus();
      await press(page, 'Delete');
      await confirm();
      await expect(row).toHaveCount(0);
      await expect(page.getByRole('row').and(page.locator(':focus'))).toHaveCount(1);

      await makeMount(admin, server.origin);
      await makeMount(admin, server.origin);
      await page.goto('/admin/mount-management');
      const actions = page.getByRole('button', { name: t('mounts:actionsOf', { name: '' }) });
      await expect(actions).not.toHaveCount(0);
      const count = await actions.count();
      await actions.nth(count - 2).press('Enter');
      await page
        .getByRole('menuitem', { name: t('shell:actions.delete'), exact: true })
        .press('Enter');
      await confirm();
      await expect(actions).toHaveCount(count - 1);
      await expect(actions.last()).toBeFocused();

      await page.goto(`/paste/${await admin.shareText('words')}`);
      const edit = page.getByRole('button', { name: t('shell:actions.edit'), exact: true });
      await edit.focus();
      await press(page, 'Enter');
      await expect(page.getByRole('heading', { name: t('text-shares:edit.title') })).toBeVisible();
      await press(page, 'Tab');
      await page.getByRole('button', { name: t('shell:actions.cancel'), exact: true }).focus();
      await press(page, 'Enter');
      await expect(edit).toBeVisible();
      await press(page, 'Tab');
    },
  );

  test(
    'after an item of a bundle is removed, the focus stays in the sheet',
    ONCE,
    async ({ page, t, admin, server }) => {
      const bundle = await openBundle(admin, server.origin, { title: 'Keyboard' });
      for (const name of ['a.txt', 'b.txt']) await bundle.put(name, name);
      await bundle.complete();
      await page.goto('/admin/bundle-management?q=Keyboard');
      await page.getByRole('button', { name: /Keyboard/, expanded: false }).press('Enter');
      await page.getByRole('menuitem', { name: t('bundles:manage.showItems') }).press('Enter');
      const sheet = page.getByRole('dialog', { name: t('bundles:items.title') });
      const remove = async (name: string) => {
        await sheet
          .getByRole('button', { name: t('bundles:items.remove', { name }) })
          .press('Enter');
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('bundles:items.removeSubmit') })
          .press('Enter');
        await expect(page.getByRole('alertdialog')).toBeHidden();
      };
      await remove('a.txt');
      await expect(
        sheet.getByRole('button', { name: t('bundles:items.remove', { name: 'b.txt' }) }),
      ).toBeFocused();
      await remove('b.txt');
      await expect(sheet.locator(':focus')).toHaveCount(1);
    },
  );

  test(
    'a button that removes its row, or changes, leaves the focus in the list',
    ONCE,
    async ({ page, t }) => {
      await page.goto('/upload');
      const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({
        ...{ name, mimeType: 'text/plain', buffer: Buffer.from(name) },
      }));
      await chooseFiles(page, t, files);
      const remove = (name: string) =>
        page.getByRole('button', { name: t('file-shares:upload.remove', { name }) });
      await remove('b.txt').press('Enter');
      await expect(remove('b.txt')).toHaveCount(0);
      await expect(page.getByRole('gridcell', { name: 'c.txt' })).toBeFocused();
      await remove('c.txt').press('Enter');
      await expect(page.getByRole('gridcell', { name: 'a.txt' })).toBeFocused();
      await remove('a.txt').press('Enter');
      await expect(page.getByRole('main')).toBeFocused();

      const gate = await holdStorage(page);
      await chooseFiles(page, t, files.slice(0, 1));
      await startUpload(page, t, 1);
      const pause = page.getByRole('button', { name: t('tasks:item.pause', { name: 'a.txt' }) });
      const resume = page.getByRole('button', { name: t('tasks:item.resume', { name: 'a.txt' }) });
      await pause.press('Enter');
      await expect(resume).toBeFocused();
      await resume.press('Enter');
      await expect(pause).toBeFocused();
      await gate.open();
    },
  );

  test(
    'the menu of an entry and the list of commands have names',
    ONCE,
    async ({ page, t, admin, server }) => {
      const mount = await makeMount(admin, server.origin);
      for (const name of ['a.txt', 'b.txt']) await mount.put(name);
      await page.goto(`/mount-explorer${mount.path}`);
      await expect(entryOf(page, 'a.txt')).toBeFocused();
      const menu = (name: string) => page.getByRole('menu', { name, exact: true });
      const actions = t('explorer:list.menuOf', { name: 'b.txt' });
      await entryOf(page, 'b.txt').hover();
      await entryOf(page, 'b.txt').getByRole('button', { name: actions }).click();
      await expect(menu(actions)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(menu(actions)).toBeHidden();
      await entryOf(page, 'b.txt').focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Shift+F10');
      await expect(menu(t('explorer:selection.actions'))).toBeVisible();
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('listbox', { name: t('palette:label') })).toBeVisible();
    },
  );

  test(
    'a clock that is two days ahead ends nothing, and ages nothing',
    ONCE,
    async ({ page, t, admin }) => {
      const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
      const slug = await admin.shareText('x', { remark: 'Clock ahead', expiresAt });
      await page.clock.setSystemTime(Date.now() + 2 * 86_400_000);
      await page.goto('/admin/text-management?q=Clock%20ahead');
      const row = page.getByRole('row', { name: /Clock ahead/ });
      await expect(row.getByText(t('share-lists:states.active'), { exact: true })).toBeVisible();
      await expect(row).toContainText(/in 59 minutes|in 1 hour/);
      await expect(row).not.toContainText('days ago');
      await page.goto(`/paste/${slug}`);
      await expect(page.getByRole('main')).toContainText('Clock ahead');
      await expect(page.getByRole('main')).not.toContainText(t('share-views:details.expired'));
    },
  );

  test(
    'with forced colours every state can be told from its opposite',
    ONCE,
    async ({ page, t, admin, server }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      const differ = async (on: Locator, off: Locator) => {
        await expect(on).toBeVisible();
        expect(await backgroundOf(on)).not.toBe(await backgroundOf(off));
      };
      const mount = await makeMount(admin, server.origin);
      for (const name of ['a.txt', 'b.txt']) await mount.put(name);
      await page.goto(`/mount-explorer${mount.path}`);
      await expect(entryOf(page, 'a.txt')).toBeFocused();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      const entry = (isSelected: boolean) => page.getByRole('gridcell', { selected: isSelected });
      await differ(entry(true).first(), entry(false).first());
      await page.goto('/admin/settings/webdav');
      await differ(
        page.getByRole('radio', { checked: true }).first(),
        page.getByRole('radio', { checked: false }).first(),
      );
      const panel = page.getByRole('navigation', { name: t('panel:label') });
      await differ(
        panel.locator('[aria-current=page]').last(),
        panel.getByRole('link', { name: t('panel:sections.account') }),
      );
      await page.goto('/admin/storage-config?edit=new');
      const toggle = page.getByRole('switch').first();
      const before = await backgroundOf(toggle);
      await toggle.click();
      expect(await backgroundOf(toggle)).not.toBe(before);
    },
  );

  test(
    'pages fade into each other, unless one wants no motion or only types',
    ONCE,
    async ({ page, t, admin, server }) => {
      const mount = await makeMount(admin, server.origin);
      for (const name of ['a.txt', 'b.txt']) await mount.put(name);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.addInitScript(() => {
        const start = document.startViewTransition.bind(document);
        Reflect.set(window, 'transitions', 0);
        document.startViewTransition = (update) => {
          Reflect.set(window, 'transitions', Reflect.get(window, 'transitions') + 1);
          return start(update);
        };
      });
      const count = () => page.evaluate(() => Reflect.get(window, 'transitions'));
      await page.goto(`/mount-explorer${mount.path}`);
      await expect(entryOf(page, 'a.txt')).toBeVisible();
      expect(await count(), 'the first page is there at once').toBe(0);
      await page.getByRole('searchbox', { name: t('explorer:search.label') }).fill('a.t');
      await expect(page).toHaveURL(/a\.t/);
      expect(await count()).toBe(0);
      const goTo = (name: string) =>
        page.getByRole('banner').getByRole('link', { name, exact: true }).click();
      await goTo(t('shell:nav.upload'));
      await expect(
        page.getByRole('heading', { name: t('file-shares:upload.title') }),
      ).toBeVisible();
      expect(await count()).toBe(1);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await goTo(t('shell:nav.home'));
      await expect(page.getByRole('textbox', { name: t('markdown:editor.label') })).toBeVisible();
      expect(await count()).toBe(1);
    },
  );

  test(
    'a picture grows out of its thumbnail, and shrinks back into it',
    ONCE,
    async ({ page, t, admin, server }) => {
      const mount = await makeMount(admin, server.origin);
      // Larger than pictures that are shown in their own size.
      await mount.put('beach.png', Buffer.concat([png(512), Buffer.alloc(300_000)]));
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.addInitScript(() => {
        const start = document.startViewTransition.bind(document);
        Reflect.set(window, 'moved', []);
        document.startViewTransition = (update) => {
          const transition = start(update);
          void transition.ready.then(() => {
            const names = document
              .getAnimations()
              .map(
                ({ effect }) => (effect instanceof KeyframeEffect && effect.pseudoElement) || '',
              );
            Reflect.get(window, 'moved').push(names.filter((name) => name.includes('(picture)')));
          });
          return transition;
        };
      });
      const moved = () =>
        page.evaluate(() => Reflect.get(window, 'moved').map((each: string[]) => each.toSorted()));
      const both = [
        '::view-transition-group(picture)',
        '::view-transition-new(picture)',
        '::view-transition-old(picture)',
      ];
      await page.goto(`/mount-explorer${mount.path}`);
      await page.getByRole('button', { name: t('explorer:view.menu') }).click();
      await page.getByRole('menuitemradio', { name: t('explorer:view.gallery') }).click();
      await page.keyboard.press('Escape');
      const tile = entryOf(page, 'beach.png');
      await expect(tile.locator('img')).toBeVisible();
      const preview = page.getByRole('dialog', { name: 'beach.png' });
      const picture = preview.getByRole('img', { name: 'beach.png' });
      // The first time the code of the preview is loaded.
      await tile.dblclick();
      await expect(picture).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(preview).toBeHidden();
      await tile.dblclick();
      await expect(picture).toBeVisible();
      await expect.poll(async () => (await moved()).at(-1)).toEqual(expect.arrayContaining(both));
      await page.keyboard.press('Escape');
      await expect(preview).toBeHidden();
      await expect.poll(async () => (await moved()).length).toBe(4);
      expect((await moved()).at(-1)).toEqual(expect.arrayContaining(both));
    },
  );
});

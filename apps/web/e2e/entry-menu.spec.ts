import { expect } from '@playwright/test';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

test('after the menu of an entry was closed with Escape, keys act on that entry @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  for (const name of ['alpha.txt', 'beta.txt', 'gamma.txt']) await mount.put(name);
  await page.goto(`/mount-explorer${mount.path}`);
  const beta = entryOf(page, 'beta.txt');
  const closeMenu = async () => {
    await beta.hover();
    await beta
      .getByRole('button', { name: t('explorer:list.menuOf', { name: 'beta.txt' }) })
      .click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(beta).toBeFocused();
  };
  await closeMenu();
  await page.keyboard.press('F2');
  await expect(page.getByRole('grid').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await closeMenu();
  await page.keyboard.press('ArrowDown');
  await expect(entryOf(page, 'gamma.txt')).toBeFocused();
});

test('a folder to move into is found among many by its name, with the keyboard alone', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('one.txt');
  for (const name of ['alpha', 'beta', 'gamma', 'invoices/2025', 'invoices/2026']) {
    await mount.makeFolder(name);
  }
  await page.goto(`/mount-explorer${mount.path}`);
  await entryOf(page, 'one.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: t('explorer:actions.moveTo') }).click();
  const picker = page.getByRole('dialog', { name: t('explorer:picker.move', { count: 1 }) });
  const field = picker.getByRole('searchbox', { name: t('explorer:picker.filter') });
  await field.fill('nothing like this');
  await expect(picker.getByText(t('explorer:picker.noMatch'))).toBeVisible();
  await field.fill('VOI');
  await expect(picker.getByRole('gridcell')).toHaveText(['invoices']);
  await field.press('Enter');
  await expect(picker.getByRole('gridcell')).toHaveText(['2025', '2026']);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(picker.getByText(t('explorer:picker.none'))).toBeVisible();
  await expect(field).toBeFocused();
  await picker.getByRole('button', { name: t('explorer:picker.moveHere') }).press('Enter');
  await expect.poll(() => mount.names('invoices/2026')).toEqual(['one.txt']);
});

test('beside an on-screen keyboard nothing covers the name that is being typed @phone', async ({
  page,
  t,
  admin,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 380 });
  const mount = await makeMount(admin, server.origin);
  for (const name of ['1.txt', '2.txt']) await mount.put(name);
  await page.goto(`/mount-explorer${mount.path}`);
  await page.getByRole('button', { name: t('explorer:list.menuOf', { name: '2.txt' }) }).click();
  await page.getByRole('menuitem', { name: t('explorer:actions.rename') }).click();
  const field = page.getByRole('textbox', { name: t('explorer:rename.label', { name: '2.txt' }) });
  await expect(field).toBeFocused();
  const isCovered = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element !== document.elementFromPoint(x + width / 2, y + height - 4);
  };
  await expect.poll(() => field.evaluate(isCovered)).toBe(false);
  await page.waitForTimeout(500);
  expect(await field.evaluate(isCovered)).toBe(false);
  await page.keyboard.press('Escape');
  const bar = page.getByRole('region', { name: t('explorer:selection.label') });
  await expect(bar).toBeVisible();
});

test.describe('on Android', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile' });

  test('the back gesture closes a menu, a dialog and a preview, and stays in the folder @phone', async ({
    page,
    t,
    admin,
    server,
  }) => {
    // Lets the test make the request to close that the system makes.
    await page.addInitScript(() => {
      const all: { requestClose: () => void }[] = [];
      const { CloseWatcher: Watcher } = globalThis as unknown as {
        CloseWatcher: new () => { requestClose(): void; destroy(): void };
      };
      class Recorded extends Watcher {
        constructor() {
          super();
          all.push(this);
        }
        override destroy() {
          all.splice(all.indexOf(this), 1);
          super.destroy();
        }
      }
      Object.assign(globalThis, {
        CloseWatcher: Recorded,
        goBack: () => all.pop()?.requestClose(),
      });
    });
    const back = () => page.evaluate('goBack()');
    const mount = await makeMount(admin, server.origin);
    await mount.put('one.txt');
    const address = `/mount-explorer${mount.path}`;
    await page.goto(address);
    const menu = page.getByRole('menu');
    const openMenu = () =>
      page.getByRole('button', { name: t('explorer:list.menuOf', { name: 'one.txt' }) }).tap();
    await openMenu();
    await expect(menu).toBeVisible();
    await back();
    await expect(menu).toBeHidden();

    await openMenu();
    await menu.getByRole('menuitem', { name: t('explorer:actions.moveTo') }).tap();
    const picker = page.getByRole('dialog');
    await expect(picker).toBeVisible();
    await back();
    await expect(picker).toBeHidden();
    await expect(page).toHaveURL(address);
    await page.goto(`${address}?preview=one.txt`);
    await expect(picker).toContainText('one.txt');
    await back();
    await expect(picker).toBeHidden();
    await expect(page).toHaveURL(address);
  });
});

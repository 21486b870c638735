import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { focusedName, galleryOpener } from './open-chapter.ts';

const open = galleryOpener();
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

describe('a menu', () => {
  async function openMenu() {
    const { page, chapter } = await open('Navigation');
    await chapter.getByRole('button', { name: 'More' }).focus();
    await press(page, 'Enter');
    await page.getByRole('menu').waitFor();
    await expect.poll(() => focusedName(page)).toContain('Edit');
    return { page, chapter, done: chapter.getByText(/^Done:/).first() };
  }

  it('is gone through by arrows, does what is chosen, and gives the focus back', async () => {
    const { page, done } = await openMenu();
    await press(page, 'End');
    await expect.poll(() => focusedName(page)).toContain('Delete');
    await press(page, 'Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await done.textContent()).toContain('delete');
    await expect.poll(() => focusedName(page)).toBe('More');
  });

  it('opens a submenu to the right, and Escape closes all of it', async () => {
    const { page, done } = await openMenu();
    await press(page, 'ArrowDown', 'ArrowRight');
    await item(page, 'Photos').waitFor();
    await press(page, 'ArrowLeft');
    await item(page, 'Photos').waitFor({ state: 'detached' });
    await press(page, 'ArrowRight');
    await item(page, 'Photos').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Photos');
    await press(page, 'ArrowDown', 'Enter');
    await expect.poll(() => done.textContent()).toContain('copy to Family');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  });

  it('stays open for what is on or off, and for one of several', async () => {
    const { page, done } = await openMenu();
    const hidden = page.getByRole('menuitemcheckbox', { name: 'Hidden files' });
    expect(await hidden.getAttribute('aria-checked')).toBe('false');
    await hidden.click();
    await expect.poll(() => hidden.getAttribute('aria-checked')).toBe('true');
    await page.getByRole('menuitemradio', { name: 'Size' }).click();
    await expect.poll(() => done.textContent()).toBe('Done: nothing, by size, with hidden ones');
    await expect.poll(() => page.getByRole('menu').count()).toBe(1);
    await expect.poll(() => page.getByRole('group', { name: 'Sort by' }).count()).toBe(1);
  });

  it('names shortcuts for assistive technology, and does not do what is disabled', async () => {
    const { page, done } = await openMenu();
    expect(await item(page, 'Delete').getAttribute('aria-keyshortcuts')).toBe('Del');
    expect(await item(page, 'Not now').getAttribute('aria-disabled')).toBe('true');
    await item(page, 'Not now').click({ force: true });
    await press(page, 'Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(await done.textContent()).toContain('Done: nothing');
    await expect.poll(() => focusedName(page)).toBe('More');
  });
});

describe('a context menu', () => {
  it('opens where the right button was pressed, with the same entries', async () => {
    const { page, chapter } = await open('Navigation');
    const area = chapter.getByRole('button', { name: 'A right click' });
    const from = await area.boundingBox();
    await area.click({ button: 'right', position: { x: 30, y: 20 } });
    const menu = page.getByRole('menu');
    await menu.waitFor();
    const to = await menu.boundingBox();
    expect(Math.abs((to?.x ?? 0) - (from?.x ?? 0) - 30)).toBeLessThan(12);
    await item(page, 'Edit').click();
    await menu.waitFor({ state: 'detached' });
    expect(
      await chapter
        .getByText(/^Done:/)
        .nth(1)
        .textContent(),
    ).toContain('edit');
  });
});

describe('a view switch', () => {
  it('says which view is shown, and shows the one that is pressed', async () => {
    const { page, chapter } = await open('Navigation');
    const views = chapter.getByRole('group', { name: 'Views', exact: true });
    const pressed = () => views.getByRole('button', { pressed: true }).allTextContents();
    expect(await pressed()).toEqual(['Files']);
    await views.getByRole('button', { name: 'Settings' }).click();
    expect(await pressed()).toEqual(['Settings']);
    await press(page, 'Shift+Tab');
    await press(page, 'Space');
    expect(await pressed()).toEqual(['Activity']);
  });
});

describe('tabs', () => {
  it('are one stop; arrows select, and the panel has the name of its tab', async () => {
    const { page, chapter } = await open('Navigation');
    const list = chapter.getByRole('tablist', { name: 'Parts' });
    await list.getByRole('tab', { name: 'Files' }).click();
    await press(page, 'ArrowRight');
    await chapter.getByRole('tabpanel', { name: 'Activity' }).first().waitFor();
    await press(page, 'End');
    expect(await list.getByRole('tab', { selected: true }).textContent()).toBe('Settings');
    await press(page, 'ArrowRight');
    expect(await list.getByRole('tab', { selected: true }).textContent()).toBe('Files');
    await press(page, 'Tab');
    await expect.poll(() => list.locator(':focus').count()).toBe(0);
  });
});

describe('a toolbar', () => {
  it('is one stop; arrows move across its separators', async () => {
    const { page, chapter } = await open('Navigation');
    const bar = chapter.getByRole('toolbar', { name: 'Files' });
    await bar.getByRole('button', { name: 'Upload' }).focus();
    await press(page, 'ArrowRight', 'ArrowRight');
    expect(await focusedName(page)).toBe('As a grid');
    await press(page, 'Enter');
    const grid = bar.getByRole('button', { name: 'As a grid', pressed: true });
    await grid.waitFor();
    await press(page, 'Tab');
    await expect.poll(() => bar.locator(':focus').count()).toBe(0);
    await press(page, 'Shift+Tab');
    expect(await focusedName(page)).toBe('As a grid');
  });
});

describe('a breadcrumb', () => {
  const path = (chapter: Locator, width: string) =>
    chapter.getByRole('navigation', { name: `Path, ${width}` });

  it('keeps the root and the end, and puts what does not fit into a menu', async () => {
    const { page, chapter } = await open('Navigation');
    const narrow = path(chapter, 'w-72');
    expect(await narrow.getByRole('link').allTextContents()).toEqual(['Archive']);
    expect(await narrow.locator('[aria-current=page]').textContent()).toBe('Not sorted yet');
    const isClipped = await narrow
      .locator('ol')
      .evaluate((list) => list.scrollWidth > list.clientWidth);
    expect(isClipped).toBe(false);
    await narrow.getByRole('button', { name: 'Folders between' }).click();
    await item(page, 'Summer on the coast').click();
    await chapter.getByText('In: Summer on the coast').waitFor();
  });

  it('shows more when there is more room', async () => {
    const { page, chapter } = await open('Navigation', { viewport: { width: 2560, height: 900 } });
    const wide = path(chapter, 'w-full');
    await expect.poll(() => wide.getByRole('link').count()).toBe(6);
    await page.setViewportSize({ width: 600, height: 900 });
    await wide.getByRole('button', { name: 'Folders between' }).waitFor();
    await page.setViewportSize({ width: 2560, height: 900 });
    await expect.poll(() => wide.getByRole('link').count()).toBe(6);
  });

  it('goes there on a click, and leaves clicks with a modifier to the browser', async () => {
    const { page, chapter } = await open('Navigation', { viewport: { width: 2560, height: 900 } });
    const link = path(chapter, 'w-full').getByRole('link', { name: 'Family' });
    const before = page.url();
    await link.click();
    await chapter.getByText('In: Family').waitFor();
    expect(page.url()).toBe(before);
    const opened = page.context().waitForEvent('page');
    await link.click({ modifiers: ['Control'] });
    expect((await opened).url()).toContain('#/1');
  });
});

import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { focusedName, galleryOpener } from './open-chapter.ts';

const open = galleryOpener();
const button = (within: Locator | Page, name: string) =>
  within.getByRole('button', { name, exact: true });

describe('a popover', () => {
  it('takes the focus, and gives it back with Escape', async () => {
    const { page, chapter } = await open('Overlays');
    await button(chapter, 'View options').focus();
    await page.keyboard.press('Enter');
    const popup = page.getByRole('dialog', { name: 'View' });
    await popup.waitFor();
    await expect.poll(() => popup.locator(':focus').count()).toBe(1);
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('View options');
  });

  it('closes with a press beside it', async () => {
    const { page, chapter } = await open('Overlays');
    await button(chapter, 'View options').click();
    await page.getByRole('dialog', { name: 'View' }).waitFor();
    await page.mouse.click(700, 20);
    await page.getByRole('dialog', { name: 'View' }).waitFor({ state: 'detached' });
  });

  it('is a sheet at the bottom of a phone, with a button that closes it, and toasts above it', async () => {
    const { page, chapter } = await open('Overlays', { viewport: { width: 390, height: 800 } });
    await button(chapter, 'View options').click();
    const popup = page.getByRole('dialog', { name: 'View' });
    await expect
      .poll(async () => {
        const box = await popup.boundingBox();
        return box && [box.x, box.width, box.y + box.height];
      })
      .toEqual([0, 390, 800]);
    await expect.poll(() => focusedName(page)).not.toBe('Close');
    const insetPx = () =>
      page.evaluate(() =>
        Number.parseFloat(document.documentElement.style.getPropertyValue('--toast-inset')),
      );
    const heightPx = (await popup.boundingBox())?.height ?? Number.NaN;
    expect(Math.abs((await insetPx()) - heightPx), 'but for its border').toBeLessThan(2);
    await button(popup, 'Close').click();
    await popup.waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('View options');
    await expect.poll(insetPx).toBe(Number.NaN);
  });
});

describe('a side sheet', () => {
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Edit the share' });

  it('keeps the focus within, and gives it back', async () => {
    const { page, chapter } = await open('Overlays');
    await button(chapter, 'Edit in a sheet').focus();
    await page.keyboard.press('Enter');
    await sheet(page).waitFor();
    for (let count = 0; count < 5; count += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => sheet(page).locator(':focus').count()).toBe(1);
    }
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('Edit in a sheet');
  });

  it('stays where its owner refuses to close it', async () => {
    const { page, chapter } = await open('Overlays');
    await button(chapter, 'Edit in a sheet').click();
    await sheet(page).getByLabel('Remark').fill('for Ann');
    await page.keyboard.press('Escape');
    await page.mouse.click(20, 300);
    await button(sheet(page), 'Close').click();
    expect(await sheet(page).getByLabel('Remark').inputValue()).toBe('for Ann');
    await button(sheet(page), 'Save').click();
    await sheet(page).waitFor({ state: 'detached' });
  });

  it.each([
    [1440, (box: Box, width: number) => box.x + box.width === width && box.y === 0],
    [390, (box: Box, width: number) => box.width === width && box.y + box.height === 800],
  ])(
    'comes from the right on a desk and from the bottom on a phone: %i px',
    async (width, isThere) => {
      const { page, chapter } = await open('Overlays', { viewport: { width, height: 800 } });
      await button(chapter, 'Edit in a sheet').click();
      await expect
        .poll(async () => {
          const box = await sheet(page).boundingBox();
          return box !== null && isThere(box, width);
        })
        .toBe(true);
    },
  );

  it('leaves the page within reach where it stands beside it', async () => {
    const { page, chapter } = await open('Overlays');
    await button(chapter, 'Details beside the page').click();
    const details = page.getByRole('dialog', { name: 'harbour.jpg' });
    await details.waitFor();
    await button(chapter, 'View options').click();
    await page.getByRole('dialog', { name: 'View' }).waitFor();
    await expect.poll(() => details.count()).toBe(1);
    await page.keyboard.press('Escape');
    await button(details, 'Close').click();
    await details.waitFor({ state: 'detached' });
  });
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

describe('the command palette', () => {
  async function openPalette() {
    const { page, chapter } = await open('Overlays');
    await button(chapter, 'Open the palette').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'What do you want to do?' }).waitFor();
    return { page, chapter, option: (name: string) => page.getByRole('option', { name }) };
  }

  it('carries out what a few letters find, and gives the focus back', async () => {
    const { page, chapter, option } = await openPalette();
    await page.keyboard.type('sett');
    await option('Upload files').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await chapter.getByText('Done: settings').waitFor();
    await page.getByRole('combobox').waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('Open the palette');
  });

  it('goes through groups by arrows, and finds by other words, too', async () => {
    const { page, chapter, option } = await openPalette();
    await option('Open the settings').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await chapter.getByText('Done: settings').waitFor();
    await expect.poll(() => focusedName(page)).toBe('Open the palette');
    await page.keyboard.press('Enter');
    await option('Open the settings').waitFor();
    await page.keyboard.type('send');
    await option('Open the settings').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    expect(await option('Upload files').getAttribute('aria-keyshortcuts')).toBe('Control+U');
  });

  it('shows what its owner found, in a group of its own', async () => {
    const { page, chapter, option } = await openPalette();
    await page.keyboard.type('budget');
    await page.getByRole('group', { name: 'Files' }).waitFor();
    await option('budget.xlsx').click();
    await chapter.getByText('Done: budget.xlsx').waitFor();
  });

  it('says when nothing fits, and closes with Escape', async () => {
    const { page } = await openPalette();
    await page.keyboard.type('zzz');
    await page.getByText('Nothing has this name').waitFor();
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('combobox').count()).toBe(0);
  });
});

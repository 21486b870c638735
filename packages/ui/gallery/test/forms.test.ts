import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { galleryOpener } from './open-chapter.ts';

const open = galleryOpener();

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

describe('a combobox', () => {
  async function openForms() {
    const { page, chapter } = await open('Forms');
    const folder = chapter.getByRole('combobox', { name: 'Folder', exact: true });
    const remote = chapter.getByRole('combobox', { name: 'Folder on the server' });
    return { page, chapter, folder, remote };
  }

  it('suggests what fits, and takes what the arrows chose', async () => {
    const { page, chapter, folder } = await openForms();
    await folder.fill('ph');
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual(['/photos', '/photos/family']);
    await press(page, 'ArrowDown', 'ArrowDown', 'Enter');
    await chapter.getByText('Folder: /photos/family').waitFor();
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
  });

  it('takes any other text as well', async () => {
    const { page, chapter, folder } = await openForms();
    await folder.fill('/new folder');
    await press(page, 'Tab');
    await chapter.getByText('Folder: /new folder').waitFor();
    expect(await folder.inputValue()).toBe('/new folder');
  });

  it('closes its list with Escape before anything else', async () => {
    const { page, folder } = await openForms();
    await folder.fill('ar');
    await page.getByRole('listbox').waitFor();
    await press(page, 'Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await folder.inputValue()).toBe('ar');
  });

  it('offers what a server has found, and nothing where that is nothing', async () => {
    const { page, remote } = await openForms();
    await remote.fill('/arch');
    await page.getByRole('option', { name: '/archive/2026' }).waitFor();
    await remote.fill('/zzz');
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
  });

  it('is described by its hint', async () => {
    const { chapter, folder } = await openForms();
    const ids = await folder.getAttribute('aria-describedby');
    expect(await chapter.locator(`[id="${ids}"]`).textContent()).toBe('One of these, or a new one');
  });
});

describe('a radio group', () => {
  it.each(['cards', 'list'])('is one stop; arrows choose, as %s', async (look) => {
    const { page, chapter } = await open('Forms');
    const group = chapter.getByRole('radiogroup', { name: `Who may read it, as ${look}` });
    await group.getByRole('radio', { name: 'Everybody' }).focus();
    await press(page, 'ArrowDown');
    const chosen = group.getByRole('radio', { checked: true });
    await expect.poll(() => chosen.getAttribute('aria-labelledby')).toBeTruthy();
    await expect
      .poll(() => group.getByRole('radio', { name: 'With a password', checked: true }).count())
      .toBe(1);
    expect(
      await group
        .getByRole('radio', { name: 'With a password' })
        .evaluate((radio) => radio === document.activeElement),
    ).toBe(true);
    await press(page, 'Tab');
    await expect.poll(() => group.locator(':focus').count()).toBe(0);
  });

  it('is chosen anywhere on a card, but not where it is disabled', async () => {
    const { chapter } = await open('Forms');
    const group = chapter.getByRole('radiogroup', { name: 'as cards' });
    await group.getByText('You tell it to those who may read.').click();
    await group.getByRole('radio', { name: 'With a password', checked: true }).waitFor();
    await group.getByText('Nobody yet').click({ force: true });
    await expect
      .poll(() => group.getByRole('radio', { name: 'With a password', checked: true }).count())
      .toBe(1);
  });
});

describe('a disclosure', () => {
  it('says in one line what is set, and opens by key', async () => {
    const { page, chapter } = await open('Forms');
    const line = chapter.locator('summary', { hasText: 'Options' });
    expect(await line.textContent()).toContain('expires in 7 days, no password');
    expect(await chapter.getByLabel('Note').isVisible()).toBe(false);
    await line.focus();
    await press(page, 'Enter');
    await chapter.getByLabel('Note').waitFor();
    await press(page, 'Enter');
    await chapter.getByLabel('Note').waitFor({ state: 'hidden' });
  });

  it('has the content of a function only while it is open', async () => {
    const { chapter } = await open('Forms');
    const content = chapter.getByText('report.pdf');
    expect(await content.count()).toBe(0);
    const line = chapter.locator('summary', { hasText: 'Files' });
    await line.click();
    await content.waitFor();
    await line.click();
    await content.waitFor({ state: 'detached' });
  });
});

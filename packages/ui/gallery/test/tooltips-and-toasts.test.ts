import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { focusedName, galleryOpener } from './open-chapter.ts';

const open = galleryOpener();
const tooltips = (page: Page) => page.locator('[data-tooltip]');
const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown');
  return box;
}

describe('a tooltip', () => {
  it('is whole and on top, also beside the edge of a box that clips', async () => {
    const { page, chapter } = await open('Actions', { viewport: { width: 390, height: 800 } });
    await button(chapter, 'A name longer than the box that clips it').hover();
    await tooltips(page).waitFor();
    const { x, y, width, height } = await boxOf(tooltips(page));
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    const isOnTop = await page.evaluate(
      ([left = 0, top = 0]) =>
        document.elementFromPoint(left, top)?.closest('[data-tooltip]') !== null,
      [x + width - 2, y + height / 2],
    );
    expect(isOnTop).toBe(true);
  });

  it('is alone: the next one takes its place', async () => {
    const { page, chapter } = await open('Actions');
    await button(chapter, 'Edit').hover();
    await tooltips(page).getByText('Edit', { exact: true }).waitFor();
    await page.evaluate(() => {
      let most = 0;
      new MutationObserver(() => {
        most = Math.max(most, document.querySelectorAll('[data-tooltip]').length);
        document.body.dataset.most = `${most}`;
      }).observe(document.body, { childList: true, subtree: true });
    });
    await button(chapter, 'Edit, outlined').hover();
    await tooltips(page).getByText('Edit, outlined').waitFor();
    expect(await page.evaluate(() => document.body.dataset.most)).toBe('1');
  });

  it('goes with Escape, and with a press', async () => {
    const { page, chapter } = await open('Actions');
    await button(chapter, 'Edit').hover();
    await tooltips(page).waitFor();
    await page.keyboard.press('Escape');
    await tooltips(page).waitFor({ state: 'detached' });
    await button(chapter, 'Edit, outlined').hover();
    await tooltips(page).waitFor();
    await page.mouse.down();
    await tooltips(page).waitFor({ state: 'detached' });
  });

  it('stays while the pointer is on it', async () => {
    const { page, chapter } = await open('Actions');
    await button(chapter, 'Edit').hover();
    await tooltips(page).hover();
    await page.waitForTimeout(400);
    await expect.poll(() => tooltips(page).count()).toBe(1);
    await page.mouse.move(0, 0);
    await tooltips(page).waitFor({ state: 'detached' });
  });

  it('comes with the focus of the keyboard, goes with it, and says nothing twice', async () => {
    const { page, chapter } = await open('Actions');
    await button(chapter, 'busy').focus();
    expect(await focusedName(page), 'a busy button keeps the focus').toBe('busy');
    await button(chapter, 'Edit, busy').focus();
    expect(await focusedName(page), 'one with an icon, too').toBe('Edit, busy');
    await page.keyboard.press('Shift+Tab');
    await tooltips(page).waitFor();
    expect(await tooltips(page).textContent()).toBe(await focusedName(page));
    expect(await tooltips(page).getAttribute('aria-hidden')).toBe('true');
    await button(chapter, 'busy').focus();
    await tooltips(page).waitFor({ state: 'detached' });
  });
});

describe('a toast', () => {
  const region = (page: Page) => page.getByRole('region', { name: 'Messages' });
  const toasts = (page: Page) => region(page).getByRole('group');

  it('offers a way back, and goes when that is taken', async () => {
    const { page, chapter } = await open('Feedback');
    await button(chapter, 'Delete, with a way back').click();
    await toasts(page).filter({ hasText: 'They are gone in 10 seconds.' }).waitFor();
    await button(toasts(page), 'Undo').click();
    await toasts(page).waitFor({ state: 'detached' });
    await chapter.getByText('Undone: 1').waitFor();
  });

  it('tells about work in one place, from beginning to end', async () => {
    const { page, chapter } = await open('Feedback');
    await button(chapter, 'Something that takes a while').click();
    await toasts(page).filter({ hasText: 'Copying 12 files' }).waitFor();
    await toasts(page).filter({ hasText: '12 files copied' }).waitFor();
    await expect.poll(() => toasts(page).count()).toBe(1);
  });

  it('is one of four at most; the oldest make room', async () => {
    const { page, chapter } = await open('Feedback');
    for (let count = 0; count < 6; count += 1) await button(chapter, 'One that stays').click();
    await toasts(page).filter({ hasText: 'Upload 6 failed' }).waitFor();
    const shown = await toasts(page).filter({ visible: true }).allInnerTexts();
    expect(shown.map((text) => text.trim())).toEqual(
      [6, 5, 4, 3].map((id) => `Upload ${id} failed`),
    );
  });

  it('lies on nothing on a phone that could not be scrolled up from behind it', async () => {
    const { page, chapter } = await open('Feedback', { viewport: { width: 390, height: 800 } });
    await button(chapter, 'One that stays').click();
    await toasts(page).waitFor();
    const room = () =>
      page.evaluate(() => {
        window.scrollTo(0, document.body.scrollHeight);
        const [last] = [...document.querySelectorAll('main *')]
          .map((element) => element.getBoundingClientRect().bottom)
          .sort((a, b) => b - a);
        return last ?? Number.NaN;
      });
    const { y } = await boxOf(toasts(page));
    await expect.poll(room).toBeLessThanOrEqual(y);
    await button(toasts(page), 'Dismiss').click();
    await expect.poll(room).toBeGreaterThan(y);
  });

  it('says the same only once', async () => {
    const { page, chapter } = await open('Feedback');
    await button(chapter, 'Show a toast').click();
    await toasts(page).waitFor();
    await button(chapter, 'Show a toast').click();
    await button(chapter, 'One that stays').click();
    await toasts(page).filter({ hasText: 'Upload 1 failed' }).waitFor();
    await expect.poll(() => toasts(page).filter({ hasText: 'Saved' }).count()).toBe(1);
  });

  it('is reached by F6, dismissed by Escape, and leads back to where one was', async () => {
    const { page, chapter } = await open('Feedback');
    await button(chapter, 'One that stays').focus();
    await page.keyboard.press('Enter');
    await toasts(page).waitFor();
    await page.keyboard.press('F6');
    await page.keyboard.press('Tab');
    await expect.poll(() => region(page).locator(':focus').count()).toBe(1);
    await page.keyboard.press('Escape');
    await toasts(page).waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('One that stays');
  });

  it('goes with its button, and with a swipe', async () => {
    const { page, chapter } = await open('Feedback');
    await button(chapter, 'One that stays').click();
    await button(toasts(page), 'Dismiss').click();
    await toasts(page).waitFor({ state: 'detached' });
    await button(chapter, 'One that stays').click();
    await toasts(page).waitFor();
    const { x, y } = await boxOf(toasts(page));
    await page.mouse.move(x + 200, y + 20);
    await page.mouse.down();
    for (const left of [170, 120, 60, 10]) await page.mouse.move(x + left, y + 20);
    await page.mouse.up();
    await toasts(page).waitFor({ state: 'detached' });
  });

  // The dark chapter ends at the right of a wide window, as pages do.
  it.each([
    [390, 'light'],
    [1440, 'dark'],
  ] as const)('leaves the primary button free, %i px wide', async (width, theme) => {
    const { page, chapter } = await open('Actions', { theme, viewport: { width, height: 800 } });
    const primary = button(chapter, 'Create the link');
    await primary.scrollIntoViewIfNeeded();
    await primary.click();
    await toasts(page).filter({ hasText: 'Link created' }).waitFor();
    const toast = await boxOf(toasts(page));
    const bar = await boxOf(primary);
    const isApart =
      toast.y + toast.height <= bar.y ||
      toast.y >= bar.y + bar.height ||
      toast.x + toast.width <= bar.x ||
      toast.x >= bar.x + bar.width;
    expect(isApart, JSON.stringify({ toast, bar })).toBe(true);
    expect(toast.y + toast.height).toBeLessThanOrEqual(800);
    expect(toast.x + toast.width / 2, 'between menus and buttons of rows').toBe(width / 2);
  });
});

import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { galleryOpener } from './open-chapter.ts';

const open = galleryOpener();
const grid = (chapter: Locator, name: string) => chapter.getByRole('grid', { name });
const active = (list: Locator) => list.locator('[role=gridcell]:focus');

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

/** The focus comes in by Tab, as it does for people, and is on the first item. */
async function enter(page: Page, list: Locator) {
  await list.locator('[role=gridcell][tabindex="0"]').focus();
  await expect.poll(() => active(list).count()).toBe(1);
  await expect.poll(() => list.locator('[role=gridcell][tabindex="0"]').count()).toBe(1);
  return page;
}

const activeText = (list: Locator) => expect.poll(() => active(list).textContent());

describe('a virtual list', () => {
  it('has few of its 100,000 rows in the page, and tells how many there are', async () => {
    const { chapter } = await open('Collections');
    const list = grid(chapter, 'Files');
    await list.getByText('Scan 1.jpg', { exact: true }).waitFor();
    expect(await list.getByRole('row').count()).toBeLessThan(30);
    expect(await list.getAttribute('aria-rowcount')).toBe('100000');
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const last = list.getByRole('row').filter({ hasText: 'Scan 100000.jpg' });
    await last.waitFor();
    expect(await last.getAttribute('aria-rowindex')).toBe('100000');
    expect(await list.getByRole('row').count()).toBeLessThan(30);
  });

  it('goes by keys to its ends, by pages and by rows', async () => {
    const { page, chapter } = await open('Collections');
    const list = grid(chapter, 'Files');
    await enter(page, list);
    await press(page, 'End');
    await activeText(list).toContain('Scan 100000.jpg');
    await expect
      .poll(() => list.evaluate((element) => element.scrollTop))
      .toBeGreaterThan(3_900_000);
    await press(page, 'ArrowDown', 'ArrowUp');
    await activeText(list).toContain('Scan 99999.jpg');
    await press(page, 'Home', 'PageDown');
    await activeText(list).toMatch(/Scan [4-7]\.jpg/);
    await press(page, 'PageUp');
    await activeText(list).toContain('Scan 1.jpg');
  });

  it('keeps the focus on a row that was scrolled far away', async () => {
    const { page, chapter } = await open('Collections');
    const list = grid(chapter, 'Files');
    await enter(page, list);
    await press(page, 'ArrowDown', 'ArrowDown');
    await list.evaluate((element) => element.scrollTo(0, 2_000_000));
    await list.getByText('Scan 50001.jpg', { exact: true }).waitFor();
    await activeText(list).toContain('Scan 3.jpg');
    await press(page, 'ArrowDown');
    await activeText(list).toContain('Scan 4.jpg');
    await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeLessThan(200);
  });

  it('selects with Space, opens with Enter, and leaves keys in a row to its controls', async () => {
    const { page, chapter } = await open('Collections');
    const list = grid(chapter, 'Files');
    expect(await list.getAttribute('aria-multiselectable')).toBe('true');
    await enter(page, list);
    await press(page, ' ');
    await expect.poll(() => list.getByRole('gridcell', { selected: true }).count()).toBe(2);
    await press(page, 'ArrowDown', 'Enter');
    await chapter.getByText('2 selected, opened: Scan 2.jpg').waitFor();
    await press(page, 'Tab');
    expect(
      await list
        .getByRole('checkbox', { name: 'Select Scan 2.jpg' })
        .evaluate((box) => box === document.activeElement),
    ).toBe(true);
    await press(page, 'ArrowDown', ' ');
    await chapter.getByText('1 selected, opened: Scan 2.jpg').waitFor();
  });

  it('gives measured rows the room that they need', async () => {
    const { chapter } = await open('Collections');
    const list = grid(chapter, 'Messages');
    await list.evaluate((element) => element.scrollTo(0, 100_000));
    await expect
      .poll(() =>
        list.getByRole('row').evaluateAll((rows) => {
          const boxes = rows
            .map((row) => row.getBoundingClientRect())
            .filter(({ top }) => top > -1_000)
            .toSorted((a, b) => a.top - b.top);
          const gaps = boxes
            .slice(1)
            .map((box, index) => Math.round(box.top - (boxes[index]?.bottom ?? 0)));
          return {
            isSeveral: gaps.length > 3,
            heights: new Set(boxes.map(({ height }) => Math.round(height))).size,
            gaps: [...new Set(gaps)],
          };
        }),
      )
      .toEqual({ isSeveral: true, heights: 3, gaps: [0] });
  });
});

describe('a virtual grid', () => {
  it('has as many columns as fit, and says so', async () => {
    const { page, chapter } = await open('Collections', { viewport: { width: 1600, height: 900 } });
    const tiles = grid(chapter, 'Pictures');
    const columns = async () => Number(await tiles.getAttribute('aria-colcount'));
    await expect.poll(columns).toBeGreaterThan(3);
    const wide = await columns();
    expect(await tiles.getAttribute('aria-rowcount')).toBe(`${Math.ceil(100_000 / wide)}`);
    await page.setViewportSize({ width: 390, height: 900 });
    await expect.poll(columns).toBe(2);
    await expect.poll(() => tiles.getByRole('row').first().getByRole('gridcell').count()).toBe(2);
  });

  it('goes by arrows through columns and rows, and to the ends of both', async () => {
    const { page, chapter } = await open('Collections', { viewport: { width: 390, height: 900 } });
    const tiles = grid(chapter, 'Pictures');
    await expect.poll(() => tiles.getAttribute('aria-colcount')).toBe('2');
    await enter(page, tiles);
    await press(page, 'ArrowRight', 'ArrowDown');
    await activeText(tiles).toContain('Scan 4.jpg');
    expect(await active(tiles).getAttribute('aria-colindex')).toBe('2');
    await press(page, 'Home');
    await activeText(tiles).toContain('Scan 3.jpg');
    await press(page, 'ArrowLeft', 'Control+End');
    await activeText(tiles).toContain('Scan 100000.jpg');
    await press(page, 'ArrowRight', 'ArrowUp');
    await activeText(tiles).toContain('Scan 99998.jpg');
    await press(page, 'Control+Home');
    await activeText(tiles).toContain('Scan 1.jpg');
  });
});

describe('virtual items that their owner moves', () => {
  it('scroll to the one that is to have the focus, which keys go on from', async () => {
    const { page, chapter } = await open('Collections');
    const list = grid(chapter, 'Moved');
    await chapter.getByRole('button', { name: 'Focus the 3001st' }).click();
    await activeText(list).toBe('Scan 3001.jpg');
    await press(page, 'ArrowDown');
    await activeText(list).toBe('Scan 3002.jpg');
    await chapter.getByRole('button', { name: 'Ask for a frame' }).click();
    await chapter.getByText('1, 2 of 3001').waitFor();
  });

  it('stay where they are on the screen when others come in above, with the focus', async () => {
    const { page, chapter } = await open('Collections');
    const list = grid(chapter, 'Moved');
    await chapter.getByRole('button', { name: 'Focus the 3001st' }).click();
    await activeText(list).toBe('Scan 3001.jpg');
    const top = async () => (await active(list).boundingBox())?.y;
    const before = await top();
    // Adds rows without a click, which would take the focus away.
    const add = chapter.getByRole('button', { name: 'Put ten in above' });
    await add.evaluate((button: HTMLElement) => button.click());
    await expect.poll(() => list.getAttribute('aria-rowcount')).toBe('5010');
    await activeText(list).toBe('Scan 3001.jpg');
    await expect.poll(top).toBe(before);
    await press(page, 'ArrowUp');
    await activeText(list).toBe('Scan 3000.jpg');
  });

  it('show what comes in above at the very top', async () => {
    const { chapter } = await open('Collections');
    const list = grid(chapter, 'Moved');
    await list.getByText('Scan 1.jpg', { exact: true }).waitFor();
    await chapter.getByRole('button', { name: 'Put ten in above' }).click();
    await list.getByText('New 1', { exact: true }).waitFor();
    expect(await list.evaluate((element) => element.scrollTop)).toBe(0);
  });
});

describe('a mosaic with a scrubber', () => {
  it('jumps to the photos of a month, by keys and by a click', async () => {
    const { page, chapter } = await open('Collections');
    const photo = (name: string) => chapter.getByText(name, { exact: true });
    await photo('March 9').waitFor();
    const scrubber = chapter.getByRole('slider', { name: 'Jump to a month' });
    await scrubber.focus();
    await press(page, 'End');
    await photo('January 1').waitFor();
    expect(await photo('March 9').count()).toBe(0);
    expect(await scrubber.getAttribute('aria-valuetext')).toBe('January 2026');
    await scrubber.getByText('Feb').click();
    await photo('February 1').waitFor();
    expect(await scrubber.getAttribute('aria-valuetext')).toBe('February 2026');
  });
});

import { describe, expect, it } from 'vitest';
import { galleryOpener } from './open-chapter.ts';

const open = galleryOpener();

describe('a table', () => {
  it('is sorted by its heads, and says how', async () => {
    const { chapter } = await open('Data');
    const table = chapter.getByRole('region', { name: 'Files' }).getByRole('table');
    const head = (name: string) => table.getByRole('columnheader', { name });
    const names = () => table.locator('tbody td:first-child').allTextContents();
    expect(await head('Name').getAttribute('aria-sort')).toBe('ascending');
    expect(await head('Size').getAttribute('aria-sort')).toBe('none');
    expect(await head('Owner').getAttribute('aria-sort')).toBeNull();
    await head('Size').getByRole('button').click();
    expect(await head('Size').getAttribute('aria-sort')).toBe('ascending');
    expect(await head('Name').getAttribute('aria-sort')).toBe('none');
    expect(await names()).toEqual(['minutes.md', 'budget.xlsx', 'photo.jpg']);
    await head('Size').getByRole('button').press('Enter');
    expect(await head('Size').getAttribute('aria-sort')).toBe('descending');
    expect(await names()).toEqual(['photo.jpg', 'budget.xlsx', 'minutes.md']);
  });
});

describe('a chart', () => {
  it('is drawn for the eye, and read as a table', async () => {
    const { chapter } = await open('Data');
    const bars = chapter.locator('figure').first().locator('path[data-series]');
    await expect.poll(() => bars.count()).toBe(14);
    const table = chapter.getByRole('table', { name: 'Shared in the last seven days' });
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Day',
      'Texts',
      'Files',
    ]);
    expect(await table.getByRole('row', { name: 'Fri' }).textContent()).toBe('Fri3112');
    await chapter.getByRole('cell', { name: '31 views' }).waitFor();
    await expect.poll(() => chapter.locator('figure [tabindex="0"]').count()).toBe(0);
  });

  it('shows the numbers of the point that is pointed at', async () => {
    const { chapter, page } = await open('Data');
    const figure = chapter.locator('figure').first();
    await figure.locator('path[data-series]').first().waitFor();
    await figure.getByText('Fri', { exact: true }).first().hover();
    const numbers = figure.locator('p');
    expect(await numbers.allTextContents()).toEqual(['Fri', 'Texts 31', 'Files 12']);
    await page.mouse.move(0, 0);
    await expect.poll(() => numbers.count()).toBe(0);
  });

  it('is a table for everybody where the drawing cannot be loaded', async () => {
    const { page } = await open('Actions');
    await page.route('**/*chart-drawing*', (route) => route.abort());
    await page.goto(page.url().replace('Actions', 'Data'));
    const table = page
      .getByRole('region', { name: 'Data, light' })
      .getByRole('table', { name: 'Shared in the last seven days' });
    await table.waitFor();
    await expect.poll(async () => (await table.boundingBox())?.width ?? 0).toBeGreaterThan(200);
    await expect.poll(() => page.locator('figure svg').count()).toBe(0);
  });
});

describe('a number of a dashboard', () => {
  it('is a term with its value', async () => {
    const { chapter } = await open('Data');
    const tile = chapter.locator('dl').filter({ hasText: 'Used' });
    expect(await tile.getByRole('term').textContent()).toBe('Used');
    expect(await tile.getByRole('definition').first().textContent()).toBe('7.4 GB');
  });
});

describe('feedback', () => {
  it('says how far something is, or that this is not known', async () => {
    const { chapter } = await open('Feedback');
    const bar = (name: string) => chapter.getByRole('progressbar', { name });
    expect(await bar('Uploading').getAttribute('aria-valuenow')).toBe('32');
    expect(await bar('Of unknown length').getAttribute('aria-valuenow')).toBeNull();
    await chapter.getByText('4 of 12 files, 2 minutes left').waitFor();
  });

  it('has a next step where there is nothing', async () => {
    const { chapter } = await open('Feedback');
    await chapter.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
    await chapter.getByRole('button', { name: 'Share something' }).waitFor();
  });
});

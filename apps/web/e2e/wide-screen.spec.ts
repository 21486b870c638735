import { expect, type Locator, type Page } from '@playwright/test';
import { png } from './fixtures/files.ts';
import { entryOf, makeMount } from './fixtures/mounts.ts';
import { write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

const WIDTH = 2560;
test.use({ isLoggedIn: true, viewport: { width: WIDTH, height: 1440 } });

const SENTENCES = 'What is read is not as wide as the screen on which it is read. '.repeat(12);

const FIGURES = [
  '```ts\nconst answer = 42;\n```',
  '$$\\int_0^1 x\\,dx$$',
  '```mermaid\nflowchart LR\n  A --> B\n```',
].join('\n\n');

/** Centre of an element, in pixels from the left of the window. */
async function axisOf(element: Locator): Promise<number> {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  return (box?.x ?? Number.NaN) + (box?.width ?? 0) / 2;
}

/** Fraction of the window's width that an element occupies. */
async function shareOf(element: Locator): Promise<number> {
  await expect(element).toBeVisible();
  return ((await element.boundingBox())?.width ?? 0) / WIDTH;
}

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Counts the letters of a line. Retries if the preview has rendered the paragraph again in the meantime. */
async function expectReadable(paragraph: Locator): Promise<void> {
  const lettersInLine = () =>
    paragraph.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return (element.textContent ?? '').length / lines.size;
    });
  await expect.poll(lettersInLine).toBeLessThan(95);
}

test('on a screen of 2560 pixels the room is used, and prose stays in lines that can be read', {
  tag: ['@desktop', '@once'],
}, async ({ page, t, admin, server }) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('letter.md', SENTENCES);
  const prose = await admin.shareText(`# Notes\n\n${SENTENCES}\n\n${FIGURES}`, {
    kind: 'markdown',
  });
  const code = await admin.shareText('const x = 1;\n', { kind: 'code', language: 'typescript' });
  const picture = await admin.shareFile('sunset.png', png(512));
  const main = page.getByRole('main');

  await page.goto('/');
  await write(page, t, `# Notes\n\n${SENTENCES}`);
  const preview = page.getByRole('region', { name: t('markdown:editor.preview') });
  expect(await shareOf(preview)).toBeGreaterThan(0.4);
  await expectReadable(preview.getByText(SENTENCES.trim()));
  expect(await overflowOf(page)).toBe(0);
  const logo = page.getByRole('banner').getByRole('link').first();
  const editor = main.locator('form');
  const [start, pageStart] = await Promise.all([logo.boundingBox(), editor.boundingBox()]);
  expect((start?.x ?? WIDTH) - (pageStart?.x ?? 0), 'header and page begin together').toBeLessThan(
    50,
  );

  await page.goto('/upload');
  expect(await shareOf(main.locator('form'))).toBeGreaterThan(0.7);
  expect(await overflowOf(page)).toBe(0);

  await page.goto(`/paste/${prose}`);
  await expectReadable(main.getByText(SENTENCES.trim()));
  const axis = await axisOf(main.getByText(SENTENCES.trim()));
  const diagram = main.getByRole('img', { name: t('markdown:preview.diagram') });
  for (const figure of [
    main.locator('pre', { hasText: 'answer' }),
    main.locator('.math-display .katex-base').first(),
    diagram,
  ]) {
    expect(Math.abs((await axisOf(figure)) - axis), 'figures stand below the text').toBeLessThan(3);
  }
  const drawing = decodeURIComponent((await diagram.getAttribute('src')) ?? '');
  expect(drawing, 'the diagram is whole').toMatch(/^[^<]*<svg [^>]*viewBox="\d/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectReadable(main.getByText(SENTENCES.trim()));
  await page.setViewportSize({ width: WIDTH, height: 1440 });
  await page.goto(`/paste/${code}`);
  expect(await shareOf(main.getByRole('region', { name: t('previews:content') }))).toBeGreaterThan(
    0.5,
  );

  await page.goto(`/file/${picture}`);
  const details = main.getByRole('heading', { level: 1 });
  const image = main.getByRole('img', { name: 'sunset.png' });
  await expect(image).toBeInViewport({ ratio: 1 });
  const [beside, shown] = await Promise.all([details.boundingBox(), image.boundingBox()]);
  expect(shown?.x, 'the picture stands beside what is said about it').toBeGreaterThan(
    (beside?.x ?? WIDTH) + (beside?.width ?? 0),
  );

  await page.goto(`/mount-explorer${mount.path}`);
  expect(await shareOf(entryOf(page, 'letter.md').locator('..'))).toBeGreaterThan(0.8);
  expect(await overflowOf(page)).toBe(0);
  await page.goto('/admin/text-management');
  expect(await shareOf(page.getByRole('grid'))).toBeGreaterThan(0.8);
  expect(await overflowOf(page)).toBe(0);
  await page.goto('/admin/settings/site');
  const text = page.getByLabel(t('settings:site.announcementContent'), { exact: true });
  expect(await shareOf(text)).toBeGreaterThan(0.3);
  expect(await overflowOf(page)).toBe(0);
});

test('Home fits into a window of 900 pixels, with recent texts and a long text', {
  tag: ['@desktop', '@once'],
}, async ({ page, t, admin }) => {
  for (const text of ['one', 'two', 'three', 'four']) await admin.shareText(text);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: t('text-shares:recent.title') })).toBeVisible();
  await write(page, t, 'A line\n'.repeat(200));
  const submit = page.getByRole('button', { name: t('text-shares:new.submit') });
  await expect(submit).toBeInViewport({ ratio: 1 });
  const beyond = () =>
    page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  expect(await beyond()).toBe(0);
});

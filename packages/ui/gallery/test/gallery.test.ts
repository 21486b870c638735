import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { galleryOpener, THEMES, type Theme } from './open-chapter.ts';

const GALLERY = join(import.meta.dirname, '..');
const CHAPTERS = [
  ...['Language', 'Actions', 'Forms', 'Feedback'],
  ...['Navigation', 'Data', 'Collections', 'Overlays'],
];
const PHONE = { viewport: { width: 390, height: 800 } };
const open = galleryOpener();

/** In the whole page, or in one part of it. */
async function findViolations(
  page: Page,
  { within, rulesLeftOut = [] }: { within?: string; rulesLeftOut?: string[] | undefined } = {},
): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).disableRules(rulesLeftOut);
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}

type Opening = readonly [
  chapter: string,
  what: string,
  open: (chapter: Locator, page: Page) => Promise<unknown>,
];

const press = (name: string) => (chapter: Locator) =>
  chapter.getByRole('button', { name, exact: true }).click();

// Popups are at the end of the body, outside of all landmarks, which WCAG allows. While a list is open the
// page is hidden from screen readers, but not from Tab, which closes the list first.
const RULES_LEFT_OUT: Record<string, string[]> = {
  menu: ['region'],
  listbox: ['region', 'aria-hidden-focus', 'page-has-heading-one'],
};

const OPENINGS: readonly Opening[] = [
  ['Overlays', 'dialog', press('Open a dialog')],
  ['Overlays', 'alertdialog', press('Ask for confirmation')],
  ['Overlays', 'dialog', press('View options')],
  ['Overlays', 'dialog', press('Edit in a sheet')],
  ['Overlays', 'listbox', press('Open the palette')],
  ['Navigation', 'menu', press('More')],
  ['Forms', 'listbox', (chapter) => chapter.getByLabel('Folder', { exact: true }).click()],
  ['Feedback', 'group', press('Delete, with a way back')],
];

/** Parts of components, which are shown with them. */
const PARTS =
  /\/(?:bottom-sheet|chart-drawing|chart-plot|menu-popup|overlay-footer|toast-region|tooltip-popup|virtual-rows)\.tsx$/;

describe('the gallery', () => {
  it('shows every component of the package', async () => {
    const names = await readdir(join(GALLERY, '../src'), { recursive: true });
    const components = names.filter((name) => name.endsWith('.tsx') && !PARTS.test(name));
    const pages = (await readdir(GALLERY)).filter((name) => name.endsWith('.tsx'));
    const sources = await Promise.all(pages.map((name) => readFile(join(GALLERY, name), 'utf8')));
    const missing = components.filter(
      (name) => !sources.some((source) => source.includes(`from '../src/${name}'`)),
    );
    expect(components.length).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });

  it('shows each theme, whatever the system has', async () => {
    const { page } = await open('Language');
    const canvases = await Promise.all(
      THEMES.map((theme) =>
        page
          .getByRole('region', { name: `Language, ${theme}` })
          .evaluate((section) => getComputedStyle(section).backgroundColor),
      ),
    );
    expect(new Set(canvases).size).toBe(2);
  });

  it.each(CHAPTERS)(
    'has nothing that axe finds in the chapter %s, in both themes',
    async (title) => {
      const { page, chapter } = await open(title);
      if (title === 'Data') await chapter.locator('path[data-series]').first().waitFor();
      expect(await findViolations(page)).toEqual([]);
    },
  );

  it.each(THEMES.flatMap((theme) => OPENINGS.map((opening) => [theme, ...opening] as const)))(
    'has nothing that axe finds in what opens: in %s, %s, a %s',
    async (...args) => {
      const [theme, title, role, show]: readonly [Theme, ...Opening] = args;
      const { page, chapter } = await open(title, { theme });
      await show(chapter, page);
      const opened = `[data-base-ui-portal] [role=${role}], [role=${role}][data-open]`;
      await page.locator(opened).first().waitFor();
      const rulesLeftOut = RULES_LEFT_OUT[role];
      expect(await findViolations(page, { within: opened, rulesLeftOut })).toEqual([]);
    },
  );

  it.each(CHAPTERS)(
    'fits a phone: nothing of the chapter %s is wider than the screen',
    async (title) => {
      const { page, chapter } = await open(title, PHONE);
      if (title === 'Data') await chapter.locator('path[data-series]').first().waitFor();
      const widthPx = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widthPx).toBe(PHONE.viewport.width);
    },
  );
});

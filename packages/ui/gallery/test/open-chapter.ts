import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test';
import { QUICK_CHROMIUM } from '@satchel/test-kit/chromium-options';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface Chapter {
  page: Page;
  /** The chapter in the theme that was asked for; the same in the other theme is beside it. */
  chapter: Locator;
}

export interface ChapterOptions extends BrowserContextOptions {
  theme?: Theme;
}

/** Call once a test file: what it returns opens a chapter of the gallery, in a browser of the file's own. */
export function galleryOpener(): (title: string, options?: ChapterOptions) => Promise<Chapter> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch(QUICK_CHROMIUM);
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  afterAll(() => browser.close());
  return async (title, { theme = 'light', ...options } = {}) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${inject('galleryUrl')}?chapter=${title}&theme=${theme}`);
    const chapter = page.getByRole('region', { name: `${title}, ${theme}` });
    await chapter.waitFor();
    return { page, chapter };
  };
}

/** The accessible name or text of the focused element. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const THEMES = ['light', 'dark'] as const;

let server: ViteDevServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await createServer({
    ...{ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'error' },
    // The test must not leave a watcher or a server running.
    server: { port: 0, watch: null, ws: false, hmr: false },
  });
  await server.listen();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await page.getByRole('heading', { level: 1 }).waitFor();
});
afterEach(() => page.context().close());

async function findViolations(disabledRules: string[] = []): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).disableRules(disabledRules).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}

describe('the gallery', () => {
  it('shows every component of the package', async () => {
    const names = await readdir(join(import.meta.dirname, '../src'));
    const components = names.filter((name) => name.endsWith('.tsx'));
    const pages = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.tsx'));
    const sources = await Promise.all(
      pages.map((name) => readFile(join(import.meta.dirname, name), 'utf8')),
    );
    const missing = components.filter(
      (name) => !sources.some((source) => source.includes(`from '../src/${name}'`)),
    );
    expect(components.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it('shows each theme, whatever the system has', async () => {
    const canvases = await Promise.all(
      THEMES.map((theme) =>
        page
          .getByRole('region', { name: `Theme ${theme}` })
          .evaluate((section) => getComputedStyle(section).backgroundColor),
      ),
    );
    expect(new Set(canvases).size).toBe(2);
  });

  it('has nothing that axe finds, in both themes', async () => {
    expect(await findViolations()).toEqual([]);
  });

  it.each(THEMES)('has nothing that axe finds in what opens, in the theme %s', async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    const section = page.getByRole('region', { name: `Theme ${theme}` });
    await section.getByRole('button', { name: 'Show a toast' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await section.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menu').waitFor();
    // An open menu is at the end of the body, outside of all landmarks, which WCAG allows.
    expect(await findViolations(['region'])).toEqual([]);
    await page.keyboard.press('Escape');
    for (const [opener, role] of [
      ['Open a dialog', 'dialog'],
      ['Ask for confirmation', 'alertdialog'],
    ] as const) {
      await section.getByRole('button', { name: opener }).click();
      await page.getByRole(role).waitFor();
      expect(await findViolations()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole(role).waitFor({ state: 'hidden' });
    }
  });
});

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { type Browser, type ConsoleMessage, launch, type Page } from 'puppeteer-core';
import { ADMIN } from './fixtures/server.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

// Playwright drives only its own Firefox build, so WebDriver BiDi drives Debian's.
test.skip(!existsSync(FIREFOX), 'there is no Firefox on this machine');

const heading = (words: string) => `::-p-xpath(//h1[normalize-space()="${words}"])`;
/** Selector of a button with a label. */
const button = (words: string) => `::-p-xpath(//button[normalize-space()="${words}"])`;

async function logIn(page: Page, t: Words): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(ADMIN.username);
  await page.locator('input[autocomplete=current-password]').fill(ADMIN.password);
  await page.locator('form button[type=submit]').click();
  await page.locator(heading(t('panel:sections.dashboard'))).wait();
  // Waits for all code, because Firefox reports code as failed if its page is left while it loads.
  await page.waitForSelector('main figure svg');
  await page.waitForSelector(`[aria-label="${t('shell:toasts.region')}"]`);
  await page.waitForNetworkIdle();
}

/** Text of a console message. An error is only a handle until its value is read. */
async function wordsOf(message: ConsoleMessage): Promise<string> {
  const words = message.args().map((value) => value.evaluate((said) => String(said)));
  return Promise.all(words).then(
    (said) => said.join(' '),
    () => message.text(),
  );
}

/** Returns the link of an element, once it exists. */
async function hrefOf(page: Page, selector: string): Promise<string> {
  const link = await page.waitForSelector(selector);
  return (await link?.evaluate((element) => (element as HTMLAnchorElement).href)) ?? '';
}

async function textOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('main')?.textContent ?? '');
}

test(
  'Firefox logs in, shares a text and a file, and shows both (SPEC 2)',
  { tag: '@once' },
  async ({ server, t }, testInfo) => {
    test.setTimeout(180_000);
    const browser: Browser = await launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
    });
    const problems: string[] = [];
    const logged: Promise<string>[] = [];
    try {
      const page = await browser.newPage();
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') logged.push(wordsOf(message));
      });
      await page.goto(`${server.origin}/admin`);
      await logIn(page, t);

      await page.goto(server.origin);
      await page.locator('.cm-content').click();
      await page.keyboard.type('# Written in another browser');
      await page.locator(button(t('text-shares:new.submit'))).click();
      const textUrl = await hrefOf(page, '[role="dialog"] p a');

      await page.goto(`${server.origin}/upload`);
      const path = testInfo.outputPath('from-firefox.txt');
      await writeFile(path, 'carried by another browser');
      const chooseFiles = await page.waitForSelector(button(t('file-shares:upload.chooseFiles')));
      const [chooser] = await Promise.all([page.waitForFileChooser(), chooseFiles?.click()]);
      await chooser.accept([path]);
      await page.locator(button(t('file-shares:upload.start', { count: 1 }))).click();
      const row = '//*[self::tr or @role="row"][contains(., "from-firefox.txt")]';
      const fileUrl = await hrefOf(page, `::-p-xpath(${row}//a[contains(@href, "/file/")])`);

      const visitor = await (await browser.createBrowserContext()).newPage();
      visitor.on('pageerror', (error) => problems.push(String(error)));
      await visitor.goto(textUrl);
      await visitor.locator(heading('Written in another browser')).wait();
      await visitor.goto(fileUrl);
      await expect.poll(() => textOf(visitor)).toContain('carried by another browser');
      problems.push(...(await Promise.all(logged)));
    } finally {
      await browser.close();
    }
    expect(problems).toEqual([]);
  },
);

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { expect } from '@playwright/test';
import { freePort } from '@satchel/test-kit/free-port';
import { Builder, By, Key, until, type WebDriver } from 'selenium-webdriver';
import { ADMIN } from './fixtures/server.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY = '/usr/bin/xvfb-run';
const [BROWSER = ''] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
const TIMEOUT_MS = 30_000;

// Playwright drives only its own WebKit build. WebDriver drives Debian's, which is Safari's engine.
test.skip(
  !existsSync(DRIVER) || !existsSync(DISPLAY) || BROWSER === '',
  'there is no WebKit on this machine',
);

const heading = (words: string) => By.xpath(`//h1[normalize-space()="${words}"]`);
const button = (words: string) => By.xpath(`//button[normalize-space()="${words}"]`);

/** Starts the driver and its display in a separate process group. */
async function startDriver(): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort();
  const child = spawn(DISPLAY, ['--auto-servernum', DRIVER, '--host=127.0.0.1', `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/status`).then(
          (reply) => reply.ok,
          () => false,
        ),
      {
        timeout: TIMEOUT_MS,
      },
    )
    .toBe(true);
  return { url, child };
}

function startBrowser(url: string): Promise<WebDriver> {
  return new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] },
    })
    .build();
}

const appearing = (driver: WebDriver, by: By) =>
  driver.wait(until.elementLocated(by), TIMEOUT_MS, String(by));

const hrefOf = async (driver: WebDriver, by: By) =>
  (await (await appearing(driver, by)).getAttribute('href')) ?? '';

async function logIn(driver: WebDriver, t: Words): Promise<void> {
  await (await appearing(driver, By.css('input[autocomplete=username]'))).sendKeys(ADMIN.username);
  const password = await driver.findElement(By.css('input[autocomplete=current-password]'));
  await password.sendKeys(ADMIN.password, Key.ENTER);
  await appearing(driver, heading(t('panel:sections.dashboard')));
}

/** Script that drops a file, because WebDriver cannot operate the file picker. */
const DROP_FILE = `
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([arguments[1]], arguments[0], { type: 'text/plain' }));
  const options = { dataTransfer, bubbles: true, cancelable: true };
  arguments[2].dispatchEvent(new DragEvent('drop', options));`;

const textOf = (driver: WebDriver) =>
  driver.executeScript<string>('return document.querySelector("main")?.textContent ?? ""');

test('WebKit logs in, shares a text and a file, and shows both (SPEC 2)', { tag: '@once' }, async ({
  server,
  t,
}) => {
  test.setTimeout(180_000);
  const { url, child } = await startDriver();
  const driver = await startBrowser(url);
  try {
    await driver.get(`${server.origin}/admin`);
    await logIn(driver, t);

    await driver.get(server.origin);
    const editor = await appearing(driver, By.css('.cm-content'));
    await editor.click();
    await driver.actions().sendKeys('# Written in WebKit').perform();
    await (await appearing(driver, button(t('text-shares:new.submit')))).click();
    const result = By.css('[role="dialog"] p a');
    const textUrl = await hrefOf(driver, result);

    await driver.get(`${server.origin}/upload`);
    const choose = await appearing(driver, button(t('file-shares:upload.chooseFiles')));
    await driver.executeScript(DROP_FILE, 'from-webkit.txt', 'carried by WebKit', choose);
    await (await appearing(driver, button(t('file-shares:upload.start', { count: 1 })))).click();
    const link =
      '//*[self::tr or @role="row"][contains(., "from-webkit.txt")]//a[contains(@href, "/file/")]';
    const fileUrl = await hrefOf(driver, By.xpath(link));

    await driver.get(textUrl);
    await appearing(driver, heading('Written in WebKit'));
    await driver.get(fileUrl);
    await expect.poll(() => textOf(driver), { timeout: TIMEOUT_MS }).toContain('carried by WebKit');
  } finally {
    await driver.quit();
    if (child.pid) process.kill(-child.pid);
  }
});

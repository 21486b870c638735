import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import { launchChromium } from '@satchel/test-kit/chromium';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** Six different parts. */
const CONTENT = Buffer.from(
  Uint32Array.from({ length: 7 * 1024 * 1024 }, (_, index) => Math.imul(index, 0x9e3779b1)).buffer,
);
const NAME = 'a recording of the whole conference, the second day, from the back of the room.mov';

let demo: ChildProcess;
let url: string;
let directory: string;
let path: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'uploader-demo-test-'));
  path = join(directory, NAME);
  await writeFile(path, CONTENT);
  demo = spawn(process.execPath, ['--run', 'demo', '--', '--port', '0'], {
    ...{ cwd: join(import.meta.dirname, '../..'), stdio: ['ignore', 'pipe', 'inherit'] },
    // A shell runs the command and forwards no signals, so the test signals the whole group.
    detached: true,
  });
  [browser, url] = await Promise.all([launchChromium(), addressOf(demo)]);
});

afterAll(async () => {
  await browser.close();
  if (demo.pid !== undefined) process.kill(-demo.pid, 'SIGTERM');
  await once(demo, 'close');
  await rm(directory, { recursive: true });
});

beforeEach(async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.goto(url);
  await goFast();
});
afterEach(() => page.context().close());

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of stdout ?? []) {
    const address = /The demo is at (\S+)/.exec(String(line))?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('the demo has not started');
}

async function storedBytes(): Promise<Buffer> {
  await page.getByText('Same SHA-256 as the file').waitFor();
  const link = page.getByRole('link', { name: `Open the stored file ${NAME}` });
  const response = await fetch((await link.getAttribute('href')) ?? '');
  return Buffer.from(await response.arrayBuffer());
}

const goFast = () => page.getByText('Full', { exact: true }).click();
const chooseFile = () => page.getByLabel('Choose files', { exact: true }).setInputFiles(path);

describe('the demo', () => {
  it('goes on after a reload in the middle, and the store has the bytes of the file', async () => {
    await page.route(/partNumber=[456]&/, () => {});
    await chooseFile();
    await page.locator('[aria-valuetext="3 of 6 parts stored"]').waitFor();
    await page.reload();
    await page.getByText('Choose the file again to go on').waitFor();

    await page.unrouteAll();
    await goFast();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'PUT') return;
      sent.push(new URL(request.url()).searchParams.get('partNumber') ?? '');
    });
    await page.getByLabel(`Choose ${NAME} again`).setInputFiles(path);
    expect((await storedBytes()).equals(CONTENT)).toBe(true);
    expect(sent.sort()).toEqual(['4', '5', '6']);
    expect(await page.getByText('Choose the file again to go on').count()).toBe(0);
  });

  it('gets over lost answers and a line that is cut', async () => {
    await page.getByText('Every third').click();
    await page.getByRole('switch', { name: 'Go offline' }).check();
    await chooseFile();
    await page.getByText('Waiting for the network').waitFor();
    await page.getByRole('switch', { name: 'Go offline' }).uncheck();
    expect((await storedBytes()).equals(CONTENT)).toBe(true);
    await page.getByText(/Lost so far: [1-9]/).waitFor();
  });

  it('pauses, resumes, retries and clears by the keyboard, and the focus stays', async () => {
    await page.route(/partNumber=6&/, () => {});
    await chooseFile();
    await page.locator('[aria-valuetext="5 of 6 parts stored"]').waitFor();
    await page.getByRole('button', { name: `Pause ${NAME}` }).press('Enter');
    await page.getByText('Paused').waitFor();
    await page.getByText('All', { exact: true }).click();
    await page.unrouteAll();
    await page.getByRole('button', { name: `Resume ${NAME}` }).press('Enter');
    await page.getByText('Some parts failed to upload').waitFor();
    await page.getByText('None', { exact: true }).click();
    await page.getByRole('button', { name: `Retry ${NAME}` }).press('Enter');
    expect((await storedBytes()).equals(CONTENT)).toBe(true);
    await page.getByRole('button', { name: `Clear ${NAME}` }).press('Enter');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file');
  });

  it('fits a phone, and axe finds nothing in either theme', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.route(/partNumber=6&/, () => {});
    await chooseFile();
    await page.locator('[aria-valuetext="5 of 6 parts stored"]').waitFor();
    await page.reload();
    await page.getByText('Choose the file again to go on').waitFor();
    await page.unrouteAll();
    await goFast();
    await page.getByRole('button', { name: /^Make a/ }).click();
    await page.getByText('Same SHA-256 as the file').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    for (const colorScheme of ['light', 'dark'] as const) {
      // Disables transitions, so that axe does not see intermediate colours.
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
  });
});

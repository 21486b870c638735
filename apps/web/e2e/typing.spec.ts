import { expect, type Page } from '@playwright/test';
import { test } from './fixtures/test.ts';

const VISITS = 3;
const LATENCY_MS = 150;
const KEY_MS = 40;
const SENTENCE = 'Nobody’s typing is ever lost, whatever the network does next. ';

test.use({ isLoggedIn: true });

/** Opens a page without a cache, over a slow network. */
async function openSlowly(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.goto('/', { waitUntil: 'commit' });
}

test('what is typed from the first frame on is all there, and can be undone (SPEC 2)', {
  tag: '@once',
}, async ({ browser, context: loggedIn, server, t }) => {
  test.setTimeout(120_000);
  const storageState = await loggedIn.storageState();
  for (let visit = 1; visit <= VISITS; visit += 1) {
    const context = await browser.newContext({ storageState, baseURL: server.origin });
    const page = await context.newPage();
    await openSlowly(page);
    const editor = page.getByRole('textbox', { name: t('markdown:editor.label') });
    await editor.click();
    await page.keyboard.type(SENTENCE.repeat(2), { delay: KEY_MS });
    // CodeMirror has replaced the plain text area by now.
    await expect(page.locator('.cm-content')).toBeFocused();
    await expect(editor, `visit ${visit}`).toHaveText(SENTENCE.repeat(2));
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('ControlOrMeta+z');
    await expect(editor, 'also what was typed into the plain field').not.toContainText('N');
    await context.close();
  }
});

test('what is pasted before the editor has loaded is there (SPEC 2)', { tag: '@once' }, async ({
  page,
  context,
  t,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSlowly(page);
  const editor = page.getByRole('textbox', { name: t('markdown:editor.label') });
  await editor.click();
  await page.evaluate(() => navigator.clipboard.writeText('# pasted\n\nat once'));
  await page.keyboard.press('ControlOrMeta+v');
  await page.keyboard.type('!', { delay: KEY_MS });
  await expect(page.locator('.cm-content')).toBeFocused();
  await expect(editor).toContainText('# pasted');
  await expect(editor).toContainText('at once!');
});
